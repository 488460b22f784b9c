import assert from "node:assert/strict";
import { test } from "node:test";

import { GameAnalysis } from "../../../../../clients/web/replay/analysis.js";
import { kMaxOfSeat } from "../../../../../clients/web/replay/missed_moments.js";
import { TrainingPosition } from "../../../../../clients/web/rules/training_position.js";
import { newEngine } from "../rules/engine_file.js";
import { engineWith, kRecords } from "./records.js";

/** @import {MissedMoment} from "../../../../../clients/web/replay/missed_moments.js" */

/** @param {string} path @param {() => boolean} [mayGoOn] */
async function analysed(path, mayGoOn = () => true) {
  const engine = await engineWith(path);
  const analysis = new GameAnalysis(engine, { estimatesChances: false });
  let progress = 0;
  while (!analysis.isComplete) {
    analysis.findSome(mayGoOn);
    const report = analysis.report();
    assert.ok(report.progress >= progress && report.progress <= 1, `progress ${report.progress} after ${progress}`);
    progress = report.progress;
  }
  return { engine, report: analysis.report() };
}

/** Plays until a pair waits or no more comes. @param {TrainingPosition} position */
function untilNextPair(position) {
  for (let i = 0; i < 5000 && !position.state().waits && !position.state().over; ++i) position.step();
}

/** Solves a problem as a person would who tries everything: each pair is dropped from above each of its places.
 * @param {TrainingPosition} position @param {number} placed @returns {boolean} */
function canBeSolved(position, placed) {
  untilNextPair(position);
  const { solved, over, placements } = position.state();
  if (solved || over) return solved;
  for (let i = 0; i < 22; ++i) {
    if ((placements & (1 << i)) === 0 || !position.drop(i)) continue;
    if (canBeSolved(position, placed + 1)) return true;
    position.rewind(placed);
    untilNextPair(position);
  }
  return false;
}

let problems = 0;
/** @type {Set<MissedMoment["kind"]>} */
const kinds = new Set();

for (const path of kRecords) {
  test(`${path}: all that was missed holds by the rules`, async () => {
    const { engine, report: { missed, possibleChains } } = await analysed(path);
    const matchEvents = engine.replay.matchEvents();
    for (const seat of [0, 1]) assert.ok(missed.filter((one) => one.seat === seat).length <= kMaxOfSeat);
    for (const { seat, clock, kind, links, garbage, fired, problem } of missed) {
      kinds.add(kind);
      assert.ok(matchEvents.some((one) => one.seat === seat && one.kind === "controllable" && one.clock === clock));
      assert.ok(garbage > 0);
      if (kind === "chain") {
        assert.equal(possibleChains[seat].find((one) => one.clock === clock)?.links, links);
        assert.ok(fired < links || links > 0);
        assert.notEqual(problem, "", "a missed chain is a problem");
      }
      if (problem === "") continue;
      const position = new TrainingPosition(await newEngine());
      assert.equal(position.start(problem), "", problem);
      assert.ok(position.goal().count <= Math.max(links, 1), problem);
      assert.ok(canBeSolved(position, 0), problem);
      ++problems;
    }
  });
}

test("these games have chains, answers and problems", () => {
  assert.ok(kinds.has("chain") && kinds.has("cancelled"), [...kinds].join());
  assert.ok(problems > 5, String(problems));
});

test("what is found is the same, however the work is cut into slices", async () => {
  const { report } = await analysed("record_v1_frames.rensa");
  let rest = 0;
  const { report: sliced } = await analysed("record_v1_frames.rensa", () => (rest = (rest + 1) % 3) > 0);
  assert.deepEqual(sliced, report);
  assert.ok(report.missed.length > 1);
});

test("the longest chains are those of the events", async () => {
  const { engine, report } = await analysed("record_v1_frames.rensa");
  const links = engine.replay.matchEvents().filter(({ kind }) => kind === "link_started");
  for (const seat of [0, 1]) {
    const own = links.filter((one) => one.seat === seat).map(({ number }) => number);
    assert.equal(report.longestChains[seat], Math.max(0, ...own));
  }
});
