// Why a game ended, in words.
// Why the server refuses something, in words.

import { isTextKey, t } from "./text.js";

/** @typedef {"choked"|"no_move"|"limit"|"disconnected"|"time"|"illegal"|"crashed"|"resigned"|"voided"} Cause */

/**
 * @param {string} cause   as records have it, or as it travels ("CAUSE_CHOKED"); one of a newer server is shown as it is
 * @param {string} loser   the name of the player that caused it, if a player did; empty: not known
 */
export function causeText(cause, loser) {
  const word = cause.replace(/^CAUSE_/, "").toLowerCase();
  const name = loser || t("common.somebody");
  return isTextKey(`cause.${word}`) ? t(`cause.${/** @type {Cause} */ (word)}`, { name }) : word.replaceAll("_", " ");
}

/** @typedef {"busy"|"draining"|"name"|"origin"|"rate"|"terms"|"token"|"unknown_challenge"|"unknown_player"|"version"} Why */

/** @param {string} code   "ERROR_CODE_..." @param {string} reason   in the server's words, for a code that has none here */
export function refusalText(code, reason) {
  const word = code.replace(/^ERROR_CODE_/, "").toLowerCase();
  return isTextKey(`refusal.${word}`) ? t(`refusal.${/** @type {Why} */ (word)}`) : t("error.refused", { reason });
}
