// A duel on a bad line, as the one who plays sees it.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { frames as drawFrames, startBrowser, withPage } from "./browser.js";
import { drawnFrames, keepDrawnFrames, silentJumps } from "./drawn_frames.js";
import { startServer } from "./server.js";
import { lineTo } from "./line.js";

/** @typedef {import("playwright-core").Page} Page */
/** @typedef {import("./drawn_frames.js").DrawnFrame} DrawnFrame */

const kPairs = 15;
const kMostTries = 3;
/** Seconds: of six frames. */
const kSlips = 0.1;

/** @type {import("./server.js").Server} */
let server;
/** @type {import("playwright-core").Browser} */
let browser;

before(async () => {
  server = await startServer();
  server.invite("random", "--player", "random", "--open", "1");
  browser = await startBrowser();
  await server.until(async () => (await server.json("/api/v1/players")).open.length === 1);
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

/** Holds a key for so many drawn frames. @param {Page} page @param {string} key @param {number} count */
async function hold(page, key, count) {
  await page.keyboard.down(key);
  await drawFrames(page, count);
  await page.keyboard.up(key);
}

/** Taps, turns, holds an arrow and lets fall, as people do. @param {Page} page @param {number} hand */
async function placeSomewhere(page, hand) {
  const [near, far] = hand % 3 === 0 ? ["ArrowRight", "ArrowLeft"] : ["ArrowLeft", "ArrowRight"];
  for (let taps = hand % 4; taps > 0; --taps) await hold(page, near, 3);
  await hold(page, hand % 2 ? "x" : "z", 3);
  await hold(page, far, 12);
  await hold(page, "ArrowDown", 30);
  await drawFrames(page, 6);
}

/** @param {(number | null)[]} pairs @param {[number, number][]} places @returns {DrawnFrame[]} */
const framesOf = (pairs, places) =>
  pairs.map((pair, i) => ({ pair, x: places[i][0], y: places[i][1], arrow: 1, late: 0, garbage: "0 0 0" }));

test("a jump is one that goes back, of the same pair, without a notice", () => {
  const up = framesOf([1, null, 1], [[3, 4], [0, 0], [3, 6]]);
  assert.equal(silentJumps(up).length, 1);
  assert.equal(silentJumps(framesOf([1, 2], [[3, 4], [3, 12]])).length, 0, "another pair");
  assert.equal(silentJumps(framesOf([1, 1], [[3, 4], [3, 5]])).length, 0, "one row, as turns do");
  assert.equal(silentJumps(framesOf([1, 1], [[3, 4], [6, 4]])).length, 0, "with the key");
  assert.equal(silentJumps(framesOf([1, 1], [[6, 4], [3, 4]])).length, 1, "against the key");
  up[2].late = 1;
  assert.equal(silentJumps(up).length, 0, "it was said");
  up[2].late = 0;
  up[2].garbage = "0 0 1";
  assert.equal(silentJumps(up).length, 0, "garbage came before it");
});

/** So many frames the server has played so late that it left time out, which nobody can foresee. */
async function slips() {
  const text = await (await fetch(`${server.origin}/metrics`)).text();
  const counts = [...text.matchAll(/^rensa_frame_lateness_seconds_bucket\{le="([^"]+)"\} (\d+)$/gm)];
  const inTime = counts.filter(([, bound]) => Number(bound) <= kSlips).at(-1);
  return Number(counts.at(-1)?.[2] ?? 0) - Number(inTime?.[2] ?? 0);
}

/** @param {DrawnFrame[]} frames */
const pairCount = (frames) => new Set(frames.map(({ pair }) => pair)).size;

/** Plays some pairs, and keeps what is drawn. @param {string} origin @returns {Promise<DrawnFrame[]>} */
async function playOn(origin) {
  /** @type {DrawnFrame[]} */
  let frames = [];
  await withPage(browser, { origin, mayReport: /WebSocket/ }, async (page) => {
    await page.goto("/play?with=random&wins=5");
    await page.locator("#panel").waitFor({ state: "hidden" });
    await keepDrawnFrames(page);
    for (let hand = 0; pairCount(frames) < kPairs; ++hand) {
      await placeSomewhere(page, hand);
      frames = await drawnFrames(page);
    }
  });
  return frames;
}

test("on a slow line that stalls the own pair never jumps back by more than a cell without a notice", async (t) => {
  const line = await lineTo(server.origin, { oneWay: 100, stall: 150, share: 0.05 });
  t.after(line.close);
  // Only of a server that is in time can be said what it plays next.
  for (let tries = 1; ; ++tries) {
    const slipped = await slips();
    const frames = await playOn(line.origin);
    t.diagnostic(`${frames.length} frames, ${pairCount(frames)} pairs, ${frames.at(-1)?.late} late inputs`);
    const jumps = silentJumps(frames);
    if (jumps.length === 0 || (await slips()) === slipped) return assert.deepEqual(jumps, []);
    if (tries === kMostTries) return t.skip(`the server was late in each of ${tries} tries, which no page can foresee`);
  }
});
