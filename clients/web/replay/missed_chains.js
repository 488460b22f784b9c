// Finds the chains that a seat could have fired with the pair in hand and the next one, and neither fired nor kept.
// Pure.

/** @import {Chain, Hand} from "./hands.js" */

/** Points that a garbage puyo costs in the arcade game. */
export const kPointsPerGarbage = 70;
/** A chain that sends less is not worth telling: three rows. */
export const kMinGarbage = 18;
/** A chain that a seat fires makes up for a possible one if it has this part of its points, and a chain that can be
 * fired later keeps it. */
const kEnough = 0.5;
/** A chain is kept while so many hands pass at most until it can be fired again: its trigger needs a certain colour. */
export const kMaxHandsBetween = 6;

/**
 * A chain that was missed. hand: its number from 0, when it could be fired; fired: the largest chain that the seat fired
 * while it could; first, last: the hands of this span
 * @typedef {{hand: number, possible: Chain, fired: Chain, first: number, last: number}} MissedChain
 */

/**
 * Returns the missed chains of a seat, the largest first. No hand belongs to two of them.
 * @param {Hand[]} hands @param {boolean} hasLost   by the rules: then chains that were still kept at the end are missed
 * @returns {MissedChain[]}
 */
export function missedChains(hands, hasLost) {
  /** @type {MissedChain[]} */
  const missed = [];
  for (const hand of hands.keys()) {
    const chance = chanceAt(hands, hand);
    if (isMissed(chance) && (hasLost || !isKeptToTheEnd(hands, chance))) missed.push(chance);
  }
  missed.sort((a, b) => b.possible.points - a.possible.points || a.hand - b.hand);
  /** @type {MissedChain[]} */
  const apart = [];
  for (const chance of missed) {
    if (apart.every(({ first, last }) => chance.last < first || chance.first > last)) apart.push(chance);
  }
  return apart;
}

/** Returns the garbage of a chain in the arcade game. @param {Chain} chain */
export function garbageOf({ points }) {
  return Math.floor(points / kPointsPerGarbage);
}

/** Returns what became of the chain that was possible at a hand. @param {Hand[]} hands @param {number} hand
 * @returns {MissedChain} */
function chanceAt(hands, hand) {
  const { possible } = hands[hand];
  const enough = possible.points * kEnough;
  let last = hand;
  for (let i = hand + 1; i < hands.length && i - last <= kMaxHandsBetween; ++i) {
    if (hands[i].possible.points >= enough) last = i;
  }
  const fired = hands.slice(hand, last + 1).map((one) => one.fired).reduce((a, b) => (b.points > a.points ? b : a));
  return { hand, possible, fired, first: hand, last };
}

/** @param {MissedChain} chance */
function isMissed({ possible, fired }) {
  return garbageOf(possible) >= kMinGarbage && fired.points < possible.points * kEnough;
}

/** Returns true if the game ended before the chain was lost. @param {Hand[]} hands @param {MissedChain} chance */
function isKeptToTheEnd(hands, { last }) {
  return last + kMaxHandsBetween >= hands.length;
}
