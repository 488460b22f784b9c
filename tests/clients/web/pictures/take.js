// Makes pictures of all pages, or of those that are named: `npm run pictures -- [NAME...] [--out DIR]
// [--sizes 390x844,...] [--schemes dark] [--languages ja]`. It starts a server and a browser of its own. Seeds are fixed
// and the pages' clocks stand still, so the same code gives nearly the same pictures each time. It prints the height of
// the fields in percent of the window's.

import { spawnSync } from "node:child_process";
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
/** The sizes of phones. Their pages are played by touch. */
const kPhones = ["360x640", "390x844"];
const kSizes = [...kPhones, "768x1024", "1366x768", "1920x1080", "3840x2160"];
const kSchemes = ["light", "dark"];
const kLanguages = ["en", "ja"];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    out: { type: "string", default: kFolder },
    from: { type: "string", default: process.env.INIT_CWD ?? "." }, // the folder to which --out is relative
    sizes: { type: "string", default: kSizes.join() },
    schemes: { type: "string", default: kSchemes.join() },
    languages: { type: "string", default: kLanguages.join() },
  },
});

/** Ends the program if a name is unknown. @param {string} what @param {string[]} names @param {string[]} known */
function chosen(what, names, known) {
  const wrong = names.find((name) => !known.includes(name));
  if (wrong === undefined) return names;
  console.error(`${what}: "${wrong}" is none of ${known.join(", ")}`);
  return process.exit(2);
}

/** Says which characters have no font: without one, Japanese texts are shown as boxes. */
function warnOfMissingFonts() {
  const { stdout } = spawnSync("fc-list", [":lang=ja", "family"], { encoding: "utf8" });
  if (!stdout?.trim()) console.error("No font has Japanese characters: install fonts-noto-cjk.");
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
  const hasTouch = kPhones.includes(size);
  const options = { origin, language, viewport: { width, height }, hasTouch, mayReport: /404/ };
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
    const ending = `${size}-${scheme}-${language}.png`;
    const file = `${shownPage.name}-${ending}`;
    await page.screenshot({ path: join(folder, file), animations: "disabled", caret: "hide" });
    console.log(`${file}${await fieldShare(page)}`);
    if (!shownPage.isLong) return;
    const path = join(folder, `${shownPage.name}_whole-${ending}`);
    await page.screenshot({ path, animations: "disabled", caret: "hide", fullPage: true });
  });
}

const folder = resolve(values.from, values.out);
const allNames = kShownPages.map(({ name }) => name);
const pages = chosen("page", positionals.length > 0 ? positionals : allNames, allNames);
const schemes = chosen("--schemes", values.schemes.split(","), kSchemes);
const languages = chosen("--languages", values.languages.split(","), kLanguages);
const settings = chosen("--sizes", values.sizes.split(","), kSizes).flatMap((size) =>
  schemes.flatMap((scheme) => languages.map((language) => ({ size, scheme, language }))));

if (languages.includes("ja")) warnOfMissingFonts();
await mkdir(folder, { recursive: true });
const server = await startServer();
const browser = await startBrowser();
try {
  await playTournament(server);
  const [featured, ...others] = await gamesOf(server);
  if (featured.game.longestChain.links === 0) throw new Error(`the players do not play:\n${server.describe()}`);
  for (const setting of settings) {
    for (const page of kShownPages.filter(({ name }) => pages.includes(name))) {
      await takePicture(browser, server.origin, { featured, others }, page, setting, folder);
    }
  }
} finally {
  await browser.close();
  await server.stop();
}
