// How large the fields are on the pages, and that nothing is wider than a phone.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { frames, startBrowser, withPage } from "./browser.js";
import { startServer } from "./server.js";

/** @typedef {import("playwright-core").Page} Page */

const kDesktops = [{ width: 1366, height: 768 }, { width: 1920, height: 1080 }, { width: 3840, height: 2160 }];
const kPhones = [{ width: 360, height: 640 }, { width: 390, height: 844 }];

/** @type {import("./server.js").Server} */
let server;
/** @type {import("playwright-core").Browser} */
let browser;

before(async () => {
  server = await startServer();
  server.invite("greedy", "--player", "greedy", "--open", "2");
  for (const name of ["first", "second"]) {
    server.invite(name, "--player", "random", "--clock", "real", "--matches", "1", "--games", "19", "--seed", "3");
  }
  await server.play(["random", "random"], 1);
  browser = await startBrowser();
  await server.until(async () => (await server.json("/api/v1/matches")).count > 0);
  await server.until(async () => (await server.json("/api/v1/players")).open.length > 0);
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

/** The page's whole size and the boxes of its fields. @param {Page} page */
const measure = (page) => page.evaluate(() => ({
  wide: document.documentElement.scrollWidth,
  boards: [...document.querySelectorAll(".duel .side_board")].map((board) => {
    const { top, bottom, left, right, height } = board.getBoundingClientRect();
    return { top, bottom, left, right, height };
  }),
}));

/** Compares the fields with the window at every size. @param {Page} page @param {number} share   of its height */
async function hasLargeFields(page, share) {
  for (const viewport of kDesktops) {
    await page.setViewportSize(viewport);
    await frames(page, 2);
    const { wide, boards } = await measure(page);
    const size = `${viewport.width} x ${viewport.height}`;
    assert.equal(boards.length, 2, size);
    for (const { top, bottom, left, right, height } of boards) {
      assert.ok(height >= share * viewport.height, `${size}: ${height} pixels high`);
      assert.ok(top >= 0 && bottom <= viewport.height && left >= 0 && right <= viewport.width, `${size}: out of sight`);
    }
    assert.ok(wide <= viewport.width, `${size}: ${wide} pixels wide`);
  }
  for (const viewport of kPhones) {
    await page.setViewportSize(viewport);
    await frames(page, 2);
    const { wide } = await measure(page);
    assert.ok(wide <= viewport.width, `${viewport.width} pixels: ${wide} pixels wide`);
  }
}

test("the fields take four fifths of the height while playing", async () => {
  await withPage(browser, { origin: server.origin }, async (page) => {
    await page.goto("/play?with=greedy&wins=10");
    await page.locator(".duel").waitFor();
    await hasLargeFields(page, 0.8);
  });
});

test("the fields take four fifths of the height while watching", async () => {
  const { matches } = await server.json("/api/v1/matches");
  const { match } = matches.find((/** @type {{players: string[]}} */ one) => one.players.includes("first"));
  await withPage(browser, { origin: server.origin }, async (page) => {
    await page.goto(`/watch/${match}`);
    await page.locator(".duel").waitFor();
    await hasLargeFields(page, 0.8);
  });
});

test("the fields take two thirds of the height in a replay, and its controls are seen with them", async () => {
  const { games } = await server.json("/api/v1/games?limit=1");
  await withPage(browser, { origin: server.origin }, async (page) => {
    await page.goto(`/replay/${games[0].record}`);
    await page.locator('#frame[data-clock="0"]').waitFor();
    await hasLargeFields(page, 0.65);
    for (const viewport of kDesktops) {
      await page.setViewportSize(viewport);
      const controls = await page.locator("#controls").boundingBox();
      assert.ok(controls && controls.y + controls.height <= viewport.height, `${viewport.height}`);
    }
  });
});

test("the first page fits every window", async () => {
  await withPage(browser, { origin: server.origin }, async (page) => {
    await page.goto("/");
    await page.locator(".opponent").first().waitFor();
    for (const viewport of [...kDesktops, ...kPhones]) {
      await page.setViewportSize(viewport);
      await frames(page, 2);
      assert.ok((await measure(page)).wide <= viewport.width, `${viewport.width} pixels`);
      const play = await page.locator("#play").boundingBox();
      assert.ok(play && play.y + play.height <= viewport.height, "people see Play now without scrolling");
    }
  });
});
