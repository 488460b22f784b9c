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
  const picture = () => {
    const canvas = document.createElement("canvas");
    canvas.className = "field_picture";
    Object.assign(canvas, { width: 72, height: 146 });
    return canvas;
  };
  const card = new FilmCard(game, "1", {
    clock: () => 0, pause: () => {}, placeText: (/** @type {number} */ clock) => String(clock), look: () => null,
    pictures: () => [picture(), picture()],
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

test("on the narrowest screens the pictures become smaller, and the page does not scroll sideways", async () => {
  const { page, complaints } = await stage.page({ viewport: { width: 320, height: 640 } });
  for (const url of ["/replay/parts.css", "/film/film.css"]) await page.addStyleTag({ url });
  await showCard(page, 100);
  const [width, ratios] = await page.evaluate(() => [
    document.documentElement.scrollWidth,
    [...document.querySelectorAll(".field_picture")].map((one) => one.clientHeight / one.clientWidth),
  ]);
  assert.equal(width, 320);
  assert.equal(ratios.length, 4);
  for (const ratio of ratios) assert.ok(Math.abs(ratio - 146 / 72) < 0.1, `a picture is distorted: ${ratio}`);
  assert.deepEqual(complaints, []);
});
