import assert from "node:assert/strict";
import { test } from "node:test";

import { BarClock, kBarSeconds, notesOfBar } from "../../../../../clients/web/sound/music.js";

/** @import {MusicMood} from "../../../../../clients/web/sound/music.js" */

const kMoods = /** @type {MusicMood[]} */ (["calm", "danger"]);
const kBars = Array.from({ length: 40 }, (_, bar) => bar);

test("every note begins in its bar, can be heard, and is not loud", () => {
  for (const bar of kBars) {
    for (const mood of kMoods) {
      const notes = notesOfBar(7, bar, mood);
      assert.ok(notes.length > 5);
      for (const { at, from, to, length, gain } of notes) {
        assert.ok(at >= 0 && at < kBarSeconds && length > 0 && length <= kBarSeconds);
        assert.ok(Math.min(from, to) >= 40 && Math.max(from, to) < 2000, `${from} Hz`);
        assert.ok(gain > 0 && gain <= 0.3);
      }
    }
  }
});

test("danger adds to the music and changes nothing else of it", () => {
  for (const bar of kBars) {
    const calm = notesOfBar(7, bar, "calm");
    const danger = notesOfBar(7, bar, "danger");
    assert.deepEqual(danger.slice(0, calm.length), calm);
    assert.ok(danger.length > calm.length);
  }
});

test("the same game has the same music, and bars and games differ", () => {
  const melodies = new Set(kBars.map((bar) => JSON.stringify(notesOfBar(7, bar, "calm"))));
  assert.equal(melodies.size, kBars.length);
  assert.deepEqual(notesOfBar(7, 3, "calm"), notesOfBar(7, 3, "calm"));
  assert.notDeepEqual(notesOfBar(7, 3, "calm"), notesOfBar(8, 3, "calm"));
});

test("each bar is due once, shortly before it begins, where the last one ends", () => {
  const clock = new BarClock();
  const first = clock.due(10);
  assert.ok(first && first.bar === 0 && first.at > 10 && first.at < 10.2);
  assert.equal(clock.due(10.1), null);
  assert.equal(clock.due(first.at + kBarSeconds - 0.5), null);
  assert.deepEqual(clock.due(first.at + kBarSeconds - 0.1), { bar: 1, at: first.at + kBarSeconds });
});

test("after a pause the next bar begins at once and not in the past", () => {
  const clock = new BarClock();
  clock.due(10);
  const later = clock.due(60);
  assert.ok(later && later.bar === 1 && later.at > 60 && later.at < 60.2);
});
