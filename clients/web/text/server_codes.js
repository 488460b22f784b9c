// The server's codes in words: why a game ended, and why a request was refused.

import { isTextKey, t } from "./translation.js";

/**
 * @param {string} cause   as records have it, or as it travels ("CAUSE_CHOKED"); one of a newer server is shown as it is
 * @param {string} loser   the name of the player that caused it, if a player did; empty: not known
 */
export function causeText(cause, loser) {
  const word = cause.replace(/^CAUSE_/, "").toLowerCase();
  const name = loser || t("common.somebody");
  const key = `cause.${word}`;
  return isTextKey(key) ? t(key, { name }) : word.replaceAll("_", " ");
}

/** @param {string} code   "ERROR_CODE_..." @param {string} reason   in the server's words, for a code that has none here */
export function refusalText(code, reason) {
  const word = code.replace(/^ERROR_CODE_/, "").toLowerCase();
  const key = `refusal.${word}`;
  return isTextKey(key) ? t(key) : t("error.refused", { reason });
}
