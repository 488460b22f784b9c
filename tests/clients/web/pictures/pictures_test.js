// Compares pictures of all pages on phones with those that are kept in the folder reference. After a wanted change of
// the look, `./dev pictures --keep` makes them anew. `./dev test --long` also makes those of the larger sizes, for people
// to look at.

import assert from "node:assert/strict";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";

import { differenceOf, keptPicture, kMaxShare } from "./comparison.js";
import { whyNoFonts, withFonts } from "./fonts.js";
import { kLanguages, kPhones, kSchemes, kSizes, takePicture } from "./picture.js";
import { kShownPages } from "./shown_pages.js";
import { gamesOf, startServerWithTournament } from "./tournament.js";
import { startBrowser } from "../pages/browser.js";

/** @typedef {import("playwright-core").Browser} Browser */
/** @typedef {import("./picture.js").Setting} Setting */

const kBuild = new URL("../../../../build/", import.meta.url);
/** The folder for pictures that differ. */
const kDifferent = fileURLToPath(new URL("log/pictures/", kBuild));
/** The folder for those of the larger sizes. */
const kLarge = fileURLToPath(new URL("pictures/", kBuild));

/** @type {import("../pages/server.js").Server} */
let server;
/** @type {import("./shown_pages.js").Shown} */
let shown;

before(async () => {
  server = await startServerWithTournament();
  const [featured, ...others] = await gamesOf(server);
  shown = { featured, others };
});
after(() => server?.stop());

/** @param {string} folder @param {string} name @param {Setting} setting @param {Buffer} picture
 * @returns {Promise<string>} the file */
async function written(folder, name, { size, scheme, language }, picture) {
  const file = join(folder, `${name}-${size}-${scheme}-${language}.png`);
  await mkdir(folder, { recursive: true });
  await writeFile(file, picture);
  return file;
}

/** Returns a line for each page that differs. @param {Browser} browser @param {Setting} setting
 * @param {(text: string) => void} tell   is told how much the others differ */
async function differences(browser, setting, tell) {
  const lines = [];
  let most = 0;
  for (const page of kShownPages) {
    const { picture } = await takePicture(browser, { origin: server.origin, shown }, page, setting);
    const kept = await keptPicture(setting, page.name);
    const share = kept ? await differenceOf(browser, picture, kept) : 1;
    if (share <= kMaxShare) {
      most = Math.max(most, share);
      continue;
    }
    const file = await written(kDifferent, page.name, setting, picture);
    lines.push(`${page.name}: ${(100 * share).toFixed(2)} % of the picture ${file} differ from the kept one`);
  }
  tell(`at most ${(100 * most).toFixed(3)} % of a picture differ`);
  return lines;
}

/** @param {Browser} browser @param {Setting} setting */
async function makeLargePictures(browser, setting) {
  for (const page of kShownPages) {
    const site = { origin: server.origin, shown };
    const { picture, whole } = await takePicture(browser, site, page, setting, { isWhole: true });
    await written(kLarge, page.name, setting, picture);
    if (whole) await written(kLarge, `${page.name}_whole`, setting, whole);
  }
}

/** @param {string[]} sizes @returns {Setting[]} */
const settingsOf = (sizes) => sizes.flatMap((size) =>
  kSchemes.flatMap((scheme) => kLanguages.map((language) => ({ size, scheme, language }))));

/** A test in a browser with the fonts of the language. @param {string} name @param {Setting} setting
 * @param {(browser: Browser, tell: (text: string) => void) => Promise<void>} use */
function testIn(name, { size, scheme, language }, use) {
  test(`${name}: ${size}, ${scheme}, ${language}`, { skip: whyNoFonts(language) ?? false }, (context) =>
    withFonts(language, async (environment) => {
      const browser = await startBrowser(environment);
      try {
        await use(browser, (text) => context.diagnostic(text));
      } finally {
        await browser.close();
      }
    }));
}

const kIsLong = Boolean(process.env.RENSA_LONG);
/** Every size, scheme and language is in two of these. @type {Setting[]} */
const kUsual = [
  { size: "360x640", scheme: "light", language: "en" }, { size: "360x640", scheme: "dark", language: "ja" },
  { size: "390x844", scheme: "dark", language: "en" }, { size: "390x844", scheme: "light", language: "ja" },
];

for (const setting of kIsLong ? settingsOf(kPhones) : kUsual) {
  testIn("the pages look as in the kept pictures", setting, async (browser, tell) => {
    assert.deepEqual(await differences(browser, setting, tell), []);
  });
}

for (const setting of kIsLong ? settingsOf(kSizes.filter((size) => !kPhones.includes(size))) : []) {
  testIn("pictures to look at are made", setting, (browser) => makeLargePictures(browser, setting));
}
