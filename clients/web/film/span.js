// The span of a replay that becomes a film, as two clocks. A film has at least two pictures, and not more than fit into
// its greatest length. A game that ended at clock 0 has only one picture, so no film is made of it. Pure.

import { clockOfMoment } from "../replay/moments.js";

/** @import {GameEvent} from "../rules/engine.js" */

/** @typedef {{begin: number, end: number}} Span   clocks of the game, both shown */

/** The time after the last link of a chain in which its attack arrives, in clocks of a game with frames. */
const kFramesAfterChain = 150;

/** Returns true if a game is long enough for a film. @param {{last: number}} game */
export const canBeFilmed = ({ last }) => last > 0;

/** @param {number} clock @param {Span} span @param {{last: number, longest: number}} game
 * @returns {Span} the span that begins at a clock; its end stays if it can */
export function beginningAt(clock, { end }, { last, longest }) {
  const begin = Math.max(0, Math.min(clock, last - 1));
  return { begin, end: end > begin && end - begin <= longest ? end : Math.min(last, begin + longest) };
}

/** @param {number} clock @param {Span} span @param {{last: number, longest: number}} game
 * @returns {Span} the span that ends at a clock; its beginning stays if it can */
export function endingAt(clock, { begin }, { last, longest }) {
  const end = Math.min(last, Math.max(clock, 1));
  return { begin: begin < end && end - begin <= longest ? begin : Math.max(0, end - longest), end };
}

/** Returns the span of the longest chain, from the pair that sets it off; of a game without a chain, the last part.
 * @param {{matchEvents: GameEvent[], last: number, winner: number, countsTurns: boolean}} game @param {number} longest
 * @returns {Span} */
export function spanOfLongestChain({ matchEvents, last, winner, countsTurns }, longest) {
  const chain = clockOfMoment("longest_chain", matchEvents, winner);
  if (chain === null) return { begin: Math.max(0, last - longest), end: last };
  const links = matchEvents.filter(({ kind }) => kind === "link_started");
  const best = links.reduce((most, one) => (one.number > most.number ? one : most));
  const begin = Math.max(0, Math.min(chain, last - 1));
  return { begin, end: Math.min(last, begin + longest, best.clock + (countsTurns ? 1 : kFramesAfterChain)) };
}
