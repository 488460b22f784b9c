// The league's pages against a tournament that is being played.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { seriousIssues } from "../browser/stage.js";
import { kPhone, startBrowser, withPage } from "./browser.js";
import { startServer } from "./server.js";

/** @typedef {import("playwright-core").Page} Page */

const kHostile = `<b onclick="x">&'greedy`;

/** @type {import("./server.js").Server} */
let server;
/** @type {import("playwright-core").Browser} */
let browser;
/** @type {string} of an administrator */
let token;

/** @param {object} plan @returns {Promise<string>} its id */
async function begin(plan) {
  const answer = await fetch(`${server.origin}/api/v1/tournaments?jobs=2`, {
    method: "POST",
    headers: { Authorization: `Bearer ${token}` },
    body: JSON.stringify(plan),
  });
  assert.ok(answer.ok, await answer.clone().text());
  return (await answer.json()).id;
}

before(async () => {
  server = await startServer();
  browser = await startBrowser();
  token = await server.administrator();
  const players = [{ name: kHostile, player: "greedy" }, { name: "two", player: "greedy" }, "random"];
  // The tournament lasts longer than all tests.
  assert.equal(await begin({ name: "spring cup", players, pairs: 20_000 }), "spring-cup");
  const late = { name: "late", players: ["greedy", "random"], starts: "2999-12-24T18:00:00Z" };
  assert.equal(await begin(late), "late");
  assert.equal(await begin({ name: "is it", format: "sprt", players: ["greedy", "random"], elo: [0, 50] }), "is-it");
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

/** How many games the page says have been played. @param {Page} page */
const gamesOn = (page) => page.evaluate(() => {
  const term = [...document.querySelectorAll("dt")].find((one) => one.textContent === "Games");
  return parseInt(term?.nextElementSibling?.textContent ?? "0", 10);
});

/** Where elements are, at one moment: the page is renewed all the time. @param {Page} page @param {string} selector */
const boxesOf = (page, selector) => page.evaluate((wanted) =>
  [...document.querySelectorAll(wanted)].map((element) => {
    const { width, height, right } = element.getBoundingClientRect();
    return { width, height, right };
  }), selector);

test("the list leads to a tournament, which follows what happens", async () => {
  await withPage(browser, { origin: server.origin }, async (page) => {
    await page.goto("/league");
    await page.getByRole("link", { name: "spring cup" }).click();
    await page.getByRole("heading", { name: "spring cup", level: 1 }).waitFor();
    const before = await gamesOn(page);
    await page.waitForFunction((games) => {
      const term = [...document.querySelectorAll("dt")].find((one) => one.textContent === "Games");
      return parseInt(term?.nextElementSibling?.textContent ?? "0", 10) > games;
    }, before);
    assert.ok(await page.getByRole("link", { name: kHostile }).count() > 0, "a hostile name is text");
    assert.equal(await page.locator("main b").count(), 0);
  });
});

test("a page counts down to the start of its tournament", async () => {
  await withPage(browser, { origin: server.origin }, async (page) => {
    await page.clock.setFixedTime("2999-12-24T17:58:55Z");
    await page.goto("/league");
    await page.getByText("Not begun").waitFor();
    await page.locator("time.starts", { hasText: "(1:05)" }).waitFor();
    await page.goto("/league/late");
    await page.locator("time.starts", { hasText: "(1:05)" }).waitFor();
    await page.clock.setFixedTime("2999-12-24T17:59:58Z");
    await page.locator("time.starts", { hasText: "(2)" }).waitFor();
  });
});

test("an open page shows what the organisers have told all, and the time of the visitor", async () => {
  await withPage(browser, { origin: server.origin }, async (page) => {
    await page.goto("/league/late");
    await page.locator("time.starts").waitFor();
    assert.equal(await page.locator(".messages").count(), 0);
    const tell = (/** @type {string} */ text) =>
      server.ask(token, "/api/v1/tournaments/late/messages", { method: "POST", body: { text } });
    await tell(`The <b>final</b> begins at 18:00`);
    const messages = page.getByRole("region", { name: "From the organisers" });
    await messages.getByText("The <b>final</b> begins at 18:00", { exact: true }).waitFor();
    await messages.locator("time", { hasNotText: "UTC" }).waitFor();
    for (const text of ["two", "three", "four"]) await tell(text);
    await messages.getByText("four", { exact: true }).waitFor();
    const earlier = messages.getByText("The <b>final</b> begins at 18:00", { exact: true });
    assert.equal(await earlier.isVisible(), false);
    await messages.getByText("Earlier messages").click();
    await earlier.waitFor();
  });
});

test("who scrolls a table by keyboard goes on doing so when it is renewed", async () => {
  await withPage(browser, { origin: server.origin }, async (page) => {
    await page.goto("/league/spring-cup");
    await page.locator('.scrolls[aria-label^="Points of the row"]').focus();
    await page.evaluate(() => document.querySelector("main h1")?.setAttribute("data-old", ""));
    await page.locator("main h1[data-old]").waitFor({ state: "detached" });
    // Other tables may have come or gone meanwhile, such as that of the running games.
    const label = await page.evaluate(() => document.activeElement?.getAttribute("aria-label"));
    assert.match(label ?? "", /^Points of the row/);
  });
});

test("a player's page begins with the face of the player", async () => {
  await withPage(browser, { origin: server.origin }, async (page) => {
    await page.goto("/league/spring-cup/players/two");
    await page.locator("main h1 .emblem").waitFor();
    assert.equal(await page.locator("main h1").innerText(), "two");
    await page.goto("/league/spring-cup");
    await page.locator("td .emblem, th .emblem").first().waitFor();
    assert.equal(await page.locator("main h1 .emblem").count(), 0, "a tournament has no face");
  });
});

test("it is a plain page without scripts", async () => {
  await withPage(browser, { origin: server.origin, javaScriptEnabled: false }, async (page) => {
    await page.goto("/league/spring-cup");
    for (const heading of ["Standings", "Crosstable"]) assert.ok(await page.getByText(heading).count() > 0, heading);
    await page.getByRole("link", { name: "two", exact: true }).first().click();
    await page.getByRole("heading", { name: "two", level: 1 }).waitFor();
    assert.ok(await page.locator("table").count() > 0);
  });
});

test("it leads to the other pages without scripts, on a phone too", async () => {
  const options = { origin: server.origin, javaScriptEnabled: false, viewport: kPhone };
  await withPage(browser, options, async (page) => {
    await page.goto("/league/spring-cup");
    const ways = page.getByRole("navigation", { name: "Pages" });
    assert.deepEqual(await ways.getByRole("link").allTextContents(), ["Play", "Practice", "Train", "TV", "League"]);
    const isWhole = await ways.evaluate((nav) => nav.scrollWidth <= nav.clientWidth);
    assert.ok(isWhole, "all of them are in sight");
    await ways.getByRole("link", { name: "League" }).click();
    await page.getByRole("heading", { name: "League", level: 1 }).waitFor();
    assert.equal(await ways.getByRole("link", { name: "League" }).getAttribute("aria-current"), "page");
    await ways.getByRole("link", { name: "Practice" }).click();
    await page.waitForURL("/practice");
  });
});

test("a finger finds the links in tables", async () => {
  const options = { origin: server.origin, viewport: kPhone, hasTouch: true, isMobile: true };
  await withPage(browser, options, async (page) => {
    for (const path of ["/league", "/league/spring-cup", "/league/spring-cup/players/two"]) {
      await page.goto(path);
      await page.evaluate(() => {
        for (const part of document.querySelectorAll("details")) part.open = true;
      });
      const boxes = await boxesOf(page, "main a");
      assert.ok(boxes.length > 0, path);
      for (const { width, height } of boxes) assert.ok(width >= 24 && height >= 32, `${width} x ${height} on ${path}`);
    }
  });
});

/** @param {import("playwright-core").Locator} plot @returns {Promise<string>} which file it is */
const shown = (plot) => plot.evaluate((image) => /** @type {HTMLImageElement} */ (image).currentSrc);

test("the settings are on a page of the league, too", async () => {
  await withPage(browser, { origin: server.origin }, async (page) => {
    await page.goto("/league/is-it");
    await page.locator("#settings").click();
    const choose = (/** @type {string} */ label, /** @type {string} */ value) =>
      page.locator("dialog.settings label", { hasText: label }).locator("select").selectOption(value);
    await choose("Pages", "dark");
    await page.locator('html[data-scheme="dark"]').waitFor({ state: "attached" });
    assert.equal(await page.locator("picture source").getAttribute("media"), "all", "the plot has the colours of the page");
    await choose("Language", "ja");
    await page.waitForURL(/lang=ja/);
    await page.getByRole("button", { name: "設定" }).waitFor();
  });
});

test("a page has the language that was chosen in the settings, also if the browser prefers another one", async () => {
  await withPage(browser, { origin: server.origin, language: "en" }, async (page) => {
    await page.addInitScript(() => {
      localStorage["rensa.settings"] ??= JSON.stringify({ version: 1, language: "ja" });
    });
    await page.goto("/league");
    await page.getByRole("button", { name: "設定" }).click();
    const choice = page.locator("dialog.settings label", { hasText: "言語" }).locator("select");
    assert.equal(await choice.inputValue(), "ja");
    await choice.selectOption("system");
    await page.getByRole("button", { name: "Settings" }).waitFor();
    assert.equal(await page.evaluate(() => document.documentElement.lang), "en");
  });
});

test("a player of the computer is shown with its title, and can be challenged while it is free", async () => {
  server.invite("greedy", "--player", "greedy", "--open", "2");
  await server.until(async () => (await server.json("/api/v1/players")).open.length > 0);
  await withPage(browser, { origin: server.origin }, async (page) => {
    await page.goto("/league/late/players/greedy");
    await page.getByText("The hothead").waitFor();
    assert.equal(await page.getByRole("link", { name: "Play against it" }).getAttribute("href"), "/play?with=greedy");
    await page.goto("/league/spring-cup/players/two");
    await page.locator("main h1 .emblem").waitFor();
    await page.waitForLoadState("networkidle");
    assert.equal(await page.getByRole("link", { name: "Play against it" }).count(), 0);
  });
});

test("a sequential test shows how its likelihood goes", async () => {
  await withPage(browser, { origin: server.origin }, async (page) => {
    await page.goto("/league/is-it");
    const plot = page.locator(`img[src*="llr.svg"]`);
    await plot.waitFor();
    assert.ok(await plot.evaluate((image) => /** @type {HTMLImageElement} */ (image).naturalWidth > 0));
    assert.match(await shown(plot), /llr\.svg/);
    await page.emulateMedia({ colorScheme: "dark" });
    await page.waitForFunction(() => {
      const image = document.querySelector("img");
      return image?.complete && image.naturalWidth > 0 && image.currentSrc.includes("llr-dark.svg");
    });
  });
});

test("a game leads to its replay, whose states are those of the record", async () => {
  await withPage(browser, { origin: server.origin }, async (page) => {
    await page.goto("/league/spring-cup");
    await page.getByRole("link", { name: "Replay" }).first().click();
    await page.locator("#replay").waitFor();
    await page.keyboard.press("End");
    await page.locator(`#hash_verdict[data-verdict="same"]`).waitFor({ state: "attached" });
  });
});

test("the story of a tournament leads to the moment in the replay", async () => {
  await withPage(browser, { origin: server.origin }, async (page) => {
    await page.goto("/league/spring-cup");
    await page.getByRole("link", { name: "See it: Longest chain" }).click();
    await page.locator('#frame[data-clock]:not([data-clock="0"])').waitFor();
    const clock = await page.locator("#frame").getAttribute("data-clock");
    await page.waitForURL((url) => url.hash === `#frame=${clock}`);
  });
});

test("it is Japanese for those who want it, and fits a phone", async () => {
  const options = { origin: server.origin, language: "ja", viewport: kPhone, bypassCSP: true };
  await withPage(browser, options, async (page) => {
    const withReplays = ["/league", "/league/spring-cup", "/league/is-it", "/league/spring-cup/players/two"];
    for (const path of ["/league/late", ...withReplays]) {
      await page.goto(path);
      assert.equal(await page.evaluate(() => document.documentElement.lang), "ja", path);
      assert.deepEqual(await seriousIssues(page), [], path);
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth), path);
      const replays = await boxesOf(page, `a[href^="/replay"]`);
      assert.equal(replays.length > 0, withReplays.includes(path), path);
      for (const { right } of replays) assert.ok(right <= kPhone.width, `a replay is out of sight on ${path}`);
    }
  });
});

test("on a phone, the name of a disqualified player is one line of the bracket", async () => {
  const four = ["ann", "bob", "cid", "dora"].map((name) => ({ name, guest: true }));
  assert.equal(await begin({ name: "cup", format: "knock-out", players: four }), "cup");
  await server.ask(token, "/api/v1/tournaments/cup/disqualify?player=dora&why=help", { method: "POST" });
  await withPage(browser, { origin: server.origin, viewport: kPhone }, async (page) => {
    await page.goto("/league/cup");
    const row = page.locator(".bracket li li li", { hasText: "dora" });
    await row.locator(".advances", { hasText: /^disqualified$/ }).waitFor();
    // In one step: the page is renewed all the time.
    const lines = await page.evaluate(() => {
      const names = [...document.querySelectorAll(".bracket li li li bdi")];
      const range = document.createRange();
      range.selectNodeContents(names.find(({ textContent }) => textContent === "dora") ?? document);
      return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
    });
    assert.equal(lines, 1);
  });
});
