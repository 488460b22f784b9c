import assert from "node:assert/strict";
import { test } from "node:test";

import { gainOf, linkPitch, notesOf } from "../../../../../clients/web/sound/notes.js";

/** @type {import("../../../../../clients/web/sound/notes.js").SoundEvent[]} */
const kEvents = ["move", "turn", "lock", "link", "garbage_sent", "garbage_fell", "all_clear", "win", "lose"];

test("each link of a chain sounds higher than the one before it, as far as is pleasant", () => {
  for (let link = 2; link <= 15; ++link) assert.ok(linkPitch(link) > linkPitch(link - 1), String(link));
  assert.equal(linkPitch(19), linkPitch(15));
  assert.ok(linkPitch(19) < 2100);
});

test("every event has notes that can be played", () => {
  for (const event of kEvents) {
    for (const amount of [0, 1, 19, 1000]) {
      const notes = notesOf(event, amount);
      assert.ok(notes.length > 0, event);
      for (const note of notes) {
        assert.ok(note.from > 20 && note.to > 20 && note.from < 5000 && note.to < 5000, event);
        assert.ok(note.gain > 0 && note.gain <= 0.5 && note.length > 0 && note.at + note.length < 1.2, event);
      }
    }
  }
});

test("what happens most often is the quietest and shortest", () => {
  const [move] = notesOf("move", 0);
  assert.ok(notesOf("link", 1).every((note) => note.gain > move.gain && note.length > move.length));
});

test("half a volume is less than half the gain", () => {
  assert.deepEqual([gainOf(0), gainOf(1)], [0, 1]);
  assert.ok(gainOf(0.5) < 0.5);
});

test("each link sounds fuller than the one before, up to the tenth", () => {
  const loudness = (/** @type {number} */ link) => notesOf("link", link).reduce((sum, { gain }) => sum + gain, 0);
  for (let link = 2; link <= 10; ++link) assert.ok(loudness(link) > loudness(link - 1), String(link));
  assert.equal(loudness(19), loudness(10));
  assert.ok(notesOf("link", 10).length > notesOf("link", 1).length);
});
