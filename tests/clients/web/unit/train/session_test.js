import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { kDown, kLeft } from "../../../../../clients/web/input/frame_keys.js";
import { makeEngine } from "../../../../../clients/web/rules/engine.js";
import { TrainingPosition } from "../../../../../clients/web/rules/training_position.js";
import { TrainingGame } from "../../../../../clients/web/train/game.js";
import { LoadProblemError } from "../../../../../clients/web/train/problems.js";
import { Progress } from "../../../../../clients/web/train/progress.js";
import { TrainingSession } from "../../../../../clients/web/train/session.js";

/** @import {Problems} from "../../../../../clients/web/train/problems.js" */
/** @import {Entry} from "../../../../../clients/web/train/progress.js" */

const kEngine = new URL("../../../../../clients/web/rules/engine.wasm", import.meta.url);
const kCompiled = await WebAssembly.compile(readFileSync(kEngine));
const kFeatures = { puyos: 0, solutions: 40, firing: 40, falling: 0, colours: 1, used: 1, misleading: 0 };
const kTwoReds = "_0000__u01";

/** @param {Partial<Problems>} [problems] */
async function session(problems = {}) {
  /** @type {Entry[][]} */
  const asked = [];
  const storage = { getItem: () => null, setItem: () => {} };
  const progress = new Progress(() => /** @type {Storage} */ (/** @type {unknown} */ (storage)));
  const game = new TrainingGame(new TrainingPosition(await makeEngine(kCompiled)));
  const served = new TrainingSession(game, progress, {
    next: async (_, entries) => {
      asked.push(entries);
      return { url: kTwoReds, features: kFeatures, essence: "a1", level: 2.5 };
    },
    solve: async () => {
      return { solution: [{ x: 1, r: 0 }, { x: 1, r: 0 }], complete: true, features: kFeatures, essence: "b2" };
    },
    ...problems,
  });
  return { game, progress, served, asked };
}

const kSize = { hands: 2, links: 3 };

/**
 * Places pairs by keys, one list a pair.
 * @param {Awaited<ReturnType<typeof session>>} all @param {...number[]} hands
 */
function place({ game, served }, ...hands) {
  const rest = () => {
    for (let i = 0; i < 1000 && !game.state.waits && !game.state.over; ++i) game.step(0);
  };
  for (const keys of hands) {
    rest();
    for (const key of keys) {
      game.step(key);
      for (let i = 0; i < 5; ++i) game.step(0);
    }
  }
  rest();
  served.checkSolved();
}

test("a problem that is solved is kept once, with what is said of it", async () => {
  const all = await session();
  await all.served.next(kSize);
  all.served.rate("fun", 5);
  place(all, [kDown], [kDown]);
  all.served.checkSolved();
  assert.equal(all.served.news.end, "solved");
  all.served.rate("fun", 4);
  const [entry, ...more] = all.progress.entries;
  assert.deepEqual(more, []);
  assert.deepEqual({ ...entry, seconds: 0 }, {
    essence: "a1", hands: 2, links: 1, features: kFeatures, level: 2.5, solved: true, seconds: 0,
    difficulty: null, fun: 4, usefulness: null,
  });
});

test("who looks at the solution has not solved it, even if they do it afterwards", async () => {
  const all = await session();
  await all.served.next(kSize);
  await all.served.showSolution();
  assert.equal(all.game.showsSolution, true);
  all.game.restart();
  place(all, [kDown], [kDown]);
  assert.equal(all.game.state.solved, true);
  assert.deepEqual(all.progress.entries.map(({ solved }) => solved), [false]);
});

test("who tried goes on without having solved it, who did not try has not had it", async () => {
  const all = await session();
  await all.served.next(kSize);
  await all.served.next(kSize);
  assert.equal(all.progress.entries.length, 0);
  place(all, [kLeft, kDown]);
  await all.served.next(kSize);
  assert.deepEqual(all.progress.entries.map(({ solved }) => solved), [false]);
  assert.deepEqual(all.asked.map((entries) => entries.length), [0, 0, 1]);
});

test("what was not answered leaves everything as it was, and is said", async () => {
  let fails = false;
  const all = await session();
  const failing = await session({
    next: async () => {
      if (fails) throw new LoadProblemError("no way");
      return { url: kTwoReds, features: kFeatures, essence: "a1", level: 2 };
    },
  });
  await failing.served.next(kSize);
  place(failing, [kDown]);
  fails = true;
  await failing.served.next(kSize);
  assert.deepEqual([failing.served.news.wrong, failing.served.news.isAsking], ["no way", false]);
  assert.deepEqual([failing.game.state.placed, failing.progress.entries.length], [1, 0]);
  assert.equal(all.served.open("nothing"), "unreadable");
});

test("a problem from elsewhere is learned about when it is over", async () => {
  const all = await session();
  assert.equal(all.served.open(kTwoReds), "");
  place(all, [kDown], [kDown]);
  await new Promise((resolve) => setTimeout(resolve, 0));
  assert.deepEqual(all.progress.entries.map(({ essence, features }) => ({ essence, features })), [
    { essence: "b2", features: kFeatures },
  ]);
});

test("a problem without a solution is said to be one", async () => {
  const all = await session({ solve: async () => ({ solution: null, complete: true, features: null, essence: "c3" }) });
  all.served.open(kTwoReds);
  await all.served.showSolution();
  assert.equal(all.served.news.wrong, "There is no solution.");
  assert.equal(all.served.news.end, null);
});
