// What the page costs: bytes on the way, the processor's time a frame, and the time until a key is to be seen.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { frames, startBrowser, withPage } from "./browser.js";
import { startServer } from "./server.js";

/** @typedef {import("playwright-core").CDPSession} Devtools */
/** @typedef {import("playwright-core").Page} Page */
/** @typedef {{name: string, ph: string, tdur?: number}} TraceEvent   tdur: of the thread's own time, in microseconds */

const kMostBytes = 300_000;
/** Milliseconds. */
const kMostScript = 4;
const kLeastFrames = 60;
const kPresses = 60;

/** @type {import("./server.js").Server} */
let server;
/** @type {import("playwright-core").Browser} */
let browser;

before(async () => {
  server = await startServer();
  server.invite("greedy", "--player", "greedy", "--open", "1");
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

/** From the first page until a pair can be moved. @param {Page} page */
async function begin(page) {
  await page.goto("/");
  await page.getByRole("link", { name: /Play now/ }).click();
  await page.locator(".duel").waitFor();
  await page.locator("#panel").waitFor({ state: "hidden" });
}

/** Holds a key for so many drawn frames. @param {Page} page @param {string} key @param {number} count */
async function hold(page, key, count) {
  await page.keyboard.down(key);
  await frames(page, count);
  await page.keyboard.up(key);
}

/** Moves and turns pairs, and lets each fall. @param {Page} page */
async function play(page) {
  for (let press = 0; press < kPresses && (await page.locator("#panel").isHidden()); ++press) {
    await hold(page, ["ArrowLeft", "x", "ArrowRight", "z"][press % 4], 3);
    await frames(page, 6);
    if (press % 8 === 7) await hold(page, "ArrowDown", 24);
  }
}

/** Keeps how long it takes from a key to where it is drawn, and from each frame to the next one, in milliseconds.
 * @param {Page} page */
function keepAnswers(page) {
  return page.evaluate(async () => {
    const { DuelView } = await import(/** @type {any} */ ("/draw/duel_view.js"));
    /** @type {number[][]} */
    const [answers, frames] = [[], []];
    Object.assign(window, { answers, frames });
    let last = performance.now();
    requestAnimationFrame(function keepFrame(now) {
      frames.push(now - last);
      last = now;
      requestAnimationFrame(keepFrame);
    });
    let [pressed, shown] = [0, ""];
    window.addEventListener("keydown", ({ code, repeat, timeStamp }) => {
      if (!repeat && code !== "ArrowDown") pressed = timeStamp;
    }, true);
    window.addEventListener("keyup", () => (pressed = 0), true);
    const { draw } = DuelView.prototype;
    DuelView.prototype.draw = function (/** @type {any[]} */ ...given) {
      draw.apply(this, given);
      const { falling } = given[0].own;
      const now = falling ? `${falling.x} ${falling.r}` : "";
      if (now !== "" && shown !== "" && now !== shown && pressed > 0) {
        answers.push(performance.now() - pressed);
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
  const frames = events.filter(({ name, ph }) => name === "FireAnimationFrame" && ph === "X");
  return frames.flatMap(({ tdur }) => (tdur === undefined ? [] : [tdur / 1000]));
}

test("the first page and the one to play on are light", async (t) => {
  await withPage(browser, { origin: server.origin }, async (page) => {
    const devtools = await devtoolsOf(page);
    let bytes = 0;
    await devtools.send("Network.enable");
    devtools.on("Network.loadingFinished", ({ encodedDataLength }) => (bytes += encodedDataLength));
    await begin(page);
    t.diagnostic(`${bytes} bytes`);
    assert.ok(bytes > 0 && bytes < kMostBytes, `${bytes} bytes`);
    await page.getByRole("button", { name: "Resign" }).click();
    await page.locator("#panel").getByRole("button", { name: "Resign" }).click();
    await page.getByText("You lost the match").waitFor();
  });
});

test("a frame leaves time to spare, and a key is seen at once", async (t) => {
  await withPage(browser, { origin: server.origin }, async (page) => {
    await begin(page);
    await keepAnswers(page);
    const script = await scriptOfFrames(await devtoolsOf(page), () => play(page));
    const { answers, frames } = await page.evaluate(() => {
      const { answers, frames } = /** @type {any} */ (window);
      return { answers, frames };
    });
    // On a busy machine the browser draws fewer frames, and a key is seen with one of those.
    const frame = quantile(frames, 0.5);
    const [half, most] = [quantile(script, 0.5), quantile(script, 0.99)].map((ms) => ms.toFixed(2));
    t.diagnostic(`${script.length} frames, ${half} ms of script, 99 of 100 below ${most} ms`);
    const [usual, longest] = [quantile(answers, 0.5), quantile(answers, 1)].map((ms) => ms.toFixed(1));
    t.diagnostic(`${answers.length} keys, seen after ${usual} ms, the last of them ${longest} ms`);
    t.diagnostic(`a frame every ${frame.toFixed(1)} ms`);
    assert.ok(script.length > kLeastFrames, `${script.length} frames`);
    assert.ok(quantile(script, 0.99) < kMostScript, `${most} ms of script`);
    assert.ok(answers.length > kPresses / 4, `${answers.length} answers`);
    assert.ok(quantile(answers, 0.5) < 2 * frame, `${usual} ms until a key is seen`);
  });
});
