// Measures the cost of the page while a person plays: the processor's time for a frame, and the time from a key until
// the picture shows it. It compares nothing with a limit, because that depends on the machine. It is run by
// `npm run bench`, on a server and with a browser of its own.

import { frames, startBrowser, withPage } from "../pages/browser.js";
import { startServer } from "../pages/server.js";

/** @typedef {import("playwright-core").CDPSession} Devtools */
/** @typedef {import("playwright-core").Page} Page */
/** @typedef {{name: string, ph: string, ts: number, dur: number, tdur: number}} TraceEvent   in microseconds: its start,
 * its duration, and the thread's own time in it */

/** Microseconds. Calls that follow each other so quickly belong to one frame: the page's own, and the measuring ones. */
const kOneFrame = 1000;
const kPresses = 64;
/** They are not measured: the browser compiles the page's script meanwhile. */
const kPressesBefore = 8;

/** @param {number[]} values @param {number} share */
const quantile = (values, share) => [...values].sort((a, b) => a - b)[Math.floor((values.length - 1) * share)];

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

/** Waits until a game is played, also a game of another match. @param {Page} page */
async function waitForGame(page) {
  const rematch = page.getByRole("button", { name: "Rematch", exact: true });
  while (await page.locator("#panel").isVisible()) {
    if (await rematch.isVisible()) await rematch.click();
    await frames(page, 1);
  }
}

/** Moves and turns pairs, and lets each fall. @param {Page} page @param {number} presses */
async function play(page, presses) {
  for (let press = 0; press < presses; ++press) {
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

/** @param {Page} page */
async function measure(page) {
  await page.goto("/play?with=greedy&wins=10");
  await underControl(page);
  await keepAnswers(page);
  await play(page, kPressesBefore);
  const script = await scriptOfFrames(await page.context().newCDPSession(page), () => play(page, kPresses));
  /** @type {{milliseconds: number, frames: number}[]} */
  const answers = await page.evaluate(() => /** @type {any} */ (window).answers);
  const [half, most] = [quantile(script, 0.5), quantile(script, 0.99)].map((ms) => ms.toFixed(2));
  console.log(`page: ${script.length} frames, ${half} ms of script in a frame, 99 of 100 below ${most} ms`);
  if (answers.length === 0) return console.log("page: no key was seen");
  const times = answers.map(({ milliseconds }) => milliseconds);
  const [usual, longest] = [quantile(times, 0.5), quantile(times, 1)].map((ms) => ms.toFixed(1));
  const drawn = quantile(answers.map(({ frames }) => frames), 0.5);
  console.log(`page: ${answers.length} keys, seen after ${usual} ms or ${drawn} frames, the last of them ${longest} ms`);
}

const server = await startServer();
const browser = await startBrowser();
try {
  server.invite("greedy", "--player", "greedy", "--open", "2");
  await server.until(async () => (await server.json("/api/v1/players")).open.length === 1);
  await withPage(browser, { origin: server.origin }, measure);
} finally {
  await browser.close();
  await server.stop();
}
