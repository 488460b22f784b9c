// What the page costs: bytes on the way, the processor's time a frame, and the time until a key is to be seen.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { frames, kLimit, startBrowser, withPage } from "./browser.js";
import { startServer } from "./server.js";

/** @typedef {import("playwright-core").CDPSession} Devtools */
/** @typedef {import("playwright-core").Page} Page */
/** @typedef {{name: string, ph: string, ts: number, dur: number, tdur: number}} TraceEvent   in microseconds: its start,
 * its duration, and the thread's own time in it */

const kMostBytes = 300_000;
/** Milliseconds. */
const kMostScript = 4;
/** Microseconds. Calls that follow each other so quickly belong to one frame: the page's own, and those of this test. */
const kOneFrame = 1000;
const kLeastFrames = 60;
/** Drawn frames from a key to the picture that shows it: the game's next frame, and the next drawn frame after it. */
const kMostFrames = 2;
const kPresses = 32;
/** They are not measured: the browser compiles the page's script meanwhile. */
const kPressesBefore = 8;
const kLeastAnswers = 15;

/** @type {import("./server.js").Server} */
let server;
/** @type {import("playwright-core").Browser} */
let browser;

before(async () => {
  server = await startServer();
  server.invite("greedy", "--player", "greedy", "--open", "2");
  browser = await startBrowser();
  await server.until(async () => (await server.json("/api/v1/players")).open.length === 1);
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

/** @param {number[]} values @param {number} share */
const quantile = (values, share) => [...values].sort((a, b) => a - b)[Math.floor((values.length - 1) * share)];

/** @param {Page} page @returns {Promise<Devtools>} */
const devtoolsOf = (page) => page.context().newCDPSession(page);

/** Waits until a pair can be moved. @param {Page} page */
async function underControl(page) {
  await page.locator(".duel").waitFor();
  await page.locator("#panel").waitFor({ state: "hidden" });
}

/** Holds a key for so many drawn frames. @param {Page} page @param {string} key @param {number} count */
async function hold(page, key, count) {
  await page.keyboard.down(key);
  await frames(page, count);
  await page.keyboard.up(key);
}

/** Waits until a game is played, also a game of another match: on a busy machine a match may end before enough is
 * measured. @param {Page} page */
async function waitForGame(page) {
  const rematch = page.getByRole("button", { name: "Rematch", exact: true });
  const until = Date.now() + kLimit;
  while (await page.locator("#panel").isVisible()) {
    assert.ok(Date.now() < until, "no game begins");
    if (await rematch.isVisible()) await rematch.click();
    await frames(page, 1);
  }
}

/** Moves and turns pairs, and lets each fall, until enough keys have been seen. On a busy machine the game's frames go by
 * while few are drawn: fewer keys act on each pair. @param {Page} page @param {number} presses
 * @param {number} leastAnswers */
async function play(page, presses, leastAnswers) {
  const answers = () => page.evaluate(() => /** @type {any} */ (window).answers.length);
  for (let press = 0; press < presses || (await answers()) < leastAnswers; ++press) {
    await waitForGame(page);
    await hold(page, ["ArrowLeft", "x", "ArrowRight", "z"][press % 4], 3);
    await frames(page, 6);
    if (press % 8 === 7) await hold(page, "ArrowDown", 24);
  }
}

/** Keeps, for each key, the time until its effect is drawn, in milliseconds and in drawn frames: on a busy machine the
 * browser draws few frames, and a key is seen with one of those. @param {Page} page */
function keepAnswers(page) {
  return page.evaluate(async () => {
    const { DuelView } = await import(/** @type {any} */ ("/draw/duel_view.js"));
    /** @type {{milliseconds: number, frames: number}[]} */
    const answers = [];
    Object.assign(window, { answers });
    let drawnFrames = 0;
    requestAnimationFrame(function countFrame() {
      ++drawnFrames;
      requestAnimationFrame(countFrame);
    });
    let [pressed, framesBefore, shown] = [0, 0, ""];
    window.addEventListener("keydown", ({ code, repeat, timeStamp }) => {
      if (!repeat && code !== "ArrowDown") [pressed, framesBefore] = [timeStamp, drawnFrames];
    }, true);
    window.addEventListener("keyup", () => (pressed = 0), true);
    const { draw } = DuelView.prototype;
    DuelView.prototype.draw = function (/** @type {any[]} */ ...given) {
      draw.apply(this, given);
      const { falling } = given[0].own;
      const now = falling ? `${falling.x} ${falling.r}` : "";
      if (now !== "" && shown !== "" && now !== shown && pressed > 0) {
        answers.push({ milliseconds: performance.now() - pressed, frames: drawnFrames - framesBefore });
        pressed = 0;
      }
      shown = now;
    };
  });
}

/** The frames of what is done meanwhile, each by what its script took of the processor: that of others does not count.
 * @param {Devtools} devtools @param {() => Promise<void>} action @returns {Promise<number[]>} in milliseconds */
async function scriptOfFrames(devtools, action) {
  /** @type {TraceEvent[]} */
  const events = [];
  devtools.on("Tracing.dataCollected", ({ value }) => events.push(.../** @type {any} */ (value)));
  const traceConfig = { includedCategories: ["devtools.timeline"] };
  await devtools.send("Tracing.start", { traceConfig, transferMode: "ReportEvents" });
  await action();
  const complete = new Promise((resolve) => devtools.once("Tracing.tracingComplete", resolve));
  await devtools.send("Tracing.end");
  await complete;
  const calls = events.filter(({ name, ph, tdur }) => name === "FireAnimationFrame" && ph === "X" && tdur !== undefined);
  calls.sort((a, b) => a.ts - b.ts);
  /** @type {number[]} */
  const frames = [];
  let end = -Infinity;
  for (const { ts, dur, tdur } of calls) {
    if (ts - end > kOneFrame) frames.push(0);
    frames[frames.length - 1] += tdur / 1000;
    end = ts + dur;
  }
  return frames;
}

test("the first page and the one to play on are light", async (t) => {
  await withPage(browser, { origin: server.origin }, async (page) => {
    const devtools = await devtoolsOf(page);
    let bytes = 0;
    await devtools.send("Network.enable");
    devtools.on("Network.loadingFinished", ({ encodedDataLength }) => (bytes += encodedDataLength));
    await page.goto("/");
    await page.getByRole("link", { name: /Play now/ }).click();
    await underControl(page);
    t.diagnostic(`${bytes} bytes`);
    assert.ok(bytes > 0 && bytes < kMostBytes, `${bytes} bytes`);
  });
});

test("a frame leaves time to spare, and a key is seen at once", async (t) => {
  await withPage(browser, { origin: server.origin }, async (page) => {
    await page.goto("/play?with=greedy&wins=10");
    await underControl(page);
    await keepAnswers(page);
    await play(page, kPressesBefore, 0);
    const script = await scriptOfFrames(await devtoolsOf(page), () => play(page, kPresses, kLeastAnswers));
    /** @type {{milliseconds: number, frames: number}[]} */
    const answers = await page.evaluate(() => /** @type {any} */ (window).answers);
    const [half, most] = [quantile(script, 0.5), quantile(script, 0.99)].map((ms) => ms.toFixed(2));
    t.diagnostic(`${script.length} frames, ${half} ms of script, 99 of 100 below ${most} ms`);
    const times = answers.map(({ milliseconds }) => milliseconds);
    const [usual, longest] = [quantile(times, 0.5), quantile(times, 1)].map((ms) => ms.toFixed(1));
    const usualFrames = quantile(answers.map(({ frames }) => frames), 0.5);
    t.diagnostic(`${answers.length} keys, seen after ${usual} ms or ${usualFrames} frames, the last of them ${longest} ms`);
    assert.ok(script.length > kLeastFrames, `${script.length} frames`);
    assert.ok(quantile(script, 0.99) < kMostScript, `${most} ms of script`);
    assert.ok(answers.length >= kLeastAnswers, `${answers.length} answers`);
    assert.ok(usualFrames <= kMostFrames, `${usualFrames} frames until a key is seen`);
  });
});
