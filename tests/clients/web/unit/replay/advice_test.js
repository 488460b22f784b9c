import assert from "node:assert/strict";
import { afterEach, test } from "node:test";

import { askForAdvice, isSamePlacement, loadAdvisers } from "../../../../../clients/web/replay/advice.js";

const realFetch = globalThis.fetch;

afterEach(() => {
  globalThis.fetch = realFetch;
});

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

test("places are the same by column and rotation, those of a double by their cells", () => {
  assert.ok(isSamePlacement({ x: 1, r: 2 }, { x: 1, r: 2 }, false));
  assert.ok(!isSamePlacement({ x: 1, r: 2 }, { x: 1, r: 0 }, false));
  assert.ok(isSamePlacement({ x: 1, r: 2 }, { x: 1, r: 0 }, true));
  assert.ok(isSamePlacement({ x: 4, r: 3 }, { x: 3, r: 1 }, true));
  assert.ok(!isSamePlacement({ x: 4, r: 3 }, { x: 3, r: 1 }, false));
  assert.ok(!isSamePlacement({ x: 4, r: 3 }, { x: 4, r: 1 }, true));
  assert.ok(!isSamePlacement({ x: 1, r: 2 }, null, true));
});

test("a question names the player, the seat as the server counts it, and the clock", async () => {
  const asked = answerAll(200, { player: "a&b", seat: 2, clock: 70, hand: 1, pair: "45", taken: null, candidates: [] });
  const answer = await askForAdvice("/api/v1/records/3", { player: "a&b", seat: 1, clock: 80 });
  assert.deepEqual(asked, ["/api/v1/records/3/advice?player=a%26b&seat=2&clock=80"]);
  assert.ok("advice" in answer && answer.advice.seat === 1);
});

test("what the server says against it is told", async () => {
  const nobody = { why: "nobody", reason: "no player" };
  answerAll(404, { error: "no player", why: "nobody" });
  assert.deepEqual(await askForAdvice("/r", { player: "a", seat: 0, clock: 0 }), nobody);
  answerAll(400, { error: "no number" });
  assert.deepEqual(await askForAdvice("/r", { player: "a", seat: 0, clock: 0 }), { why: "", reason: "no number" });
  globalThis.fetch = () => Promise.reject(new TypeError("no network"));
  assert.deepEqual(await askForAdvice("/r", { player: "a", seat: 0, clock: 0 }), { why: "", reason: "" });
  assert.deepEqual(await loadAdvisers(), []);
});

test("who can be asked is who the server lists", async () => {
  answerAll(200, { players: ["x", "gaze"], open: [], advisers: ["gaze"] });
  assert.deepEqual(await loadAdvisers(), ["gaze"]);
});
