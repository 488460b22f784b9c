// Asks once before an act, in a dialog that says what will happen, and shows why the server has refused it.

import { el, setText } from "../base/dom.js";
import { t } from "../text/organise_texts.js";
import { refusalText } from "./refusals.js";

/** @import {Account, Answer, Request} from "./account.js" */

/**
 * @typedef {object} Act
 * @property {string} title      what is done, as a heading
 * @property {string[]} effects  what will happen, a sentence each
 * @property {string} button     the word on the button
 * @property {"optional"|"required"} [reason]   the audit log gets a reason
 * @property {boolean} [isDangerous]   it cannot be undone
 * @property {Request} request
 */

const kMaxReasonCharacters = 200;

/** Returns what has gone wrong with a request; "": nothing. @param {Answer} answer */
export function refusalOf({ status, error }) {
  return status === 0 ? t("error.no_server") : refusalText(error);
}

/**
 * Asks about an act, and carries it out if the person agrees. The focus goes back to where it was.
 * @param {Account} account @param {Act} act
 * @returns {Promise<?Answer>} null: the person does not want it, or the server has refused it
 */
export function carryOut(account, act) {
  const reason = el("input", {
    type: "text", id: "ask_reason", maxlength: kMaxReasonCharacters, autocomplete: "off",
    required: act.reason === "required", "aria-describedby": "ask_reason_hint",
  });
  const refusal = el("p", { class: "organise_error", role: "alert" });
  const agree = el("button", { class: act.isDangerous ? "organise_danger" : "primary", text: act.button });
  const cancel = el("button", { type: "button", text: t("common.cancel"), on: { click: () => dialog.close() } });
  const label = t(act.reason === "required" ? "organise.reason" : "organise.reason_optional");
  const form = el("form", { method: "dialog" },
    ...act.effects.map((text) => el("p", { text })),
    act.reason && el("label", { for: reason.id, text: label }),
    act.reason && reason,
    act.reason && el("small", { id: "ask_reason_hint", class: "dim", text: t("organise.reason_hint") }),
    refusal,
    el("div", { class: "organise_buttons" }, agree, cancel));
  const dialog = el("dialog", { class: "organise_ask", "aria-labelledby": "ask_title" },
    el("h2", { id: "ask_title", text: act.title }), form);
  return new Promise((done) => {
    /** @type {?Answer} */
    let carriedOut = null;
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      const query = { ...act.request.query };
      if (act.reason && reason.value.trim() !== "") query.why = reason.value.trim();
      agree.disabled = true;
      setText(refusal, "");
      const answer = await account.ask({ ...act.request, query });
      agree.disabled = false;
      setText(refusal, refusalOf(answer));
      if (refusalOf(answer) !== "") return;
      carriedOut = answer;
      dialog.close();
    });
    dialog.addEventListener("close", () => {
      dialog.remove();
      done(carriedOut);
    });
    document.body.append(dialog);
    dialog.showModal();
    // Enter alone does nothing that cannot be undone. A reason that is needed has the focus first.
    if (act.reason !== "required") (act.isDangerous ? cancel : agree).focus();
  });
}
