// Takes a picture of a page in one setting: a size of the window, a scheme and a language.

import { frames, withPage } from "../pages/browser.js";
import { stopClock } from "../pages/page_clock.js";
import { differenceOf } from "./comparison.js";
import { preparePage } from "./shown_pages.js";

/** @typedef {import("playwright-core").Page} Page */
/** @typedef {import("playwright-core").Browser} Browser */
/** @typedef {import("./shown_pages.js").Shown} Shown */
/** @typedef {import("./shown_pages.js").ShownPage} ShownPage */
/** @typedef {{size: string, scheme: string, language: string}} Setting */
/** whole: of a long page, also what is seen only after scrolling; fieldShare: how high the first field is, in parts of
 * the window's height, 0: the page has none
 * @typedef {{picture: Buffer, whole: ?Buffer, fieldShare: number}} Taken */

/** The sizes of phones. Their pages are played by touch. */
export const kPhones = ["360x640", "390x844"];
export const kSizes = [...kPhones, "768x1024", "1366x768", "1920x1080", "3840x2160"];
export const kSchemes = ["light", "dark"];
export const kLanguages = ["en", "ja"];

/** A page that does not move has drawn all that it shows after so many frames. */
const kFramesUntilDrawn = 10;

/** A page that stands still is painted after so many pictures of it. */
const kMaxPictures = 20;

/** The browser may answer before it has painted all parts of a page that has just been scrolled. A page that stands still
 * is painted when two pictures do not differ. They need not be equal: the browser rounds the colours of a gradient
 * otherwise each time.
 * @param {Browser} browser @param {Page} page @param {import("playwright-core").PageScreenshotOptions} options */
async function paintedPicture(browser, page, options) {
  let last = await page.screenshot(options);
  for (let count = 1; count < kMaxPictures; ++count) {
    const next = await page.screenshot(options);
    if (next.equals(last) || await differenceOf(browser, last, next) === 0) return next;
    last = next;
  }
  throw new Error(`${page.url()} still changes after ${kMaxPictures} pictures`);
}

/** @param {Page} page */
const fieldShareOf = (page) => page.evaluate(() =>
  (document.querySelector(".side_board")?.getBoundingClientRect().height ?? 0) / window.innerHeight);

/** The same code gives nearly the same picture each time: the page's clock stands still.
 * @param {Browser} browser @param {{origin: string, shown: Shown}} site @param {ShownPage} shownPage
 * @param {Setting} setting @param {{isWhole?: boolean}} [options]   isWhole: long pages are taken whole, too
 * @returns {Promise<Taken>} */
export async function takePicture(browser, { origin, shown }, shownPage, { size, scheme, language }, options = {}) {
  const [width, height] = size.split("x").map(Number);
  const hasTouch = kPhones.includes(size);
  /** @type {?Taken} */
  let taken = null;
  const pageOptions = { origin, language, viewport: { width, height }, hasTouch, timezoneId: "UTC", mayReport: /404/ };
  await withPage(browser, pageOptions, async (page) => {
    await page.emulateMedia({ colorScheme: scheme === "light" ? "light" : "dark" });
    // The pages with a field are dark unless the settings say otherwise.
    await page.addInitScript((wanted) => {
      localStorage.setItem("rensa.settings", JSON.stringify({ version: 1, look: { scheme: wanted } }));
    }, scheme);
    if (shownPage.ready) await stopClock(page);
    const isAnswered = await preparePage(page, shownPage, shown);
    await page.goto(shownPage.path(shown));
    await isAnswered();
    // A text that gets its font later may have another number of lines, and its page draws no further frame after that.
    await page.evaluate(() => Promise.all([...document.fonts].map((font) => font.load())));
    if (shownPage.ready) await shownPage.ready(page);
    else await frames(page, kFramesUntilDrawn);
    const still = /** @type {const} */ ({ animations: "disabled", caret: "hide" });
    const picture = await paintedPicture(browser, page, still);
    const fieldShare = await fieldShareOf(page);
    const isWhole = options.isWhole && shownPage.isLong;
    const whole = isWhole ? await paintedPicture(browser, page, { ...still, fullPage: true }) : null;
    taken = { picture, whole, fieldShare };
  });
  if (!taken) throw new Error(`no picture of ${shownPage.name}`);
  return taken;
}
