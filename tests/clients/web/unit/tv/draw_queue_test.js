import assert from "node:assert/strict";
import { test } from "node:test";

import { DrawQueue } from "../../../../../clients/web/tv/draw_queue.js";

/** A queue of at most two things a picture; each call of nextPicture() returns what that picture has drawn. */
function queueOfTwo() {
  /** @type {(() => void)[]} */
  let scheduled = [];
  /** @type {string[]} */
  let drawn = [];
  const queue = new DrawQueue(2, (draw) => scheduled.push(draw), (/** @type {string} */ thing) => drawn.push(thing));
  const nextPicture = () => {
    const now = scheduled;
    [scheduled, drawn] = [[], []];
    for (const draw of now) draw();
    return drawn;
  };
  return { queue, nextPicture };
}

test("no picture draws more things than allowed, even if they change again while others wait", () => {
  const { queue, nextPicture } = queueOfTwo();
  for (const thing of ["a", "b", "c"]) queue.add(thing);
  assert.deepEqual(nextPicture(), ["a", "b"]);
  for (const thing of ["c", "a", "b"]) queue.add(thing);
  assert.deepEqual(nextPicture(), ["c", "a"]);
  assert.deepEqual(nextPicture(), ["b"]);
  assert.deepEqual(nextPicture(), []);
});

test("a thing that has gone is not drawn, and does not make the others draw twice", () => {
  const { queue, nextPicture } = queueOfTwo();
  queue.add("a");
  queue.remove("a");
  for (const thing of ["b", "c", "d"]) queue.add(thing);
  assert.deepEqual(nextPicture(), ["b", "c"]);
  assert.deepEqual(nextPicture(), ["d"]);
});
