// Finds the moments of a game to which other pages link by name: the page of a tournament knows that a game had the
// longest chain, and only the record knows when. Pure.

/** @import {GameEvent} from "../rules/engine.js" */

/** longest_chain: the longest chain begins; decision: the winner's last attack begins
 * @typedef {"longest_chain"|"decision"} Moment */

/**
 * Returns the clock of a moment: when the pair that sets off the chain comes under control. null: the game has no such
 * moment.
 * @param {Moment} moment @param {GameEvent[]} matchEvents   by clock @param {number} winner   its seat, -1: none
 * @returns {?number}
 */
export function clockOfMoment(moment, matchEvents, winner) {
  const last = moment === "longest_chain" ? lastLinkOfLongestChain(matchEvents) : lastAttackOf(matchEvents, winner);
  if (!last) return null;
  /** @param {(event: GameEvent) => boolean} fits @param {number} clock */
  const latest = (fits, clock) =>
    matchEvents.filter((event) => event.seat === last.seat && event.clock <= clock && fits(event)).at(-1);
  const first = latest(({ kind, number }) => kind === "link_started" && number === 1, last.clock) ?? last;
  return (latest(({ kind }) => kind === "controllable", first.clock) ?? first).clock;
}

/** @param {GameEvent[]} matchEvents */
function lastLinkOfLongestChain(matchEvents) {
  const links = matchEvents.filter(({ kind }) => kind === "link_started");
  return links.reduce((/** @type {?GameEvent} */ best, one) => (best && best.number >= one.number ? best : one), null);
}

/** @param {GameEvent[]} matchEvents @param {number} seat */
function lastAttackOf(matchEvents, seat) {
  return matchEvents.filter((event) => event.kind === "garbage_sent" && event.seat === seat && event.amount > 0).at(-1)
    ?? null;
}

/** @param {string} hash   of a URL @returns {?Moment} the moment that it names; null: it names none */
export function momentOfHash(hash) {
  const name = /^#moment=(\w+)$/.exec(hash)?.[1];
  return name === "longest_chain" || name === "decision" ? name : null;
}
