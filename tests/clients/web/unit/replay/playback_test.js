import assert from "node:assert/strict";
import { test } from "node:test";

import { Playback } from "../../../../../clients/web/replay/playback.js";

/** @param {Playback} playback @param {number} from @param {number} to @param {number} step   ms between frames drawn */
function run(playback, from, to, step) {
  for (let now = from + step; now <= to + 1e-6; now += step) playback.advance(now);
}

test("a second has sixty frames, whatever the display's rate", () => {
  for (const rate of [30, 60, 75, 144]) {
    const playback = new Playback(9999, 60);
    playback.play(1000);
    run(playback, 1000, 3000, 1000 / rate);
    assert.ok(Math.abs(playback.clock - 120) <= 1, `${playback.clock} at ${rate} Hz`);
  }
});

test("speeds multiply time, slow ones too", () => {
  const playback = new Playback(9999, 60);
  playback.speed = 0.25;
  playback.play(0);
  run(playback, 0, 2000, 10);
  assert.equal(playback.clock, 30);
});

test("it stops at the end, and plays from the beginning then", () => {
  const playback = new Playback(100, 60);
  playback.seek(90);
  playback.play(0);
  run(playback, 0, 500, 100);
  assert.deepEqual([playback.clock, playback.isPlaying], [100, false]);
  playback.play(1000);
  assert.deepEqual([playback.clock, playback.isPlaying], [0, true]);
});

test("while the page is hidden time stands still", () => {
  const playback = new Playback(9999, 60);
  playback.play(0);
  playback.advance(60000);
  assert.equal(playback.clock, 15);
});

test("seeking stays within the game", () => {
  const playback = new Playback(100, 60);
  playback.seek(-5);
  assert.equal(playback.clock, 0);
  playback.seek(1000);
  assert.equal(playback.clock, 100);
});
