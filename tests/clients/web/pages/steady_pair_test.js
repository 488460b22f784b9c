// A duel on a bad line, as the one who plays sees it.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { startBrowser, withPage } from "./browser.js";
import { drawnFrames, keepDrawnFrames, silentJumps } from "./drawn_frames.js";
import { startServer } from "./server.js";
import { slowLine } from "./slow_line.js";

/** @typedef {import("playwright-core").Page} Page */
/** @typedef {import("./drawn_frames.js").DrawnFrame} DrawnFrame */

const kHands = 30;

/** @type {import("./server.js").Server} */
let server;
/** @type {import("playwright-core").Browser} */
let browser;

before(async () => {
  server = await startServer();
  server.invite("random", "--player", "random", "--open", "1");
  browser = await startBrowser();
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

/** Taps, turns, holds an arrow and lets fall, as people do. @param {Page} page @param {number} hand */
async function placeSomewhere(page, hand) {
  const [near, far] = hand % 3 === 0 ? ["ArrowRight", "ArrowLeft"] : ["ArrowLeft", "ArrowRight"];
  for (let taps = hand % 4; taps > 0; --taps) await page.keyboard.press(near, { delay: 40 });
  await page.keyboard.press(hand % 2 ? "x" : "z", { delay: 40 });
  for (const [key, ms] of /** @type {[string, number][]} */ ([[far, 200], ["ArrowDown", 500]])) {
    await page.keyboard.down(key);
    await page.waitForTimeout(ms);
    await page.keyboard.up(key);
  }
  await page.waitForTimeout(100);
}

/** @param {(number | null)[]} pairs @param {[number, number][]} places @returns {DrawnFrame[]} */
const framesOf = (pairs, places) =>
  pairs.map((pair, i) => ({ pair, x: places[i][0], y: places[i][1], arrow: 1, late: 0 }));

test("a jump is one that goes back, of the same pair, without a notice", () => {
  const up = framesOf([1, null, 1], [[3, 4], [0, 0], [3, 6]]);
  assert.equal(silentJumps(up).length, 1);
  assert.equal(silentJumps(framesOf([1, 2], [[3, 4], [3, 12]])).length, 0, "another pair");
  assert.equal(silentJumps(framesOf([1, 1], [[3, 4], [3, 5]])).length, 0, "one row, as turns do");
  assert.equal(silentJumps(framesOf([1, 1], [[3, 4], [6, 4]])).length, 0, "with the key");
  assert.equal(silentJumps(framesOf([1, 1], [[6, 4], [3, 4]])).length, 1, "against the key");
  up[2].late = 1;
  assert.equal(silentJumps(up).length, 0, "it was said");
});

test("on a slow line that stalls the own pair never jumps back by more than a cell without a notice", async (t) => {
  const line = await slowLine(server.origin, { oneWay: 100, stall: 150, share: 0.05 });
  t.after(line.close);
  await withPage(browser, { origin: line.origin, mayReport: /WebSocket/ }, async (page) => {
    await page.goto("/play?with=random&wins=5");
    await page.locator("#panel").waitFor({ state: "hidden" });
    await keepDrawnFrames(page);
    for (let hand = 0; hand < kHands; ++hand) await placeSomewhere(page, hand);
    const frames = await drawnFrames(page);
    const pairs = new Set(frames.map(({ pair }) => pair)).size;
    t.diagnostic(`${frames.length} frames, ${pairs} pairs, ${frames.at(-1)?.late} late inputs`);
    assert.ok(pairs >= kHands / 2, `${pairs} pairs`);
    assert.deepEqual(silentJumps(frames), []);
  });
});
