// Turns the server's codes into texts: why a game ended, and why a request was refused.

import { isTextKey, t } from "./translation.js";

/**
 * Returns the text for the end of a game. A cause that only a newer server knows is shown as its code.
 * @param {string} cause   "choked", as in records, or "CAUSE_CHOKED", as in messages
 * @param {string} loser   the name of the player that lost by it; empty: not known, or there is none
 */
export function causeText(cause, loser) {
  const word = cause.replace(/^CAUSE_/, "").toLowerCase();
  if (word === "choked" && loser === "") return t("replay.both_choked");
  const name = loser || t("common.somebody");
  const key = `cause.${word}`;
  return isTextKey(key) ? t(key, { name }) : word.replaceAll("_", " ");
}

/**
 * Returns the text for a refused request.
 * @param {string} code   "ERROR_CODE_..."
 * @param {string} reason   the server's own text, which is shown for unknown codes and for refused terms
 */
export function refusalText(code, reason) {
  const word = code.replace(/^ERROR_CODE_/, "").toLowerCase();
  const key = `refusal.${word}`;
  return isTextKey(key) ? t(key, { reason }) : t("error.refused", { reason });
}
