import assert from "node:assert/strict";
import { test } from "node:test";

import { seriousIssues } from "../browser/stage.js";
import { frames, kPhone, kWide } from "./browser.js";
import { SharedSite } from "./shared_site.js";

const site = new SharedSite();

test("the page of the look shows every state of a field", async () => {
  await site.withPage({}, async (page) => {
    await page.goto("/look");
    await page.locator(".look_scene").last().waitFor();
    await frames(page, 4);
    const states = await page.evaluate(async () => {
      const { kFieldStates } = await import(/** @type {any} */ ("/look/field_states.js"));
      return Object.keys(kFieldStates).length;
    });
    assert.equal(await page.locator(".look_scene").count(), states);
    // Words and warnings lie over the board.
    const pictures = await page.locator(".look_scene .side_board").evaluateAll((boards) => boards.map((board) =>
      /** @type {HTMLCanvasElement} */ (board).toDataURL() + board.closest(".side_field")?.outerHTML));
    // A field that is empty looks the same under an all clear as before the game.
    assert.ok(new Set(pictures).size >= states - 1, `${new Set(pictures).size} pictures of ${states} states`);
  });
});

for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
  for (const language of ["en", "ja"]) {
    test(`axe finds nothing in the look, and a phone nothing too wide: ${colorScheme}, ${language}`, async () => {
      for (const viewport of [kWide, kPhone]) {
        const options = { bypassCSP: true, viewport, language };
        await site.withPage(options, async (page) => {
          await page.emulateMedia({ colorScheme });
          await page.goto("/look");
          await page.locator(".look_scene").last().waitFor();
          assert.deepEqual(await seriousIssues(page), []);
          assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth));
        });
      }
    });
  }
}
