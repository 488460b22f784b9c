// The scoreboard between the fields while a person plays.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { Stage } from "./stage.js";

/** @typedef {import("playwright-core").Page} Page */

/** @type {Stage} */
let stage;
before(async () => (stage = await Stage.open()));
after(() => stage.close());

/** @param {Page} page @param {object} state   of the match @param {object} totals   of the game */
const show = (page, state, totals) => page.evaluate(async ([match, game]) => {
  const module = "/play/scoreboard.js";
  const { Scoreboard } = await import(module);
  const middle = document.createElement("div");
  document.querySelector("main")?.replaceChildren(middle);
  new Scoreboard(middle).show(match, game);
}, /** @type {[object, object]} */ ([state, totals]));

const kTotals = { areKnown: true, longest: { own: 3, other: 12 }, sent: { own: 1234, other: 0 } };
const kState = {
  terms: { firstTo: 3 }, score: { own: 2, other: 0 }, game: 3, names: { own: "ann", other: "gaze" },
};

/** @param {Page} page */
const rowsOf = (page) => page.locator("tr").evaluateAll((rows) =>
  rows.map((row) => [...row.children].map((cell) => cell.textContent)));

test("the wins that decide the match stand one by one, and the numbers of both players side by side", async () => {
  const { page, complaints } = await stage.page();
  await show(page, kState, kTotals);
  assert.equal(await page.locator(".board_goal").textContent(), "First to 3");
  assert.equal(await page.locator(".board_pips.is_own span").count(), 3);
  assert.equal(await page.locator(".board_pips.is_own .is_won").count(), 2);
  assert.equal(await page.locator(".board_pips.is_other .is_won").count(), 0);
  assert.deepEqual(await rowsOf(page), [
    ["ann 3", "Longest chain", "gaze 12"], ["ann 1,234", "Garbage sent", "gaze 0"],
  ]);
  assert.deepEqual(complaints, []);
});

test("what a page has not seen is not told, and a match of one game has no wins to wait for", async () => {
  const { page } = await stage.page();
  await show(page, { ...kState, terms: { firstTo: 1 } }, { ...kTotals, areKnown: false });
  assert.equal(await page.locator(".board_goal").textContent(), "Game 3");
  assert.equal(await page.locator(".board_pips span").count(), 0);
  assert.deepEqual(await rowsOf(page), [
    ["ann –", "Longest chain", "gaze –"], ["ann –", "Garbage sent", "gaze –"],
  ]);
});
