import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";

import { PracticeGame } from "../../../../../clients/web/practice/game.js";
import { newEngine } from "../rules/engine_file.js";

/** @import {ReplayCursor} from "../../../../../clients/web/rules/engine.js" */

const kRecords = new URL("../../../../data/", import.meta.url);
const kNames = readdirSync(kRecords).filter((name) => /record_v\d_(frames|keys|forfeit)\.rensa/.test(name));
const kDown = 4;
/** That have room above each other, with one more to be seen. */
const kColumnOfPairs = 6;

/** @param {string} name */
async function opened(name) {
  const { replay } = await newEngine();
  assert.equal(replay.open(readFileSync(new URL(name, kRecords))), "");
  return replay;
}

/**
 * Begins a practice game at the next decision of a seat, and brings its first pair.
 * @param {ReplayCursor} cursor @param {number} seat
 */
async function practised(cursor, seat) {
  const url = cursor.positionUrl(seat) ?? "";
  assert.notEqual(url, "");
  assert.ok(encodeURIComponent(url).length < 1000, url);
  const game = new PracticeGame(await newEngine());
  assert.equal(game.begin({ seed: 1n, colours: 4, url }), "");
  bring(game, 1);
  return game;
}

/** Drops what comes until this pair can be moved. @param {PracticeGame} game @param {number} hand */
function bring(game, hand) {
  for (let i = 0; i < 1000 && !(game.side().hand === hand && game.side().phase === "control"); ++i) game.step(kDown);
  assert.equal(game.side().hand, hand);
}

for (const name of kNames) {
  test(`${name}: from any moment on one plays what the seat was to play next`, async () => {
    const cursor = await opened(name);
    const matchEvents = cursor.matchEvents();
    let compared = 0;
    for (let clock = 0; clock < cursor.last; clock += 97) {
      for (const seat of [0, 1]) {
        cursor.seek(clock);
        const isDue = cursor.side(seat).phase === "control";
        const next = matchEvents.find((one) => one.seat === seat && one.kind === "controllable" && one.clock > clock);
        if (!isDue && !next) continue;
        const game = await practised(cursor, seat);
        if (!isDue) cursor.seek(next?.clock ?? 0);
        const { pairs, cells } = cursor.side(seat);
        assert.deepEqual(game.side().pairs.slice(0, pairs.length), pairs, `${seat} at ${clock}`);
        const garbage = matchEvents.some((one) =>
          one.seat === seat && one.kind === "garbage_fell" && one.clock > clock && one.clock <= cursor.clock);
        // Garbage that had begun to fall lies there in part.
        if (!garbage) assert.deepEqual(game.side().cells, cells, `${seat} at ${clock}`);
        compared += 1;
      }
    }
    assert.ok(compared > 10, `${compared} moments`);
  });
}

test("the pairs that follow are those that the seat got", async () => {
  const cursor = await opened("record_v1_frames.rensa");
  const game = await practised(cursor, 0);
  const pairs = cursor.matchEvents().filter((one) => one.seat === 0 && one.kind === "controllable");
  const hands = pairs.slice(0, kColumnOfPairs);
  for (const { clock, number } of hands) {
    bring(game, number);
    cursor.seek(clock);
    assert.deepEqual(game.side().pairs[0], cursor.side(0).pairs[0], `hand ${number}`);
  }
  assert.equal(hands.length, kColumnOfPairs);
});
