// The form in which an organiser signs in with a token.

import { el, setText } from "../base/dom.js";
import { t } from "../text/organise_texts.js";
import { isTokenLike } from "./account.js";
import { refusalOf } from "./ask.js";

/** @import {Account, Description} from "./account.js" */

/** Returns what the server knows about the account, or why it is no organiser's.
 * @param {Account} account @param {string} [token]   in the place of its own
 * @returns {Promise<{description: ?Description, refusal: string}>} */
export async function describe(account, token) {
  const answer = await account.ask({ path: "account" }, token);
  const refusal = refusalOf(answer);
  if (refusal !== "") return { description: null, refusal };
  const description = /** @type {Description} */ (answer.data);
  if (description.role === "organiser" || description.role === "administrator") return { description, refusal: "" };
  return { description: null, refusal: t("organise.no_organiser", { name: description.name }) };
}

/** @param {Account} account @param {string} problem   why the stored token is of no use; "": there is none
 * @param {(description: Description) => void} enter @returns {HTMLElement[]} */
export function signInView(account, problem, enter) {
  const error = el("p", { class: "organise_error", id: "token_error", role: "alert", text: problem });
  const token = el("input", {
    type: "password", id: "token", class: "organise_input", required: true, autocomplete: "current-password",
    spellcheck: "false", autocapitalize: "none", "aria-describedby": "token_error token_hint",
  });
  const button = el("button", { class: "primary", text: t("organise.sign_in") });
  const form = el("form", { class: "card organise_sign_in" },
    el("label", { for: token.id, text: t("organise.token") }), token, error, button,
    el("p", { id: "token_hint", class: "dim", text: t("organise.token_hint") }));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const given = token.value.trim();
    if (!isTokenLike(given)) return setText(error, t("organise.token_wrong"));
    button.disabled = true;
    // Another tab may be signed in meanwhile: only a token that is of use replaces its token.
    const { description, refusal } = await describe(account, given);
    button.disabled = false;
    if (description) {
      account.signIn(given);
      return enter(description);
    }
    setText(error, refusal);
    token.focus();
  });
  return [el("h1", { text: t("organise.title") }), el("p", { text: t("organise.about") }), form];
}
