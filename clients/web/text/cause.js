// Why a game ended, in words.

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
