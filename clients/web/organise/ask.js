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
 * @property {"optional"|"required"} [publicReason]   everybody reads the reason; a note for the audit log is asked for beside it
 * @property {boolean} [hasMessage]   it sends a text, which is the body of the request
 * @property {boolean} [isDangerous]   it cannot be undone
 * @property {boolean} [isRemoval]   it deletes the tournament that the page shows
 * @property {Request} request
 */

const kMaxReasonCharacters = 200;
const kMaxMessageCharacters = 500;

/** Returns what has gone wrong with a request; "": nothing. @param {Answer} answer */
export function refusalOf({ status, error }) {
  return status === 0 ? t("error.no_server") : refusalText(error);
}

/** A field for a reason. @param {string} name @param {string} label @param {string} hint @param {boolean} isRequired
 * @param {number} [most]   characters */
function reasonField(name, label, hint, isRequired, most = kMaxReasonCharacters) {
  const input = el("input", {
    type: "text", id: name, maxlength: most, autocomplete: "off", required: isRequired,
    "aria-describedby": `${name}_hint`,
  });
  const elements = [
    el("label", { for: name, text: label }), input, el("small", { id: `${name}_hint`, class: "dim", text: hint }),
  ];
  return { input, elements };
}

/** The fields of an act for its reasons. @param {Act} act */
function reasonFields({ reason, publicReason }) {
  /** @type {Record<string, ReturnType<typeof reasonField>>} */
  const fields = {};
  if (publicReason) {
    const isRequired = publicReason === "required";
    const label = t(isRequired ? "organise.public_reason" : "organise.public_reason_optional");
    fields.why = reasonField("ask_reason", label, t("organise.public_reason_hint"), isRequired);
    fields.note = reasonField("ask_note", t("organise.note"), t("organise.note_hint"), false);
  } else if (reason) {
    const label = t(reason === "required" ? "organise.reason" : "organise.reason_optional");
    fields.why = reasonField("ask_reason", label, t("organise.reason_hint"), reason === "required");
  }
  return fields;
}

/**
 * Asks about an act, and carries it out if the person agrees. The focus goes back to where it was.
 * @param {Account} account @param {Act} act
 * @returns {Promise<?Answer>} null: the person does not want it, or the server has refused it
 */
export function carryOut(account, act) {
  const fields = reasonFields(act);
  const message = act.hasMessage
    ? reasonField("ask_message", t("organise.message_text"), t("organise.message_hint"), true, kMaxMessageCharacters) : null;
  const refusal = el("p", { class: "organise_error", role: "alert" });
  const agree = el("button", { class: act.isDangerous ? "organise_danger" : "primary", text: act.button });
  const cancel = el("button", { type: "button", text: t("common.cancel"), on: { click: () => dialog.close() } });
  const form = el("form", { method: "dialog" },
    ...act.effects.map((text) => el("p", { text })), ...message?.elements ?? [],
    ...Object.values(fields).flatMap(({ elements }) => elements), refusal,
    el("div", { class: "organise_buttons" }, agree, cancel));
  const dialog = el("dialog", { class: "organise_ask", "aria-labelledby": "ask_title" },
    el("h2", { id: "ask_title", text: act.title }), form);
  return new Promise((done) => {
    /** @type {?Answer} */
    let carriedOut = null;
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      /** @type {Record<string, string>} */
      const reasons = {};
      for (const [key, { input }] of Object.entries(fields)) {
        if (input.value.trim() !== "") reasons[key] = input.value.trim();
      }
      agree.disabled = true;
      setText(refusal, "");
      const body = message ? JSON.stringify({ text: message.input.value.trim() }) : act.request.body;
      const answer = await account.ask({ ...act.request, query: { ...act.request.query, ...reasons }, body });
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
    const isReasonNeeded = act.hasMessage || act.reason === "required" || act.publicReason === "required";
    if (!isReasonNeeded) (act.isDangerous ? cancel : agree).focus();
  });
}
