// Ways back into a match that is not over: another tab, another device, and links.

import assert from "node:assert/strict";
import { test } from "node:test";

import { frames, withPage } from "../browser.js";
import { lineTo } from "../line.js";
import { kLostConnection, kManyGames, pathOf, resign, siteWithOpponents, underControl } from "./duel.js";

/** @typedef {import("playwright-core").Page} Page */

const site = siteWithOpponents();

/** Loses a game: pairs that fall where they appear fill the middle column. @param {Page} page */
async function loseGame(page) {
  const tally = () => page.evaluate(() => document.querySelector(".duel_tally")?.textContent);
  const before = await tally();
  await page.keyboard.down("ArrowDown");
  await page.waitForFunction((before) => document.querySelector(".duel_tally")?.textContent !== before, before);
  await page.keyboard.up("ArrowDown");
}

/** Gives the match up that is not over, and waits for that of the link. @param {Page} page */
async function followLink(page) {
  await page.getByRole("button", { name: "Resign that match, and follow the link" }).click();
  await page.waitForFunction(() => document.querySelector(".side_other .side_name")?.textContent === "random");
  await underControl(page);
}

test("the same game goes on in another tab, and the first one says so", async () => {
  await site.withPage({}, async (page) => {
    await page.goto("/play?with=greedy" + kManyGames);
    await underControl(page);
    const match = (await site.server.json("/api/v1/matches")).matches.length;
    const tab = await page.context().newPage();
    await tab.goto("/play");
    await underControl(tab);
    await page.getByText("continues in another tab").waitFor();
    assert.equal((await site.server.json("/api/v1/matches")).matches.length, match, "no second match has begun");
    await resign(tab);
  });
});

test("the link for another device stays while games end and begin", async () => {
  await site.withPage({}, async (page) => {
    await page.goto("/play?with=greedy" + kManyGames);
    await underControl(page);
    const own = await page.locator(".side_own .side_name").innerText();
    await page.getByRole("button", { name: "Continue on another device" }).click();
    const path = `/api/v1/games?player=${encodeURIComponent(own)}`;
    const gamesOf = async () => (await site.server.json(path)).games.length;
    await page.keyboard.down("ArrowDown");  // pairs that fall where they appear fill the middle column
    while ((await gamesOf()) < 1) await frames(page, 30);
    await page.keyboard.up("ArrowDown");
    await frames(page, 300);  // the next game begins
    assert.match(await page.locator("#panel input").inputValue(), /#resume=/);
    await page.keyboard.press("Escape");
    await underControl(page);
    await resign(page);
  });
});

test("a page that was away does not take the seat from where the match goes on", async (t) => {
  const line = await lineTo(site.server.origin);
  t.after(line.close);
  await withPage(site.browser, { origin: line.origin, mayReport: kLostConnection }, async (phone) => {
    await phone.goto("/play?with=greedy" + kManyGames);
    await underControl(phone);
    await phone.getByRole("button", { name: "Continue on another device" }).click();
    const link = await phone.locator("#panel input").inputValue();
    await phone.keyboard.press("Escape");
    line.cut();
    await site.withPage({}, async (laptop) => {
      await laptop.goto(pathOf(link));
      await underControl(laptop);
      line.mend();
      await phone.getByText("continues in another tab").waitFor();
      await underControl(laptop);
      await resign(laptop);
    });
  });
});

test("a link leads back into the match that is not over, which says so and can be given up", async () => {
  await site.withPage({}, async (page) => {
    await page.goto("/play?with=greedy" + kManyGames);
    await underControl(page);
    await page.reload();
    await underControl(page);
    await page.goto("/play?with=random");
    await page.getByText("Your match against greedy is not over").waitFor();
    await page.getByRole("button", { name: "Continue that match" }).click();
    await underControl(page);
    const own = await page.locator(".side_own .side_name").innerText();
    await page.goto("/play?with=random" + kManyGames);
    await followLink(page);
    const { matches } = await site.server.json("/api/v1/matches");
    const isUnfinished = (/** @type {any} */ { players }) => players.includes(own) && players.includes("greedy");
    assert.ok(!matches.some(isUnfinished), JSON.stringify(matches));
  });
});

test("the question about a match that is not over stays while games end and begin", async () => {
  await site.withPage({}, async (page) => {
    await page.goto("/play?with=greedy" + kManyGames);
    await underControl(page);
    await page.goto("/play?with=random" + kManyGames);
    await page.getByText("Your match against greedy is not over").waitFor();
    for (let games = 0; games < 2; ++games) await loseGame(page);
    assert.equal(await page.getByRole("button", { name: "Continue that match" }).isVisible(), true);
    await followLink(page);
  });
});

test("a seat of a match that is long over does not keep anybody from playing", async () => {
  await site.withPage({}, async (page) => {
    await page.addInitScript(() => {
      if (!window.localStorage.getItem("rensa.seat")) window.localStorage.setItem("rensa.seat", "999999.1.0123abc");
    });
    await page.goto("/play?with=random" + kManyGames);
    await underControl(page);
    assert.equal(await page.locator(".side_other .side_name").innerText(), "random");
    assert.doesNotMatch(await page.evaluate(() => window.localStorage.getItem("rensa.seat") ?? ""), /^999999/);
  });
  await site.withPage({}, async (page) => {
    await page.goto("/play#resume=999999.1.0123abc");
    await page.getByText("This does not exist, or does not exist any more.").waitFor();
  });
});
