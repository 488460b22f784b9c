// The clock of a page that has no time but its own. It stands still until a test moves it, so that a result does not
// depend on how fast the machine is: timers, animation frames and the times of events all follow it.

import { kLimit } from "./limit.js";

/** @typedef {import("playwright-core").Page} Page */
/** @typedef {import("playwright-core").Locator} Locator */

const kFramesPerSecond = 60;
/** The page's clock moves by so many frames between two looks at the page. */
const kFramesBetweenLooks = 4;

/** The clock runs for a moment before it stops, and it cannot stop at a time that is over: an hour is longer than any
 * machine takes for that. */
const kStopAtMs = 3_600_000;

/** Stops the clock of all pages that this one opens from now on. @param {Page} page */
export async function stopClock(page) {
  await page.clock.install({ time: 0 });
  await page.clock.pauseAt(kStopAtMs);
}

/** @param {number} frames */
const millisecondsOf = (frames) => Math.ceil((frames * 1000) / kFramesPerSecond);

/** Moves the clock by so many frames, and lets the page draw them. @param {Page} page @param {number} count */
export async function step(page, count) {
  await page.clock.runFor(millisecondsOf(count));
}

/** Moves the clock by exactly as much as step() does. The browser tells a page the sizes of its parts only when it paints
 * them, so it paints before the last frame, and the page draws that one with the sizes as they are. @param {Page} page
 * @param {number} count */
export async function stepAsPainted(page, count) {
  await page.clock.runFor(millisecondsOf(count) - millisecondsOf(1));
  await page.screenshot();
  await step(page, 1);
}

/**
 * Moves the clock until an element is there, as long as that takes.
 * @param {Locator} locator @param {"visible"|"hidden"|"attached"} [state]
 */
export async function stepUntil(locator, state = "visible") {
  const isThere = async () => {
    if (state === "attached") return (await locator.count()) > 0;
    return (await locator.first().isVisible()) === (state === "visible");
  };
  await stepUntilTrue(locator.page(), isThere, `${locator} is not ${state}`);
}

/** Moves the clock until a condition holds. @param {Page} page @param {() => Promise<boolean>} holds
 * @param {string} reason   the text of the error at the limit */
export async function stepUntilTrue(page, holds, reason) {
  const begun = performance.now();
  while (!(await holds())) {
    if (performance.now() - begun > kLimit) throw new Error(`after ${kLimit / 1000} s: ${reason}`);
    await step(page, kFramesBetweenLooks);
  }
}

/** Presses a key for one frame. @param {Page} page @param {string} key */
export async function pressForFrame(page, key) {
  await page.keyboard.down(key);
  await step(page, 2);
  await page.keyboard.up(key);
  await step(page, 2);
}
