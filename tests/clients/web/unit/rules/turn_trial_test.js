import assert from "node:assert/strict";
import { test } from "node:test";

import { handsOf } from "../../../../../clients/web/replay/hands.js";
import { kAllPlacements, TurnTrial } from "../../../../../clients/web/rules/turn_trial.js";
import { engineWith } from "../replay/records.js";

/** @import {Engine, SideFacts} from "../../../../../clients/web/rules/engine.js" */
/** @import {TrialState} from "../../../../../clients/web/rules/turn_trial.js" */

const kCellsAt = 16;
const kCells = 84;

/** @param {TrialState} state */
const cellsOf = ({ side }) => side.slice(kCellsAt, kCellsAt + kCells);

/** @param {Engine} engine @param {number} clock @param {number} seat @returns {SideFacts} */
function sideAt({ replay }, clock, seat) {
  replay.seek(clock);
  return replay.side(seat);
}

/** Tries the placements of a hand, and returns those with which the next hand begins as it did in the record.
 * @param {Engine} engine @param {TurnTrial} trial @param {number} seat @param {number} clock @param {number} nextClock */
function playedPlacements(engine, trial, seat, clock, nextClock) {
  const { cells } = sideAt(engine, nextClock, seat);
  const { pending, fixed } = sideAt(engine, clock, seat);
  const state = trial.stateAt(engine.replay, seat, { pending, fixed });
  return kAllPlacements.filter((placement) => {
    const next = trial.play(state, placement)?.next;
    return next && Buffer.from(cellsOf(next)).equals(cells);
  });
}

for (const path of ["record_v1_frames.rensa", "record_v1_keys.rensa"]) {
  test(`${path}: each recorded turn is among those that can be tried, with its chain and its attack`, async () => {
    const engine = await engineWith(path);
    const trial = new TurnTrial(engine);
    assert.ok(trial.useRuleset(engine.replay.ruleset));
    let compared = 0;
    let attacks = 0;
    for (const seat of [0, 1]) {
      const hands = handsOf(engine.replay.matchEvents(), seat, []);
      hands.slice(0, -1).forEach((hand, i) => {
        if (hand.fell > 0) return;
        const [placement] = playedPlacements(engine, trial, seat, hand.clock, hands[i + 1].clock);
        assert.notEqual(placement, undefined, `seat ${seat} at ${hand.clock}`);
        ++compared;
        const played = (/** @type {number} */ fixed) => {
          engine.replay.seek(hand.clock);
          return trial.play(trial.stateAt(engine.replay, seat, { pending: 0, fixed }), placement)?.result;
        };
        assert.deepEqual(played(hand.attack), { links: hand.fired.links, waiting: 0, fell: 0, hasDied: false });
        const more = played(hand.attack + 1);
        assert.ok(more && (more.fell > 0 || more.hasDied), `an attack of ${hand.attack} at ${hand.clock}`);
        if (hand.attack > 0) ++attacks;
      });
    }
    assert.ok(compared > 20 && attacks > 0, `${compared} turns, ${attacks} attacks`);
  });
}

test("pending garbage stays, and fixed garbage falls in whole rows, at most five of them", async () => {
  const engine = await engineWith("record_v1_frames.rensa");
  const trial = new TurnTrial(engine);
  trial.useRuleset("tsu-1");
  const [first] = handsOf(engine.replay.matchEvents(), 0, []);
  engine.replay.seek(first.clock);
  const played = (/** @type {number} */ pending, /** @type {number} */ fixed) =>
    trial.play(trial.stateAt(engine.replay, 0, { pending, fixed }), 0)?.result;
  assert.deepEqual(played(7, 0), { links: 0, waiting: 7, fell: 0, hasDied: false });
  assert.deepEqual(played(0, 12), { links: 0, waiting: 0, fell: 12, hasDied: false });
  assert.deepEqual(played(0, 13), { links: 0, waiting: 0, fell: 18, hasDied: false });
  assert.deepEqual(played(0, 31), { links: 0, waiting: 1, fell: 30, hasDied: false });
  engine.replay.seek(first.clock);
  const state = trial.withFixedGarbage(trial.stateAt(engine.replay, 0, { pending: 7, fixed: 5 }));
  assert.deepEqual(trial.play(state, 0)?.result, { links: 0, waiting: 0, fell: 12, hasDied: false });
});

test("garbage that has no room below the third column's top kills", async () => {
  const engine = await engineWith("record_v1_frames.rensa");
  const trial = new TurnTrial(engine);
  trial.useRuleset("tsu-1");
  const hands = handsOf(engine.replay.matchEvents(), 0, []);
  const last = hands[hands.length - 1];
  assert.ok(last.hasDied);
  engine.replay.seek(last.clock);
  const state = trial.stateAt(engine.replay, 0, { pending: 0, fixed: 30 });
  const results = kAllPlacements.flatMap((placement) => trial.play(state, placement)?.result ?? []);
  assert.ok(results.length > 0 && results.every(({ hasDied }) => hasDied));
});

test("rules that count turns cannot be tried, nor rules that are not published", async () => {
  const trial = new TurnTrial(await engineWith("record_v1_turns.rensa"));
  assert.equal(trial.useRuleset("jaist-1"), false);
  assert.equal(trial.useRuleset("of-my-own"), false);
});
