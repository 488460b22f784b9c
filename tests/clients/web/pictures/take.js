// Makes pictures of all pages: `npm run pictures -- DIR [--sizes 390x844,...] [--pages home,...] [--schemes dark]
// [--languages ja]`. It starts a server and a browser of its own. Seeds are fixed and the pages' clocks stand still, so
// the same code gives nearly the same pictures each time. It prints the height of the fields in percent of the
// window's.

import { mkdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

import { frames, startBrowser, withPage } from "../pages/browser.js";
import { stopClock } from "../pages/page_clock.js";
import { startServer } from "../pages/server.js";
import { kShownPages, preparePage } from "./shown_pages.js";
import { gamesOf, playTournament } from "./tournament.js";

/** @typedef {import("playwright-core").Page} Page */
/** @typedef {import("playwright-core").Browser} Browser */
/** @typedef {import("./shown_pages.js").Shown} Shown */
/** @typedef {import("./shown_pages.js").ShownPage} ShownPage */
/** @typedef {{size: string, scheme: string, language: string}} Setting */

const kFolder = fileURLToPath(new URL("../../../../build/pictures/", import.meta.url));
/** A page that does not move has drawn all that it shows after so many frames. */
const kFramesUntilDrawn = 10;
const kSizes = ["360x640", "390x844", "768x1024", "1366x768", "1920x1080", "3840x2160"];
const kSchemes = ["light", "dark"];
const kLanguages = ["en", "ja"];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sizes: { type: "string", default: kSizes.join() },
    pages: { type: "string", default: kShownPages.map(({ name }) => name).join() },
    schemes: { type: "string", default: kSchemes.join() },
    languages: { type: "string", default: kLanguages.join() },
  },
});

/** Returns the members of a list that an option names. @param {string} option @param {string} text
 * @param {string[]} known */
function chosen(option, text, known) {
  const names = text.split(",");
  const wrong = names.find((name) => !known.includes(name));
  if (wrong !== undefined) throw new Error(`--${option}: "${wrong}" is none of ${known.join(", ")}`);
  return names;
}

/** @param {Page} page @returns {Promise<string>} how high the first field is, in percent of the window's height */
async function fieldShare(page) {
  const share = await page.evaluate(() =>
    (document.querySelector(".side_board")?.getBoundingClientRect().height ?? 0) / window.innerHeight);
  return share > 0 ? ` field=${Math.round(100 * share)}%` : "";
}

/** @param {Browser} browser @param {string} origin @param {Shown} shown @param {ShownPage} shownPage
 * @param {Setting} setting @param {string} folder */
async function takePicture(browser, origin, shown, shownPage, { size, scheme, language }, folder) {
  const [width, height] = size.split("x").map(Number);
  const options = { origin, language, viewport: { width, height }, mayReport: /404/ };
  await withPage(browser, options, async (page) => {
    await page.emulateMedia({ colorScheme: scheme === "light" ? "light" : "dark" });
    // The pages with a field are dark unless the settings say otherwise.
    await page.addInitScript((wanted) => {
      localStorage.setItem("rensa.settings", JSON.stringify({ version: 1, look: { scheme: wanted } }));
    }, scheme);
    if (shownPage.ready) await stopClock(page);
    await preparePage(page, shownPage, shown);
    await page.goto(shownPage.path(shown));
    if (shownPage.ready) await shownPage.ready(page);
    else await frames(page, kFramesUntilDrawn);
    const file = `${shownPage.name}-${size}-${scheme}-${language}.png`;
    await page.screenshot({ path: join(folder, file), animations: "disabled", caret: "hide" });
    console.log(`${file}${await fieldShare(page)}`);
  });
}

const folder = resolve(positionals[0] ?? kFolder);
const pages = chosen("pages", values.pages, kShownPages.map(({ name }) => name));
const settings = chosen("sizes", values.sizes, kSizes).flatMap((size) =>
  chosen("schemes", values.schemes, kSchemes).flatMap((scheme) =>
    chosen("languages", values.languages, kLanguages).map((language) => ({ size, scheme, language }))));

await mkdir(folder, { recursive: true });
const server = await startServer();
const browser = await startBrowser();
try {
  await playTournament(server);
  const [featured, ...others] = await gamesOf(server);
  for (const setting of settings) {
    for (const page of kShownPages.filter(({ name }) => pages.includes(name))) {
      await takePicture(browser, server.origin, { featured, others }, page, setting, folder);
    }
  }
} finally {
  await browser.close();
  await server.stop();
}
