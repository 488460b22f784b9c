import assert from "node:assert/strict";
import { test } from "node:test";

import { ProblemMaker } from "../../../../../clients/web/replay/problem_maker.js";
import { TrainingPosition } from "../../../../../clients/web/rules/training_position.js";
import { newEngine } from "../rules/engine_file.js";
import { engineWith } from "./records.js";

/** @param {string} problem */
async function pairsToSolve(problem) {
  const work = new ProblemMaker(await newEngine()).solve(problem);
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
  }
}

test("a problem is solved with as few pairs as it takes", async () => {
  assert.equal(await pairsToSolve("200200400200qo0xo_G1E1__u03"), 2);
  assert.equal(await pairsToSolve("_0000__v01"), 2);
  assert.equal(await pairsToSolve("8008b2M93MC6gk6ayQkjjSacqrhricecr_g1__v01"), 1);
});

test("what no placement solves has no solution", async () => {
  assert.equal(await pairsToSolve("200200400200qo0xo_G1E1__v04"), 0);
  assert.equal(await pairsToSolve("_00__v01"), 0);
  assert.equal(await pairsToSolve("nothing"), 0);
});

test("a problem of a position has its field, its pairs and the goal", async () => {
  const engine = await engineWith("record_v1_frames.rensa");
  const { replay } = engine;
  const [{ clock }] = replay.matchEvents().filter(({ kind, number, seat }) =>
    kind === "controllable" && number === 12 && seat === 0);
  replay.seek(clock);
  const side = replay.side(0);
  const problem = new ProblemMaker(engine).problemOf(side, 2, 10) ?? "";
  const position = new TrainingPosition(await newEngine());
  assert.equal(position.start(problem), "");
  assert.deepEqual(position.goal(), { kind: "chain", isAtLeast: true, colour: "any", count: 10 });
  assert.deepEqual(position.pairs(), side.pairs.slice(0, 2));
  assert.deepEqual(position.side(-1).cells, side.cells);
});
