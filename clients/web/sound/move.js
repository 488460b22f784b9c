// The sound of a pair while the player steers it. Pure.

/** @import {SideFacts} from "../rules/engine.js" */

/**
 * The sound of a pair that was moved or turned between two frames.
 * @param {?SideFacts} before @param {SideFacts} after
 * @returns {?("move" | "turn")}
 */
export function soundOfMove(before, after) {
  if (!before?.falling || !after.falling || before.hand !== after.hand) return null;
  if (before.falling.r !== after.falling.r) return "turn";
  return before.falling.x !== after.falling.x ? "move" : null;
}
