// The film that the page of a replay makes of a part of the game.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";

import { wcagViolations } from "../browser/stage.js";
import { readGif } from "../unit/film/gif_reader.js";
import { kPhone } from "./browser.js";
import { kMissedRecord, serveRecord } from "./record_file.js";
import { SharedSite } from "./shared_site.js";

/** @typedef {import("playwright-core").Page} Page */

const kReplay = `/replay/?record=${encodeURIComponent(kMissedRecord)}`;

const site = new SharedSite();

/** @param {Page} page @param {string} hash */
async function open(page, hash) {
  await serveRecord(page);
  await page.goto(kReplay + hash);
  await page.locator("#film button").first().waitFor();
}

/** Makes a film and saves it. @param {Page} page */
async function savedFilm(page) {
  await page.getByRole("button", { name: "Make a GIF" }).click();
  const saved = page.waitForEvent("download");
  await page.getByRole("link", { name: /^Save the film \([\d,]+ kB\)$/ }).click();
  const download = await saved;
  return { name: download.suggestedFilename(), gif: readGif(await readFile(await download.path())) };
}

test("the chosen part of a replay becomes a film", async () => {
  await site.withPage({}, async (page) => {
    await open(page, "#frame=300");
    await page.locator('#frame[data-clock="300"]').waitFor();
    await page.getByRole("button", { name: "Begin here" }).click();
    await page.evaluate(() => (location.hash = "#frame=420"));
    await page.locator('#frame[data-clock="420"]').waitFor();
    await page.getByRole("button", { name: "End here" }).click();
    assert.match(await page.locator(".film_span").innerText(), /0:05.* 0:07/);
    const { name, gif } = await savedFilm(page);
    assert.equal(name, "900.gif");
    assert.ok(gif.repeats);
    // Two seconds, the last picture of which stays longer.
    const hundredths = gif.pictures.reduce((sum, { delay }) => sum + delay, 0);
    assert.equal(hundredths, 40 * 5 + 150);
    const colours = new Set(gif.pictures[0].pixels);
    assert.ok(colours.size > 100, `${colours.size} colours`);
    assert.equal(await page.locator("#frame").getAttribute("data-clock"), "420", "the replay stays where it was");
  });
});

test("at first the film is that of the longest chain, and another span takes it away", async () => {
  await site.withPage({}, async (page) => {
    await open(page, "");
    const first = await page.locator(".film_span").innerText();
    await savedFilm(page);
    await page.getByRole("button", { name: "Begin here" }).click();
    assert.notEqual(await page.locator(".film_span").innerText(), first);
    assert.equal(await page.locator("#film a").isVisible(), false);
    await page.getByRole("button", { name: "The longest chain" }).click();
    assert.equal(await page.locator(".film_span").innerText(), first);
  });
});

for (const language of ["en", "ja"]) {
  test(`axe finds nothing where a film is made: ${language}`, async () => {
    for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
      await site.withPage({ bypassCSP: true, language, viewport: kPhone }, async (page) => {
        await page.emulateMedia({ colorScheme });
        await open(page, "#frame=60");
        await page.locator('#frame[data-clock="60"]').waitFor();
        await page.locator("#film button").nth(1).click();
        await page.locator("#film .primary").click();
        await page.locator("#film a").waitFor();
        assert.deepEqual(await wcagViolations(page, { within: "#film" }), []);
      });
    }
  });
}
