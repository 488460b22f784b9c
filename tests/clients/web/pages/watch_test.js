import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { seriousIssues } from "../browser/stage.js";
import { kPhone, startBrowser, withPage } from "./browser.js";
import { lineTo } from "./line.js";
import { step, stepUntil, stepUntilTrue, stopClock } from "./page_clock.js";
import { startServer } from "./server.js";

/** @typedef {import("playwright-core").Page} Page */

/** @type {import("./server.js").Server} */
let server;
/** @type {import("playwright-core").Browser} */
let browser;

before(async () => {
  server = await startServer();
  // The match lasts longer than all tests. Its games are short, because both players place pairs at random.
  for (const name of ["first", "second"]) {
    server.invite(name, "--player", "random", "--clock", "real", "--matches", "1", "--games", "99", "--seed", "3");
  }
  browser = await startBrowser();
  await server.until(async () => (await server.json("/api/v1/matches")).count > 0);
});

after(async () => {
  await browser?.close();
  await server?.stop();
});

/** @param {Page} page */
const frameOf = async (page) => Number(await page.locator("#stage").getAttribute("data-frame"));

/** @param {Page} page @param {number} frame */
const isPast = (page, frame) =>
  page.waitForFunction((at) => Number(document.querySelector("#stage")?.getAttribute("data-frame")) > at, frame);

test("a match that is being played is followed frame by frame", async () => {
  await withPage(browser, { origin: server.origin }, async (page) => {
    await page.goto("/watch/1");
    await isPast(page, 0);
    await isPast(page, (await frameOf(page)) + 120);
    const names = (await page.locator(".side_name").allTextContents()).sort();
    assert.deepEqual(names, ["first", "second"]);
  });
});

test("the address of a match that is over leads to the replays of its games", async () => {
  for (const name of ["third", "fourth"]) {
    server.invite(name, "--player", "random", "--matches", "1", "--games", "1", "--seed", "4");
  }
  /** @type {{match: number, record: number}[]} */
  let games = [];
  await server.until(async () => {
    ({ games } = await server.json("/api/v1/games?player=third"));
    return games.length > 0 && (await server.json("/api/v1/matches")).count === 1;
  });
  const [{ match, record }] = games;
  await withPage(browser, { origin: server.origin }, async (page) => {
    await page.goto(`/watch/${match}`);
    await page.getByText("This match is over. Watch the replays of its games:").waitFor();
    assert.equal(await page.locator("#played a").getAttribute("href"), `/replay/${record}`);
    await page.getByRole("heading", { name: /third/ }).waitFor();
  });
});

test("with a delay nothing is shown before its time", async () => {
  await withPage(browser, { origin: server.origin }, async (page) => {
    let messages = 0;
    page.on("websocket", (socket) => socket.on("framereceived", () => ++messages));
    await stopClock(page);
    await page.goto("/watch/1");
    await stepUntilTrue(page, async () => (await frameOf(page)) > 0, "no frame is shown");
    await page.locator("#delay").selectOption("5");
    const shown = await frameOf(page);
    const heard = messages;
    await server.until(async () => messages > heard + 60);
    // Frames that came at this time of the page are shown five seconds later.
    for (let second = 0; second < 4; ++second) await step(page, 60);
    assert.equal(await frameOf(page), shown);
    await stepUntilTrue(page, async () => (await frameOf(page)) !== shown, "nothing more is shown");
    const late = await frameOf(page);
    await page.locator("#delay").selectOption("0");
    await stepUntilTrue(page, async () => (await frameOf(page)) !== late, "nothing more is shown");
  });
});

test("what a player says about its choices is shown", async () => {
  for (const name of ["talker", "<i>chatter</i>"]) {
    server.invite(name, "--player", "joseki:nodes=2000", "--clock", "real", "--matches", "1", "--games", "99", "--seed", "3");
  }
  /** @type {{match: number, players: string[]}[]} */
  let matches = [];
  await server.until(async () => {
    matches = (await server.json("/api/v1/matches")).matches;
    return matches.some(({ players }) => players.includes("talker"));
  });
  const { match, players } = matches.filter((one) => one.players.includes("talker"))[0];
  await withPage(browser, { origin: server.origin }, async (page) => {
    await page.goto(`/watch/${match}`);
    for (const seat of [0, 1]) {
      const said = page.locator(`#comment_${seat}`);
      await said.waitFor();
      assert.ok((await said.textContent())?.startsWith(`${players[seat]}`), `seat ${seat}`);
      assert.match((await said.textContent()) ?? "", /By the book|I am building|I am ready to fire|Who strikes/);
    }
  });
});

test("a number that no match can have is not asked for again and again", async () => {
  await withPage(browser, { origin: server.origin }, async (page) => {
    let connections = 0;
    page.on("websocket", () => ++connections);
    await stopClock(page);
    await page.goto("/watch/99999999999999999999");
    await stepUntil(page.getByText(/no such match|not being played|is over/i).first());
    await step(page, 600);
    assert.ok(connections <= 1, String(connections));
  });
});

test("a browser that cannot run the rules is told so, on every page that needs them", async () => {
  await server.play(["random", "greedy"], 1);
  const { record } = (await server.json("/api/v1/games?limit=1")).games[0];
  for (const path of ["/play", "/watch/1", "/practice", `/replay/${record}`]) {
    const options = { origin: server.origin, mayReport: /WebAssembly|wasm|fetch|404/i };
    await withPage(browser, options, async (page) => {
      await page.route(/engine\.wasm$/, (route) => route.fulfill({ status: 200, body: "no wasm" }));
      await page.goto(path);
      await page.getByText(/it needs WebAssembly/).waitFor();
    });
  }
});

test("axe finds nothing serious, and a phone nothing too wide", async () => {
  const options = { origin: server.origin, bypassCSP: true, viewport: kPhone, language: "ja" };
  await withPage(browser, options, async (page) => {
    await page.goto("/watch/1");
    await isPast(page, 0);
    assert.deepEqual(await seriousIssues(page), []);
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth), true);
  });
});

test("a connection that is lost is made again, and the match watched on", async (t) => {
  const line = await lineTo(server.origin);
  t.after(line.close);
  await withPage(browser, { origin: line.origin, mayReport: /WebSocket|Failed to load/ }, async (page) => {
    await page.goto("/watch/1");
    await isPast(page, 0);
    line.cut();
    await page.getByText("Connection lost").waitFor();
    const stood = await frameOf(page);
    line.mend();
    await page.locator(`#stage:not([data-frame="${stood}"])`).waitFor();
  });
});

test("a game that has ended leads to its replay", async () => {
  await withPage(browser, { origin: server.origin }, async (page) => {
    await page.goto("/watch/1");
    await page.locator("#played a").first().waitFor();
    await page.locator("#played a").first().click();
    await page.locator('#frame[data-clock="0"]').waitFor();
  });
});

test("a match that is not there is said not to be", async () => {
  await withPage(browser, { origin: server.origin, mayReport: /404/ }, async (page) => {
    await page.goto("/watch/4711");
    await page.getByText("This match does not exist").waitFor();
  });
});
