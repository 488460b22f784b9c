import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { kDown, kLeft, kRight, kTurnCw } from "../../../../../clients/web/input/frame_keys.js";
import { makeEngine } from "../../../../../clients/web/rules/engine.js";
import { TrainingPosition } from "../../../../../clients/web/rules/training_position.js";
import { TrainingGame } from "../../../../../clients/web/train/game.js";

const kEngine = new URL("../../../../../clients/web/rules/engine.wasm", import.meta.url);
const kCompiled = await WebAssembly.compile(readFileSync(kEngine));

/** Two red pairs: put upright into one column they vanish. */
const kTwoReds = "_0000__u01";

async function begun(url = kTwoReds) {
  const game = new TrainingGame(new TrainingPosition(await makeEngine(kCompiled)));
  assert.equal(game.begin(url), "");
  waited(game);
  return game;
}

/** Goes on until a pair waits or all is over. @param {TrainingGame} game */
function waited(game) {
  let links = 0;
  for (let i = 0; i < 2000 && !game.state.waits && !game.state.over; ++i) {
    links = Math.max(links, ...game.step(0).map(({ kind, number }) => (kind === "link_started" ? number : 0)));
  }
  game.step(0);
  return links;
}

/** @param {TrainingGame} game @param {...number} keys   one a frame, each let go of */
function press(game, ...keys) {
  for (const key of keys) {
    game.step(key);
    for (let i = 0; i < 4; ++i) game.step(0);
  }
}

test("a pair waits for as long as somebody thinks", async () => {
  const game = await begun();
  const before = game.side();
  for (let i = 0; i < 500; ++i) game.step(0);
  assert.deepEqual(game.side().falling, before.falling);
  assert.ok(game.seconds > 8);
});

test("two pairs that vanish solve it", async () => {
  const game = await begun();
  press(game, kDown);
  waited(game);
  assert.deepEqual(game.state, { ...game.state, placed: 1, solved: false, over: false });
  press(game, kDown);
  assert.equal(waited(game), 1);
  assert.deepEqual(game.state, { ...game.state, placed: 2, solved: true, over: true });
});

test("what does not vanish is over and not solved, and can be taken back", async () => {
  const game = await begun();
  press(game, kLeft, kLeft, kDown);
  waited(game);
  press(game, kDown);
  waited(game);
  assert.deepEqual(game.state, { ...game.state, placed: 2, solved: false, over: true });
  assert.equal(game.undo(), true);
  waited(game);
  assert.equal(game.state.placed, 1);
  press(game, kLeft, kLeft, kDown);
  waited(game);
  assert.equal(game.state.solved, true);
  game.restart();
  waited(game);
  assert.deepEqual([game.state.placed, game.undo()], [0, false]);
});

test("a pair that falls can be taken back", async () => {
  const game = await begun();
  press(game, kLeft, kDown);
  assert.equal(game.state.waits, false);
  assert.equal(game.undo(), true);
  waited(game);
  assert.deepEqual([game.state.placed, game.state.waits], [0, true]);
});

test("down that is held drops one pair and not the next", async () => {
  const game = await begun();
  for (let i = 0; i < 300; ++i) game.step(kDown);
  assert.equal(game.state.placed, 1);
});

test("keys move and turn the waiting pair, and a column can be pointed at", async () => {
  const game = await begun();
  press(game, kTurnCw, kLeft);
  assert.deepEqual([game.side().falling?.x, game.side().falling?.r], [2, 1]);
  game.moveToColumn(6);
  assert.equal(game.side().falling?.x, 5);
});

test("each of two quick taps counts, and a key that is held goes on step by step", async () => {
  const game = await begun();
  for (const keys of [kLeft, 0, kLeft]) game.step(keys);
  assert.equal(game.side().falling?.x, 1);
  for (const keys of [kRight, kRight, kRight, kRight]) game.step(keys);
  assert.equal(game.side().falling?.x, 2);
  game.step(kRight);
  assert.equal(game.side().falling?.x, 3);
});

test("a solution plays by itself, and is no work of who looks", async () => {
  const game = await begun();
  game.showSolution([{ x: 6, r: 0 }, { x: 6, r: 2 }]);
  const before = game.seconds;
  for (let i = 0; i < 1000 && !game.state.over; ++i) game.step(kDown);
  assert.deepEqual([game.state.solved, game.showsSolution, game.seconds], [true, true, before]);
  game.restart();
  waited(game);
  assert.equal(game.showsSolution, false);
});

test("garbage between the pairs falls", async () => {
  const game = await begun("_00a100__u01");
  assert.equal(game.side().cells[5], 0);
  press(game, kDown);
  waited(game);
  assert.equal(game.side().cells[5], 1);
});

test("what is no problem is said to be none, and the one before goes on", async () => {
  const game = await begun();
  for (const text of ["", "nothing", "_o1q1", "<script>", "http://elsewhere.example/?_zz__u03", "_o1q1__"]) {
    assert.notEqual(game.begin(text), "", text);
  }
  assert.equal(game.pairs.length, 2);
  assert.equal(game.state.waits, true);
});

test("a problem goes out as a link and comes back in", async () => {
  const game = await begun();
  const other = await begun(game.url() ?? "no link");
  assert.deepEqual(other.goal, game.goal);
  assert.deepEqual(other.pairs, game.pairs);
  assert.deepEqual(game.goal, { kind: "chain", isAtLeast: false, colour: "any", count: 1 });
});
