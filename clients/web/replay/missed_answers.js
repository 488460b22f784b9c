// Finds attacks that a seat could have answered with the pairs that it saw. The engine plays all placements of these
// pairs from the state of the game, with the garbage that fell later already waiting.

import { kAllPlacements } from "../rules/turn_trial.js";

/** @import {TrialState, TurnResult} from "../rules/turn_trial.js" */
/** @import {Hand} from "./hands.js" */

/** Less garbage that did not end the game is not worth telling: four rows. */
export const kMinBuried = 24;

/** Hands one after another in which garbage fell: their numbers from 0. hasDied: the seat died by it, or with the next
 * pair. @typedef {{hands: number[], hasDied: boolean}} Burial */
/** Plays turns, as TurnTrial does. @typedef {{
 *   play: (state: TrialState, placement: number) => ?{result: TurnResult, next: ?TrialState},
 *   withFixedGarbage: (state: TrialState) => TrialState}} Trial */
/**
 * cancelled: no garbage fell; survived: all of it fell, and the seat lives; none: neither
 * @typedef {"cancelled"|"survived"|"none"} Outcome
 */
/** The placements of one or two pairs. links: of the chain with which they end, 0: there is none
 * @typedef {{pairs: number, links: number, outcome: Outcome}} Line */
/**
 * An answer that was missed. goalLinks: every chain of so many links with these pairs is an answer, and there is one;
 * 0: there is no such number
 * @typedef {{pairs: number, links: number, outcome: Outcome, goalLinks: number}} Answer
 */

/** Returns the burials that ended the game for the seat, or were large. @param {Hand[]} hands @returns {Burial[]} */
export function burialsOf(hands) {
  /** @type {Burial[]} */
  const burials = [];
  hands.forEach(({ fell, hasDied }, i) => {
    const burial = burials.at(-1);
    const isNext = burial?.hands.at(-1) === i - 1;
    if (burial && isNext && hasDied) burial.hasDied = true;
    if (fell === 0) return;
    if (burial && isNext) burial.hands.push(i);
    else burials.push({ hands: [i], hasDied });
  });
  const cellsOf = (/** @type {Burial} */ burial) => burial.hands.reduce((sum, i) => sum + hands[i].fell, 0);
  return burials.filter((burial) => burial.hasDied || cellsOf(burial) >= kMinBuried);
}

/**
 * Tries all placements of the pair in hand before garbage falls.
 * @param {Trial} trial @param {TrialState} state   with all garbage fixed
 * @returns {Generator<void, Line[]>} pauses after each turn
 */
export function* linesOfOnePair(trial, state) {
  /** @type {Line[]} */
  const lines = [];
  for (const placement of kAllPlacements) {
    const turn = trial.play(state, placement);
    yield;
    if (turn) lines.push({ pairs: 1, links: turn.result.links, outcome: outcomeOf(turn.result) });
  }
  return lines;
}

/**
 * Tries all placements of two pairs before garbage falls. A chain with the first pair ends a line.
 * @param {Trial} trial @param {TrialState} state   with garbage that becomes certain to fall in the second turn
 * @returns {Generator<void, Line[]>} pauses after each turn
 */
export function* linesOfTwoPairs(trial, state) {
  /** @type {Line[]} */
  const lines = [];
  for (const placement of kAllPlacements) {
    const turn = trial.play(state, placement);
    yield;
    if (!turn) continue;
    const { result, next } = turn;
    if (result.links > 0) lines.push({ pairs: 1, links: result.links, outcome: outcomeOf(result) });
    if (result.links > 0 || !next) continue;
    const second = yield* linesOfOnePair(trial, trial.withFixedGarbage(next));
    lines.push(...second.map((line) => ({ ...line, pairs: 2 })));
  }
  return lines;
}

/** @param {TurnResult} result @returns {Outcome} */
function outcomeOf({ waiting, fell, hasDied }) {
  if (hasDied || waiting > 0) return "none";
  return fell === 0 ? "cancelled" : "survived";
}

/**
 * Chooses the best of all lines: one that cancels, with few pairs and a long chain.
 * @param {Line[]} lines @param {boolean} mayFall   true: it is enough to survive
 * @returns {?Answer}   null: no line is an answer
 */
export function bestAnswer(lines, mayFall) {
  const isAnswer = (/** @type {Line} */ { outcome }) => outcome === "cancelled" || (mayFall && outcome === "survived");
  const [best] = lines.filter(isAnswer).sort((a, b) =>
    Number(b.outcome === "cancelled") - Number(a.outcome === "cancelled") || a.pairs - b.pairs || b.links - a.links);
  if (!best) return null;
  const tooShort = Math.max(0, ...lines.filter((line) => !isAnswer(line)).map(({ links }) => links));
  const isEnough = lines.some((line) => isAnswer(line) && line.links > tooShort);
  return { ...best, goalLinks: isEnough ? tooShort + 1 : 0 };
}
