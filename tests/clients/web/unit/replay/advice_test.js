import assert from "node:assert/strict";
import { afterEach, test } from "node:test";

import { askFor, isSamePlace, loadAdvisers, restOf } from "../../../../../clients/web/replay/advice.js";

const kPair = { axis: 4, child: 5 };
const realFetch = globalThis.fetch;

afterEach(() => {
  globalThis.fetch = realFetch;
});

/** Columns of so many garbage puyos. @param {...number} heights */
function columns(...heights) {
  const cells = new Uint8Array(84);
  heights.forEach((height, x) => {
    for (let y = 0; y < height; ++y) cells[y * 6 + x] = 1;
  });
  return cells;
}

/** @param {number} status @param {unknown} body */
function answerAll(status, body) {
  /** @type {string[]} */
  const asked = [];
  globalThis.fetch = async (url) => {
    asked.push(String(url));
    return new Response(JSON.stringify(body), { status });
  };
  return asked;
}

test("a pair comes to rest on what stands below each half", () => {
  const cells = columns(0, 3, 1, 0, 0, 2);
  assert.deepEqual(restOf(cells, kPair, { x: 2, r: 0 }), [{ x: 2, y: 4, cell: 4 }, { x: 2, y: 5, cell: 5 }]);
  assert.deepEqual(restOf(cells, kPair, { x: 2, r: 2 }), [{ x: 2, y: 5, cell: 4 }, { x: 2, y: 4, cell: 5 }]);
  assert.deepEqual(restOf(cells, kPair, { x: 2, r: 1 }), [{ x: 2, y: 4, cell: 4 }, { x: 3, y: 2, cell: 5 }]);
  assert.deepEqual(restOf(cells, kPair, { x: 2, r: 3 }), [{ x: 2, y: 4, cell: 4 }, { x: 1, y: 1, cell: 5 }]);
});

test("what would lie above the highest row is left out", () => {
  assert.deepEqual(restOf(columns(13), kPair, { x: 1, r: 0 }), [{ x: 1, y: 14, cell: 4 }]);
  assert.deepEqual(restOf(columns(14), kPair, { x: 1, r: 0 }), []);
});

test("places are the same by column and rotation", () => {
  assert.ok(isSamePlace({ x: 1, r: 2 }, { x: 1, r: 2 }));
  assert.ok(!isSamePlace({ x: 1, r: 2 }, { x: 1, r: 0 }));
  assert.ok(!isSamePlace({ x: 1, r: 2 }, null));
});

test("a question names the player, the seat as the server counts it, and the clock", async () => {
  const asked = answerAll(200, { player: "a&b", seat: 2, clock: 70, hand: 1, taken: null, candidates: [] });
  const answer = await askFor("/api/v1/records/3", { player: "a&b", seat: 1, clock: 80 });
  assert.deepEqual(asked, ["/api/v1/records/3/advice?player=a%26b&seat=2&clock=80"]);
  assert.ok("advice" in answer && answer.advice.seat === 1);
});

test("what the server says against it is told", async () => {
  answerAll(404, { error: "nobody" });
  assert.deepEqual(await askFor("/r", { player: "a", seat: 0, clock: 0 }), { why: "nobody" });
  globalThis.fetch = () => Promise.reject(new TypeError("no network"));
  assert.deepEqual(await askFor("/r", { player: "a", seat: 0, clock: 0 }), { why: "" });
  assert.deepEqual(await loadAdvisers(), []);
});

test("who can be asked is who the server lists", async () => {
  answerAll(200, { players: ["x", "gaze"], open: [], advisers: ["gaze"] });
  assert.deepEqual(await loadAdvisers(), ["gaze"]);
});
