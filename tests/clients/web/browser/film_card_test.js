// The part of a replay's page that makes films, for games that are too short for one.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { Stage } from "./stage.js";

/** @typedef {import("playwright-core").Page} Page */

/** @type {Stage} */
let stage;
before(async () => (stage = await Stage.open()));
after(() => stage.close());

/** Puts the card of a game that ended at a clock on the page. @param {Page} page @param {number} last */
const showCard = (page, last) => page.evaluate(async (last) => {
  const module = "/film/film_card.js";
  const { FilmCard } = await import(module);
  const game = { last, countsTurns: false, matchEvents: [], winner: 1 };
  const card = new FilmCard(game, "1", {
    clock: () => 0, pause: () => {}, placeText: (/** @type {number} */ clock) => String(clock), look: () => null,
    pictures: () => [document.createElement("canvas")],
  });
  card.writeTexts();
  document.querySelector("main")?.replaceChildren(card.root);
}, last);

test("a game that ended at clock 0 offers no film, and says why", async () => {
  const { page, complaints } = await stage.page();
  await showCard(page, 0);
  assert.match(await page.locator(".film_span").innerText(), /ended at once/);
  for (const button of await page.getByRole("button").all()) assert.equal(await button.isDisabled(), true);
  await showCard(page, 1);
  assert.equal(await page.locator(".film_span").innerText(), "From 0 to 1");
  for (const button of await page.getByRole("button").all()) assert.equal(await button.isDisabled(), false);
  assert.deepEqual(complaints, []);
});
