// Measures the cost of the page while a person plays on a large display with all effects, marks and sounds: the
// processor's time for a frame, how many frames are drawn, and the time from a key until the picture shows it. It prints
// the values that are asked for beside them and fails at none, because they depend on the machine. It is run by
// `npm run bench`, on a server and with a browser of its own.

import { frames, startBrowser, withPage } from "../pages/browser.js";
import { startServer } from "../pages/server.js";

/** @typedef {import("playwright-core").CDPSession} Devtools */
/** @typedef {import("playwright-core").Page} Page */
/** @typedef {{name: string, ph: string, tid: number, pid: number, ts: number, dur: number, tdur: number}} TraceEvent   in
 * microseconds: its start, its duration, and the thread's own time in it */
/** script: of each frame, in milliseconds; rate: frames a second
 * @typedef {{script: number[], rate: number}} DrawnFrames */

const kDisplay = { width: 1920, height: 1080 };
/** All that a person can switch on. */
const kEverything = {
  version: 1, look: { shapes: true, letters: true, landing: true, motion: "full" },
  sound: { master: 1, effects: 1, music: 1, muted: false },
};
const kAsked = { scriptMs: 4, framesOfKey: 2, rate: 60 };
/** Microseconds. Calls that follow each other so quickly belong to one frame: the page's own, and the measuring ones. */
const kOneFrame = 1000;
/** What a thread does for the script of a page: its calls, what follows from them, and its memory. */
const kScriptWork = ["FireAnimationFrame", "FunctionCall", "RunMicrotasks", "EvaluateScript", "MinorGC", "MajorGC"];
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

/** Measures the frames of what is done meanwhile, each by what its script took of the processor until the next one: that
 * of others does not count. @param {Devtools} devtools @param {() => Promise<void>} action
 * @returns {Promise<DrawnFrames>} */
async function measureFrames(devtools, action) {
  /** @type {TraceEvent[]} */
  const events = [];
  devtools.on("Tracing.dataCollected", ({ value }) => events.push(.../** @type {any} */ (value)));
  const traceConfig = { includedCategories: ["devtools.timeline"] };
  await devtools.send("Tracing.start", { traceConfig, transferMode: "ReportEvents" });
  await action();
  const complete = new Promise((resolve) => devtools.once("Tracing.tracingComplete", resolve));
  await devtools.send("Tracing.end");
  await complete;
  const calls = events.filter(({ name, ph, tdur }) => kScriptWork.includes(name) && ph === "X" && tdur !== undefined);
  const page = calls.find(({ name }) => name === "FireAnimationFrame");
  return framesOf(calls.filter(({ pid, tid }) => pid === page?.pid && tid === page.tid));
}

/** @param {TraceEvent[]} calls   of the page's thread @returns {DrawnFrames} */
function framesOf(calls) {
  // A call comes before those that it makes.
  calls.sort((a, b) => a.ts - b.ts || b.dur - a.dur);
  /** @type {{begin: number, script: number}[]} */
  const frames = [];
  let [endOfCall, endOfDrawing] = [-Infinity, -Infinity];
  for (const { name, ts, dur, tdur } of calls) {
    if (ts < endOfCall) continue;
    endOfCall = ts + dur;
    if (name === "FireAnimationFrame") {
      if (ts - endOfDrawing > kOneFrame) frames.push({ begin: ts, script: 0 });
      endOfDrawing = endOfCall;
    }
    const frame = frames.at(-1);
    if (frame) frame.script += tdur / 1000;
  }
  const seconds = ((frames.at(-1)?.begin ?? 0) - (frames[0]?.begin ?? 0)) / 1e6;
  return { script: frames.map(({ script }) => script), rate: (frames.length - 1) / seconds };
}

/** @param {Page} page */
async function measure(page) {
  await page.addInitScript((settings) => localStorage.setItem("rensa.settings", settings), JSON.stringify(kEverything));
  await page.goto("/play?with=greedy&wins=10");
  await underControl(page);
  await keepAnswers(page);
  await play(page, kPressesBefore);
  const { script, rate } = await measureFrames(await page.context().newCDPSession(page), () => play(page, kPresses));
  /** @type {{milliseconds: number, frames: number}[]} */
  const answers = await page.evaluate(() => /** @type {any} */ (window).answers);
  const [half, most] = [quantile(script, 0.5), quantile(script, 0.99)].map((ms) => ms.toFixed(2));
  console.log(`page: ${kDisplay.width} x ${kDisplay.height}, ${script.length} frames, ${rate.toFixed(1)} a second `
    + `(asked: ${kAsked.rate})`);
  console.log(`page: ${half} ms of script in a frame, 99 of 100 below ${most} ms (asked: ${kAsked.scriptMs})`);
  if (answers.length === 0) return console.log("page: no key was seen");
  const times = answers.map(({ milliseconds }) => milliseconds);
  const [usual, late] = [quantile(times, 0.5), quantile(times, 0.95)].map((ms) => ms.toFixed(1));
  const [drawn, last] = [0.5, 0.95].map((share) => quantile(answers.map(({ frames }) => frames), share));
  console.log(`page: ${answers.length} keys, seen after ${usual} ms or ${drawn} frames, 95 of 100 within ${late} ms or `
    + `${last} frames (asked: ${kAsked.framesOfKey})`);
}

const server = await startServer();
const browser = await startBrowser();
try {
  server.invite("greedy", "--player", "greedy", "--open", "2");
  await server.until(async () => (await server.json("/api/v1/players")).open.length === 1);
  await withPage(browser, { origin: server.origin, viewport: kDisplay }, measure);
} finally {
  await browser.close();
  await server.stop();
}
