// Why the server refuses something, in words.

import { isTextKey, t } from "./text.js";

/** @typedef {"busy"|"draining"|"name"|"origin"|"rate"|"terms"|"token"|"unknown_challenge"|"unknown_player"|"version"} Why */

/** @param {string} code   "ERROR_CODE_..." @param {string} reason   in the server's words, for a code that has none here */
export function refusalText(code, reason) {
  const word = code.replace(/^ERROR_CODE_/, "").toLowerCase();
  return isTextKey(`refusal.${word}`) ? t(`refusal.${/** @type {Why} */ (word)}`) : t("error.refused", { reason });
}
