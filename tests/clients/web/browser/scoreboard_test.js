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
  firstTo: 3, score: { own: 2, other: 0 }, game: 3, names: { own: "ann", other: "gaze" },
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

test("half a point lights no win", async () => {
  const { page } = await stage.page();
  await show(page, { ...kState, score: { own: 0.5, other: 1.5 } }, kTotals);
  assert.equal(await page.locator(".board_pips.is_own .is_won").count(), 0);
  assert.equal(await page.locator(".board_pips.is_other .is_won").count(), 1);
});

test("a quiet note keeps its room, and is told to listeners", async () => {
  const { page } = await stage.page();
  const boxes = await page.evaluate(async () => {
    const [sheet, module] = ["/play/scoreboard.css", "/play/scoreboard.js"];
    const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href: sheet });
    await new Promise((resolve) => {
      link.addEventListener("load", resolve);
      document.head.append(link);
    });
    const { Scoreboard } = await import(module);
    const middle = document.createElement("div");
    document.querySelector("main")?.replaceChildren(middle);
    const board = new Scoreboard(middle);
    return [true, false].map((isQuiet) => {
      board.showNote({ text: "Round trip: 20 ms", isQuiet });
      const note = /** @type {HTMLElement} */ (middle.querySelector(".play_connection"));
      const { y, height } = note.getBoundingClientRect();
      return { y, height, text: note.innerText, isSeen: getComputedStyle(note).color !== "rgba(0, 0, 0, 0)" };
    });
  });
  const [quiet, seen] = boxes;
  assert.deepEqual([quiet.y, quiet.height, quiet.text], [seen.y, seen.height, seen.text]);
  assert.deepEqual([quiet.isSeen, seen.isSeen], [false, true]);
});

test("what a page has not seen is not told, and a match of one game has no wins to wait for", async () => {
  const { page } = await stage.page();
  await show(page, { ...kState, firstTo: 1 }, { ...kTotals, areKnown: false });
  assert.equal(await page.locator(".board_goal").textContent(), "Game 3");
  assert.equal(await page.locator(".board_pips span").count(), 0);
  assert.deepEqual(await rowsOf(page), [
    ["ann –", "Longest chain", "gaze –"], ["ann –", "Garbage sent", "gaze –"],
  ]);
});

test("the chains that both could fire stand side by side, with bars for their points", async () => {
  const { page, complaints } = await stage.page();
  const rows = await page.evaluate(async ([names]) => {
    const module = "/play/scoreboard.js";
    const { Scoreboard } = await import(module);
    const middle = document.createElement("div");
    document.querySelector("main")?.replaceChildren(middle);
    const board = new Scoreboard(middle);
    const told = () => [...(middle.querySelector("tr:last-child")?.querySelectorAll("td") ?? [])].map((cell) =>
      [cell.querySelector("[aria-hidden]")?.textContent ?? "", cell.textContent, cell.style.getPropertyValue("--share")]);
    board.showPossible([null, { links: 3, points: 900 }], names);
    const before = told();
    board.showPossible([{ links: 12, points: 70140 }, { links: 11, points: 35070 }], names);
    return [before, told()];
  }, [kState.names]);
  assert.deepEqual(rows[0].map(([seen, told]) => [seen, told]), [["", "ann –"], ["", "gaze –"]], "one is not known yet");
  assert.deepEqual(rows[1].map(([seen, , share]) => [seen, share]), [["12", "1"], ["11", "0.5"]]);
  assert.match(rows[1][0][1], /ann could fire: 12-chain, 70,140 points/);
  assert.deepEqual(complaints, []);
});
