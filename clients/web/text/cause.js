// Why a game ended, in words.

import { isTextKey, t } from "./text.js";

/** @typedef {"choked"|"no_move"|"limit"|"disconnected"|"time"|"illegal"|"crashed"|"resigned"|"voided"} Cause */

/** @param {string} cause   as records have it, or as it travels ("CAUSE_CHOKED"); one of a newer server is shown as it is */
export function causeText(cause) {
  const word = cause.replace(/^CAUSE_/, "").toLowerCase();
  return isTextKey(`cause.${word}`) ? t(`cause.${/** @type {Cause} */ (word)}`) : word.replaceAll("_", " ");
}
