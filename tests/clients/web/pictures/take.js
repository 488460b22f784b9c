// Makes pictures of all pages, or of those that are named: `npm run pictures -- [NAME...] [--out DIR]
// [--sizes 390x844,...] [--schemes dark] [--languages ja]`. With --keep, those of phones replace the pictures that the
// tests compare with; with --docs, those of docs/web.md are made anew, and no others. It starts a server and browsers of
// its own. It prints the height of the fields in percent of the window's.

import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

import { startBrowser } from "../pages/browser.js";
import { compressed, referenceFile } from "./comparison.js";
import { documentPicture, kDocumentFolder, kDocumentPictures } from "./documents.js";
import { whyNoFonts, withFonts } from "./fonts.js";
import { kLanguages, kPhones, kSchemes, kSizes, takePicture } from "./picture.js";
import { kShownPages } from "./shown_pages.js";
import { gamesOf, startServerWithTournament } from "./tournament.js";

/** @typedef {import("playwright-core").Browser} Browser */
/** @typedef {import("./picture.js").Setting} Setting */
/** @typedef {import("./shown_pages.js").Shown} Shown */

const kFolder = fileURLToPath(new URL("../../../../build/pictures/", import.meta.url));

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    out: { type: "string", default: kFolder },
    from: { type: "string", default: process.env.INIT_CWD ?? "." }, // the folder to which --out is relative
    sizes: { type: "string" },
    schemes: { type: "string", default: kSchemes.join() },
    languages: { type: "string", default: kLanguages.join() },
    keep: { type: "boolean", default: false },
    docs: { type: "boolean", default: false },
  },
});

/** Ends the program if a name is unknown. @param {string} what @param {string[]} names @param {string[]} known */
function chosen(what, names, known) {
  const wrong = names.find((name) => !known.includes(name));
  if (wrong === undefined) return names;
  console.error(`${what}: "${wrong}" is none of ${known.join(", ")}`);
  return process.exit(2);
}

const folder = resolve(values.from, values.out);
const knownSizes = values.keep ? kPhones : kSizes;
const sizes = chosen("--sizes", (values.sizes ?? knownSizes.join()).split(","), knownSizes);
const schemes = chosen("--schemes", values.schemes.split(","), kSchemes);
const languages = chosen("--languages", values.languages.split(","), kLanguages);
const allNames = kShownPages.map(({ name }) => name);
const names = chosen("page", positionals.length > 0 ? positionals : allNames, allNames);
const pages = kShownPages.filter(({ name }) => names.includes(name));

/** @param {Browser} browser @param {{origin: string, shown: Shown}} site @param {Setting} setting */
async function takeAll(browser, site, setting) {
  const ending = `${setting.size}-${setting.scheme}-${setting.language}.png`;
  for (const page of pages) {
    const { picture, whole, fieldShare } = await takePicture(browser, site, page, setting, { isWhole: !values.keep });
    const file = `${page.name}-${ending}`;
    console.log(`${file}${fieldShare > 0 ? ` field=${Math.round(100 * fieldShare)}%` : ""}`);
    if (values.keep) {
      const kept = referenceFile(setting, page.name);
      await mkdir(dirname(kept), { recursive: true });
      await writeFile(kept, await compressed(browser, picture));
    } else {
      await writeFile(join(folder, file), picture);
      if (whole) await writeFile(join(folder, `${page.name}_whole-${ending}`), whole);
    }
  }
}

/** Makes the pictures of docs/web.md of these pages. @param {Browser} browser
 * @param {{origin: string, shown: Shown}} site */
async function takeForDocuments(browser, site) {
  for (const { file, page: name, setting } of kDocumentPictures) {
    const page = pages.find((one) => one.name === name);
    if (!page) continue;
    const { picture } = await takePicture(browser, site, page, setting);
    await writeFile(join(kDocumentFolder, file), await documentPicture(browser, picture));
    console.log(file);
  }
}

/** @param {Browser} browser @param {{origin: string, shown: Shown}} site @param {string} language */
async function takeAllInLanguage(browser, site, language) {
  if (values.docs) return takeForDocuments(browser, site);
  for (const size of sizes) {
    for (const scheme of schemes) await takeAll(browser, site, { size, scheme, language });
  }
}

await mkdir(folder, { recursive: true });
const server = await startServerWithTournament();
try {
  const [featured, ...others] = await gamesOf(server);
  const site = { origin: server.origin, shown: { featured, others } };
  // A page in English has a few Japanese words, for which the fonts of a reader are there, too.
  for (const language of values.docs ? ["ja"] : languages) {
    const reason = whyNoFonts(language);
    if (reason) throw new Error(reason);
    await withFonts(language, async (environment) => {
      const browser = await startBrowser(environment);
      try {
        await takeAllInLanguage(browser, site, language);
      } finally {
        await browser.close();
      }
    });
  }
} finally {
  await server.stop();
}
