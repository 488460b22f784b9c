// The dialog in which a person reports a player to the moderators.

import { el, setText } from "../base/dom.js";
import { t } from "../text/translation.js";
import { answerText, kReasons, sendReport } from "./report.js";

/** @import {Game, Reason} from "./report.js" */

/** seat: of the player; said: its words, if the dialog is about them
 * @typedef {{name: string, seat: number, said?: string}} Reported */

const kMaxDetails = 200;

/**
 * Opens the dialog over the page. The focus goes back to where it was when the dialog is closed.
 * @param {Game} game @param {Reported[]} players   one, or those from whom the person chooses
 * @param {Reason} [reason]   the one that is chosen at first
 */
export function openReport(game, players, reason = "name") {
  const who = players.map(({ name }, i) => radio("who", String(i), name, i === 0));
  const reasons = kReasons.map((one) => radio("reason", one, t(`report.${one}`), one === reason));
  const details = el("textarea", { rows: 2, maxlength: kMaxDetails, id: "report_details" });
  const result = el("p", { class: "report_result", role: "status" });
  const send = el("button", { class: "primary", text: t("report.send") });
  const close = el("button", { type: "button", text: t("common.close"), on: { click: () => dialog.close() } });
  const [only] = players;
  const title = players.length === 1 ? t("report.player", { name: only.name }) : t("report.title");
  const questions = el("div", { class: "report_questions" },
    players.length > 1 && group(t("report.who"), who), group(t("report.reason"), reasons),
    el("label", { for: details.id, text: t("report.details") }), details);
  const form = el("form", { method: "dialog" }, questions, result, el("div", { class: "row" }, send, close));
  const dialog = el("dialog", { class: "report", "aria-labelledby": "report_title" },
    el("h2", { id: "report_title", text: title }), form);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const given = new FormData(form);
    const { seat, said = "" } = players[Number(given.get("who") ?? 0)];
    send.disabled = true;
    setText(result, t("report.sending"));
    const chosen = /** @type {Reason} */ (given.get("reason"));
    const text = answerText(await sendReport({ game, seat, reason: chosen, details: details.value, said }));
    setText(result, t(text));
    send.disabled = false;
    if (text !== "report.sent") return;
    questions.hidden = send.hidden = true;
    close.focus();
  });
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

/** @param {string} name @param {string} value @param {string} text @param {boolean} isChosen */
function radio(name, value, text, isChosen) {
  return el("label", { class: "report_choice" }, el("input", { type: "radio", name, value, checked: isChosen }), text);
}

/** @param {string} title @param {HTMLElement[]} choices */
const group = (title, choices) => el("fieldset", {}, el("legend", { text: title }), ...choices);
