import { t } from "../text/text.js";

// Announces the events of a duel to users of a screen reader.

/** @import {Announcer} from "../base/live.js" */
/** @import {Said} from "./match_events.js" */

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
