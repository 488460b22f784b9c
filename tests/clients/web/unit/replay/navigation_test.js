import assert from "node:assert/strict";
import { test } from "node:test";

import {
  clockAfter, frameOfHash, Playback, recentEventsAt, replayActionOf, stopAfter, stopBefore, stopsOf,
} from "../../../../../clients/web/replay/navigation.js";

/** @import {GameEvent} from "../../../../../clients/web/rules/engine.js" */

/** @param {number} clock @param {string} kind @param {Partial<GameEvent>} [more] */
const happening = (clock, kind, more = {}) =>
  ({ clock, kind, seat: 0, number: 0, amount: 0, cancelled: 0, points: 0, ...more });

test("a clock at which both seats get a pair is one stop", () => {
  const matchEvents = [
    happening(73, "controllable"), happening(73, "controllable", { seat: 1 }), happening(90, "locked"),
    happening(120, "link_started"), happening(200, "controllable"),
  ];
  assert.deepEqual(stopsOf(matchEvents), { placements: [73, 200], links: [152] });
  assert.deepEqual(stopsOf(matchEvents, { countsTurns: true }), { placements: [73, 200], links: [120] });
});

test("steps go to the stops beside a clock, and beyond the outermost to the ends", () => {
  const stops = [73, 200];
  assert.equal(stopAfter(stops, 0, 900), 73);
  assert.equal(stopAfter(stops, 73, 900), 200);
  assert.equal(stopAfter(stops, 200, 900), 900);
  assert.equal(stopBefore(stops, 900), 200);
  assert.equal(stopBefore(stops, 200), 73);
  assert.equal(stopBefore(stops, 73), 0);
});

test("an action leads to the stop that it is about", () => {
  const game = { stops: { placements: [73, 200], links: [120] }, last: 900 };
  assert.equal(clockAfter("forward_placement", 80, game), 200);
  assert.equal(clockAfter("forward_link", 80, game), 120);
  assert.equal(clockAfter("back_link", 80, game), 0);
  assert.equal(clockAfter("back_placement", 80, game), 73);
  assert.equal(clockAfter("back_frame", 80, game), 79);
  assert.equal(clockAfter("end", 80, game), 900);
});

test("the attacks of a clock are those that have been sent lately, with their ages", () => {
  const matchEvents = [
    happening(100, "garbage_sent", { seat: 1, amount: 7, cancelled: 2 }), happening(130, "garbage_sent", { amount: 5 }),
  ];
  const first = { from: "other", amount: 7, cancelled: 2 };
  assert.deepEqual(recentEventsAt(matchEvents, 99, 90).attacks, []);
  assert.deepEqual(recentEventsAt(matchEvents, 110, 90).attacks, [{ ...first, age: 10 }]);
  assert.deepEqual(recentEventsAt(matchEvents, 131, 90).attacks,
    [{ ...first, age: 31 }, { from: "own", amount: 5, cancelled: 0, age: 1 }]);
});

test("news is over after a while", () => {
  const matchEvents = [happening(100, "garbage_sent", { amount: 7 }), happening(100, "all_clear", { seat: 1 })];
  assert.deepEqual(recentEventsAt(matchEvents, 189, 90).allClear, [false, true]);
  assert.deepEqual(recentEventsAt(matchEvents, 190, 90), { attacks: [], allClear: [false, false] });
});

test("an address names a frame of the game, never one behind its end", () => {
  assert.equal(frameOfHash("#frame=123", 900), 123);
  assert.equal(frameOfHash("#frame=1230", 900), 900);
  assert.equal(frameOfHash("", 900), 0, "the address as it is at the beginning");
  assert.equal(frameOfHash("#frame=-3", 900), null);
  assert.equal(frameOfHash("#main", 900), null);
});

/** @param {string} key @param {{shiftKey?: boolean, ctrlKey?: boolean}} [held] */
const actionOf = (key, held = {}) =>
  replayActionOf({ key, shiftKey: false, ctrlKey: false, altKey: false, metaKey: false, ...held });

test("arrows go by placements, with Shift by links", () => {
  assert.equal(actionOf("ArrowLeft"), "back_placement");
  assert.equal(actionOf("ArrowLeft", { shiftKey: true }), "back_link");
  assert.equal(actionOf("ArrowRight", { shiftKey: true }), "forward_link");
});

test("what a layout needs Shift for still works", () => {
  assert.equal(actionOf(".", { shiftKey: true }), "forward_frame");
});

test("the browser keeps its own keys", () => {
  assert.equal(actionOf("ArrowLeft", { ctrlKey: true }), null);
  assert.equal(actionOf("a"), null);
});

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
