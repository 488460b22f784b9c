// Finds the moments of a game to which links lead by name: the page of a tournament knows that a game had the longest
// chain, and only the record knows when. Pure.

/** @import {GameEvent} from "../rules/engine.js" */
/** @import {MissedMoment} from "./missed_moments.js" */

/** longest_chain: the longest chain begins; decision: the winner's last attack begins
 * @typedef {"longest_chain"|"decision"} PlayedMoment */
/** A moment that only an analysis finds: the largest missed chain, or the largest attack without its possible answer.
 * @typedef {"missed_chain"|"missed_answer"} SearchedMoment */
/** @typedef {PlayedMoment|SearchedMoment} Moment */

/** @type {Moment[]} */
const kMoments = ["longest_chain", "decision", "missed_chain", "missed_answer"];

/** @param {?Moment} moment @returns {moment is SearchedMoment} */
export const isSearched = (moment) => moment === "missed_chain" || moment === "missed_answer";

/** @param {MissedMoment} missed @returns {SearchedMoment} */
const momentOfMissed = ({ kind }) => (kind === "chain" ? "missed_chain" : "missed_answer");

/** @param {SearchedMoment} moment @param {MissedMoment[]} missed   the largest first
 * @returns {?number} its clock; null: the game has no such moment */
export function clockOfMissed(moment, missed) {
  return missed.find((one) => momentOfMissed(one) === moment)?.clock ?? null;
}

/** Returns the address of a replay where the largest of all that was missed happens. @param {MissedMoment} largest
 * @param {{origin: string, pathname: string, search: string}} location   of the replay */
export function momentAddress(largest, { origin, pathname, search }) {
  return `${origin}${pathname}${search}#moment=${momentOfMissed(largest)}`;
}

/**
 * Returns the clock of a moment: when the pair that sets off the chain comes under control. null: the game has no such
 * moment.
 * @param {PlayedMoment} moment @param {GameEvent[]} matchEvents   by clock @param {number} winner   its seat, -1: none
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
  return kMoments.find((moment) => moment === name) ?? null;
}
