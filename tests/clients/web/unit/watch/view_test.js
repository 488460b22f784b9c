import assert from "node:assert/strict";
import { test } from "node:test";

import { cellsOf } from "../../../../../clients/web/net/wire.js";
import { DuelScenes } from "../../../../../clients/web/play/duel_scene.js";
import { WatchedMatch } from "../../../../../clients/web/watch/watched_match.js";
import { newEngine } from "../rules/engine_file.js";

const kLink = `${"0".repeat(78)}444400`;
/** @type {any} nothing has happened */
const kQuiet = { showsAllClear: () => false, attacksAt: () => [] };

/** Returns the update that a spectator is sent in each frame of a link. @param {number} clock */
function update(clock) {
  const own = { field: kLink, pairs: "4556", phase: "PHASE_VANISHING", link: 1, hand: 3 };
  const opponent = { field: "0".repeat(84), pairs: "4556", phase: "PHASE_CONTROL", hand: 3 };
  return { update: { match: "7", game: 1, view: { clock, own, opponent } } };
}

test("a link vanishes on both sides of a match that is watched as it does for who plays", async () => {
  const scenes = new DuelScenes(await newEngine());
  const match = new WatchedMatch("7");
  /** @type {number[]} */
  const seen = [];
  for (let frame = 0; frame < 50; ++frame) {
    match.receive(update(100 + frame));
    const scene = scenes.sceneOfMatch(match, kQuiet);
    seen.push(scene?.own.progress ?? -1);
  }
  assert.equal(seen[0], 0);
  assert.ok(seen[49] > 0.9 && seen[49] <= 1);
  seen.forEach((progress, i) => assert.ok(i === 0 || progress > seen[i - 1], `frame ${i}: ${progress}`));
  assert.deepEqual([...(match.sides[0]?.cells ?? [])], [...cellsOf(kLink)]);
});
