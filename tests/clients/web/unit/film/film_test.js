import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { scenesOf } from "../../../../../clients/web/film/film.js";
import { RecordedGame } from "../../../../../clients/web/replay/recorded_game.js";
import { newEngine } from "../rules/engine_file.js";

/** @param {string} name */
async function opened(name) {
  const engine = await newEngine();
  assert.equal(engine.replay.open(readFileSync(new URL(`../../../../data/${name}`, import.meta.url))), "");
  return new RecordedGame(engine);
}

test("a film has twenty pictures a second, from the first to the last clock", async () => {
  const game = await opened("record_v1_frames.rensa");
  const scenes = scenesOf(game, { begin: 100, end: 161 });
  assert.equal(scenes.length, 22, "every third of 61 frames, and the last one");
  game.seek(103);
  assert.deepEqual(scenes[1].own.cells, game.scene().own.cells);
  game.seek(161);
  assert.deepEqual(scenes[21].own.cells, game.scene().own.cells);
});

test("cells that come to rest between two pictures of a film bounce in it", async () => {
  const game = await opened("record_v1_frames.rensa");
  const scenes = scenesOf(game, { begin: 0, end: game.last });
  const resting = scenes.filter(({ own }) => own.phase === "grounding" && own.rested?.some((one) => one === 1));
  assert.ok(resting.length > 0);
});

test("a film of a game by turns has a picture for each turn", async () => {
  const game = await opened("record_v1_turns.rensa");
  assert.equal(scenesOf(game, { begin: 2, end: 6 }).length, 5);
});
