import assert from "node:assert/strict";
import { test } from "node:test";

import {
  bestAnswer, burialsOf, kMinBuried, linesOfOnePair, linesOfTwoPairs,
} from "../../../../../clients/web/replay/missed_answers.js";
import { hand } from "./events.js";

/** @import {Line, Trial} from "../../../../../clients/web/replay/missed_answers.js" */
/** @import {TrialState, TurnResult} from "../../../../../clients/web/rules/turn_trial.js" */

test("garbage of hands in a row is one burial, and small ones that do no harm are left out", () => {
  const hands = [hand({ fell: kMinBuried - 1 }), hand(), hand({ fell: kMinBuried - 6 }), hand({ fell: 6 }), hand()];
  assert.deepEqual(burialsOf(hands), [{ hands: [2, 3], hasDied: false }]);
});

test("any garbage counts that the seat dies by, or with the next pair", () => {
  assert.deepEqual(burialsOf([hand(), hand({ fell: 1, hasDied: true })]), [{ hands: [1], hasDied: true }]);
  assert.deepEqual(burialsOf([hand({ fell: 1 }), hand({ hasDied: true })]), [{ hands: [0], hasDied: true }]);
  assert.deepEqual(burialsOf([hand({ fell: 1 }), hand(), hand({ hasDied: true })]), []);
});

/** @param {Partial<TurnResult>} given @returns {TurnResult} */
const result = (given) => ({ links: 0, waiting: 0, fell: 0, hasDied: false, ...given });
/** @param {Line["outcome"]} outcome @param {number} pairs @param {number} links @returns {Line} */
const line = (outcome, pairs, links) => ({ outcome, pairs, links });

test("an answer that cancels is better than one that survives, then one with fewer pairs, then a longer chain", () => {
  const lines = [line("survived", 1, 9), line("cancelled", 2, 5), line("cancelled", 1, 2), line("cancelled", 1, 3)];
  assert.deepEqual(bestAnswer(lines, true), { ...lines[3], goalLinks: 1 });
  assert.equal(bestAnswer([line("survived", 1, 1), line("none", 1, 4)], false), null);
});

test("the goal is a chain that is an answer wherever it begins", () => {
  assert.equal(bestAnswer([line("cancelled", 1, 3), line("none", 1, 2), line("none", 1, 0)], false)?.goalLinks, 3);
  assert.equal(bestAnswer([line("cancelled", 1, 3), line("none", 1, 3)], false)?.goalLinks, 0);
  assert.equal(bestAnswer([line("survived", 1, 0), line("none", 1, 0)], true)?.goalLinks, 0, "no chain, no goal");
});

/** States of a stub are told apart by their clock. @param {number} clock @returns {TrialState} */
const state = (clock) => ({ side: new Uint8Array(), clock });

/** A pair that can be placed in two ways. @param {Record<string, TurnResult>} results   by "clock/placement"
 * @returns {Trial} */
const stub = (results) => ({
  play: ({ clock }, placement) => {
    const found = results[`${clock}/${placement}`];
    return found ? { result: found, next: clock < 10 ? state(10 + placement) : null } : null;
  },
  withFixedGarbage: ({ clock }) => state(clock + 100),
});

/** @param {Generator<void, Line[]>} work */
function finished(work) {
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
  }
}

test("a pair that cannot get to a place makes no line there", () => {
  const trial = stub({ "0/3": result({ links: 2 }), "0/21": result({ waiting: 4 }) });
  assert.deepEqual(finished(linesOfOnePair(trial, state(0))), [line("cancelled", 1, 2), line("none", 1, 0)]);
});

test("a line of two pairs ends with the chain of the first, or has the second with all garbage fixed", () => {
  const trial = stub({
    "0/0": result({ waiting: 30 }), "110/5": result({ fell: 30 }), "110/6": result({ fell: 30, hasDied: true }),
    "0/1": result({ links: 3 }), "0/2": result({ hasDied: true }),
  });
  assert.deepEqual(finished(linesOfTwoPairs(trial, state(0))),
    [line("survived", 2, 0), line("none", 2, 0), line("cancelled", 1, 3)]);
});
