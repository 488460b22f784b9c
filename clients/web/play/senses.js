import { t } from "../text/text.js";

// What happens in a duel for those who hear it.

/** @import {SideFacts} from "../rules/engine.js" */
/** @import {Announcer} from "../base/live.js" */
/** @import {Said} from "./happenings.js" */

/** @param {Announcer} announcer @param {Said} said */
export function announce(announcer, said) {
  announcer.say(`${said.who} ${Object.keys(said)[1]}`, sentenceOf(said));
}

/** @param {Said} said */
function sentenceOf(said) {
  const isOwn = said.who === "own";
  if ("clear" in said) return t(isOwn ? "live.own_clear" : "live.other_clear");
  if ("fell" in said) return t(isOwn ? "live.own_garbage" : "live.other_garbage", { n: said.fell });
  const params = { n: said.links, garbage: said.sent };
  if (said.sent > 0) return t(isOwn ? "live.own_attack" : "live.other_attack", params);
  return t(isOwn ? "live.own_chain" : "live.other_chain", params);
}

/** How long a game has been going on, in minutes and seconds. @param {number} frames */
export function timeOf(frames) {
  const seconds = Math.floor(frames / 60);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

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
