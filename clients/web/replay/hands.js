// The hands of a seat in a recorded game: what could have been fired at each, and what came of it. Pure.

/** @import {GameEvent} from "../rules/engine.js" */
/** @import {PossibleChain} from "./scrub_bar.js" */

/** A chain. @typedef {{links: number, points: number}} Chain */
/**
 * A hand: what a seat can do from the moment when a pair is under control until the next one is. possible: the largest
 * chain that it could fire; fired: the chain that it did fire; attack: garbage of its attacks, cancelled garbage
 * included; fell: cells of garbage that fell on it, in the clock fellAt
 * @typedef {{clock: number, possible: Chain, fired: Chain, attack: number, fell: number, fellAt: number,
 *   hasDied: boolean}} Hand
 */

/**
 * @param {GameEvent[]} matchEvents   by clock @param {number} seat
 * @param {PossibleChain[]} possibleChains   of the seat, one for each of its pairs
 * @returns {Hand[]}
 */
export function handsOf(matchEvents, seat, possibleChains) {
  /** @type {Hand[]} */
  const hands = [];
  for (const event of matchEvents) {
    if (event.seat !== seat) continue;
    const hand = hands.at(-1);
    if (event.kind === "controllable") hands.push(newHand(event.clock, possibleChains[hands.length]));
    else if (hand) addEvent(hand, event);
  }
  return hands;
}

/** @param {number} clock @param {PossibleChain | undefined} possible @returns {Hand} */
function newHand(clock, possible) {
  return { clock, possible: { links: possible?.links ?? 0, points: possible?.points ?? 0 },
    fired: { links: 0, points: 0 }, attack: 0, fell: 0, fellAt: 0, hasDied: false };
}

/** @param {Hand} hand @param {GameEvent} event */
function addEvent(hand, { kind, clock, number, amount, cancelled, points }) {
  if (kind === "link_started") hand.fired = { links: number, points: hand.fired.points + points };
  if (kind === "garbage_sent") hand.attack += amount + cancelled;
  if (kind === "died") hand.hasDied = true;
  if (kind !== "garbage_fell") return;
  hand.fell += amount;
  hand.fellAt = clock;
}
