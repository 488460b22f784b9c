// The page with the best running match and the wall of the others: once with matches that are really played, and
// otherwise with a server whose messages are written here, and a clock that the tests move.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { seriousIssues } from "../browser/stage.js";
import { playServer } from "../pictures/scripted_line.js";
import { frames, kPhone, kWide, startBrowser, withPage } from "./browser.js";
import { step, stepUntil, stopClock } from "./page_clock.js";
import { startServer } from "./server.js";

/** @typedef {import("playwright-core").Page} Page */
/** @typedef {import("../../../../clients/web/net/wire.js").ServerMessage} ServerMessage */
/** @typedef {import("../../../../clients/web/net/wire.js").LobbyMatch} LobbyMatch */

const kHostile = "<img src=x onerror=alert(1)>";
const kTerms = { ruleset: "tsu-1", clock: "CLOCK_REAL", games: 5, firstTo: 3 };
/** @type {LobbyMatch[]} the first is of the strongest players */
const kMatches = [["gaze", "champion"], ["ann", kHostile], ["cid", "dan"]].map((players, i) =>
  ({ match: String(i + 1), players, terms: kTerms, game: 1 }));
const kDesktops = [{ width: 1366, height: 768 }, { width: 1920, height: 1080 }, { width: 3840, height: 2160 }];
const kSecondsUntilNext = 11;

/** @type {import("./server.js").Server} */
let server;
/** @type {import("playwright-core").Browser} */
let browser;

before(async () => {
  server = await startServer();
  browser = await startBrowser();
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

/** A field with a puyo of this colour at its floor, and so many next pairs. @param {number} colour */
function sideWith(colour) {
  return { field: `${"0".repeat(78)}${colour}00000`, pairs: "445566", phase: "PHASE_CONTROL", hand: 3 };
}

/** @param {string} match @param {number} game @param {number} clock @returns {ServerMessage} */
const updateOf = (match, game, clock) =>
  ({ update: { match, game, view: { clock, own: sideWith(4), opponent: sideWith(5) } } });

/** @param {string} match @param {number} game @param {"SEAT_ONE"|"SEAT_TWO"} winner @returns {ServerMessage} */
const endOfGame = (match, game, winner) => ({
  gameEnd: { match, game, outcome: { winner, cause: "CAUSE_CHOKED", clock: 900 }, record: String(game) } });

/** Opens the page while these matches are being played. @param {Page} page @param {LobbyMatch[]} matches
 * @param {string} [search]   of the address */
async function opened(page, matches, search = "") {
  const lobby = { matches: [...matches] };
  await stopClock(page);
  await page.route("**/api/v1/matches/*", (route) => route.fulfill({ json: { games: [] } }));
  const send = await playServer(page, {
    listLobby: () => [{ lobby: { matches: [...lobby.matches] } }],
    watch: ({ match }) => [
      { matchStart: { match, players: kMatches[Number(match) - 1].players, terms: kTerms } },
      { gameStart: { match, game: 1 } }, updateOf(match, 1, 100),
    ],
  });
  await page.goto(`/tv${search}`);
  return { send, lobby };
}

/** Waits until this match is shown large. @param {Page} page @param {string} match */
const shows = (page, match) =>
  stepUntil(page.locator(`#featured[data-match="${match}"][data-frame="100"]`), "attached");

test("a match that is really played is followed frame by frame, with another one on the wall", async () => {
  for (const name of ["first", "second", "third", "fourth"]) {
    server.invite(name, "--player", "random", "--clock", "real", "--matches", "1", "--games", "19", "--seed", "3");
  }
  await server.until(async () => (await server.json("/api/v1/matches")).count === 2);
  await withPage(browser, { origin: server.origin }, async (page) => {
    await page.goto("/tv");
    const at = () => page.locator("#featured").getAttribute("data-frame");
    await page.waitForFunction(() => Number(document.querySelector("#featured")?.getAttribute("data-frame")) > 0);
    const shown = Number(await at());
    await page.waitForFunction((frame) =>
      Number(document.querySelector("#featured")?.getAttribute("data-frame")) !== frame, shown);
    const small = page.locator(".wall_card");
    await small.waitFor();
    const large = await page.locator(".side_name").allTextContents();
    const names = [...large, ...await page.locator(".wall_name").allTextContents()];
    assert.deepEqual(names.sort(), ["first", "fourth", "second", "third"]);
    const picture = () => page.evaluate(() =>
      /** @type {HTMLCanvasElement} */ (document.querySelector(".wall_board")).toDataURL());
    const before = await picture();
    await page.waitForFunction((old) =>
      /** @type {?HTMLCanvasElement} */ (document.querySelector(".wall_board"))?.toDataURL() !== old, before);
  });
});

test("the best match is large, and the others are on the wall with their names, wins and next pairs", async () => {
  await withPage(browser, { origin: server.origin }, async (page) => {
    const { send } = await opened(page, kMatches);
    await shows(page, "1");
    assert.deepEqual(await page.locator(".side_name").allTextContents(), ["gaze", "champion"]);
    const cards = page.locator(".wall_card");
    assert.equal(await cards.count(), 2);
    assert.deepEqual(await cards.first().locator(".wall_name").allTextContents(), ["ann", kHostile]);
    send([endOfGame("2", 1, "SEAT_TWO")]);
    await stepUntil(cards.first().locator(".wall_wins").nth(1).getByText("1"));
    assert.equal(await cards.first().locator(".wall_wins").first().textContent(), "0");
    await step(page, 10);
    const blank = await page.locator(".wall_pairs").evaluateAll((canvases) => canvases.filter((canvas) => {
      const { width, height } = /** @type {HTMLCanvasElement} */ (canvas);
      const ctx = /** @type {HTMLCanvasElement} */ (canvas).getContext("2d");
      return !ctx?.getImageData(0, 0, width, height).data.some((value) => value > 0);
    }).length);
    assert.equal(blank, 0, "each small field has its next pairs");
    await cards.first().click();
    await page.waitForURL("/watch/2");
  });
});

test("between games stands the result and what comes next", async () => {
  await withPage(browser, { origin: server.origin }, async (page) => {
    const { send } = await opened(page, kMatches);
    await shows(page, "1");
    assert.equal(await page.locator("#between").isVisible(), false);
    send([endOfGame("1", 1, "SEAT_TWO")]);
    await stepUntil(page.locator("#between").getByText("champion won game 1"));
    assert.equal(await page.locator(".tv_next_name").textContent(), "Game 2");
    send([{ gameStart: { match: "1", game: 2 } }, updateOf("1", 2, 1)]);
    await stepUntil(page.locator("#between"), "hidden");
  });
});

test("the page moves on by itself when a match ends", async () => {
  await withPage(browser, { origin: server.origin }, async (page) => {
    const { send, lobby } = await opened(page, kMatches);
    await shows(page, "1");
    send([endOfGame("1", 1, "SEAT_ONE"), { matchEnd: { match: "1", winner: "SEAT_ONE" } }]);
    lobby.matches.shift();
    await stepUntil(page.getByText("gaze won the match"));
    assert.equal(await page.locator(".tv_next_name").textContent(), `ann – ${kHostile}`);
    await step(page, 60);
    assert.equal(await page.locator("#featured").getAttribute("data-match"), "1", "the result stays for a while");
    for (let second = 0; second < kSecondsUntilNext; ++second) await step(page, 60);
    await shows(page, "2");
    assert.deepEqual(await page.locator(".side_name").allTextContents(), ["ann", kHostile]);
    assert.equal(await page.locator(".wall_card").count(), 1);
    await stepUntil(page.locator("#between"), "hidden");
  });
});

test("after the last match the page waits, and shows the next one when it begins", async () => {
  await withPage(browser, { origin: server.origin }, async (page) => {
    const { lobby } = await opened(page, []);
    await stepUntil(page.locator("#between").getByText("Waiting for the next match"));
    lobby.matches.push(kMatches[1]);
    await shows(page, "2");
  });
});

test("the leaders of the tournament of the match stand beside it", async () => {
  await withPage(browser, { origin: server.origin }, async (page) => {
    const tournament = {
      name: "Autumn Cup", ranking: ["champion", "gaze"], running_games: [{ game: "0-0", match: 1, players: [] }],
      standings: [{ player: "gaze", points: 1 }, { player: "champion", points: 2.5 }],
    };
    await page.route("**/api/v1/tournaments", (route) =>
      route.fulfill({ json: { tournaments: [{ id: "autumn-cup", state: "running" }] } }));
    await page.route("**/api/v1/tournaments/autumn-cup", (route) => route.fulfill({ json: tournament }));
    await opened(page, kMatches);
    await stepUntil(page.getByRole("heading", { name: "Autumn Cup" }));
    assert.deepEqual(await page.locator(".tv_leaders li").allTextContents(), ["champion2.5", "gaze1"]);
  });
});

test("a layer for streaming has only the chosen parts, without a header and without a background", async () => {
  await withPage(browser, { origin: server.origin }, async (page) => {
    await opened(page, kMatches, "?bare=1&show=match,between&match=3");
    await shows(page, "3");
    for (const part of [".site", "#wall_box", "#table", "#state", ".watch_comments"]) {
      assert.equal(await page.locator(part).isVisible(), false, part);
    }
    const backgrounds = await page.evaluate(() =>
      [document.documentElement, document.body, ...document.querySelectorAll("main")]
        .map((element) => getComputedStyle(element))
        .map(({ backgroundColor, backgroundImage }) => `${backgroundColor} ${backgroundImage}`));
    assert.deepEqual(new Set(backgrounds), new Set(["rgba(0, 0, 0, 0) none"]));
    const corner = await page.screenshot({ omitBackground: true, clip: { x: 640, y: 780, width: 8, height: 8 } });
    const alphas = await page.evaluate(async (bytes) => {
      const bitmap = await createImageBitmap(new Blob([new Uint8Array(bytes)]));
      const ctx = Object.assign(document.createElement("canvas"), { width: 8, height: 8 }).getContext("2d");
      ctx?.drawImage(bitmap, 0, 0);
      return [...(ctx?.getImageData(0, 0, 8, 8).data ?? [])].filter((_, i) => i % 4 === 3);
    }, [...corner]);
    assert.deepEqual(new Set(alphas), new Set([0]), "the streamed scene is seen through the page");
  });
});

test("the large match takes four fifths of the height of a desktop, and nothing is wider than a window", async () => {
  await withPage(browser, { origin: server.origin }, async (page) => {
    await opened(page, kMatches);
    await shows(page, "1");
    for (const viewport of [...kDesktops, kWide, { width: 1024, height: 768 }, { width: 768, height: 1024 }, kPhone]) {
      await page.setViewportSize(viewport);
      await step(page, 4);
      const size = `${viewport.width} x ${viewport.height}`;
      const { wide, height } = await page.evaluate(() => ({
        wide: document.documentElement.scrollWidth,
        height: document.querySelector(".side_board")?.getBoundingClientRect().height ?? 0,
      }));
      assert.ok(wide <= viewport.width, `${size}: ${wide} pixels wide`);
      if (kDesktops.includes(viewport)) assert.ok(height >= 0.8 * viewport.height, `${size}: ${height} pixels high`);
    }
  });
});

for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
  for (const language of ["en", "ja"]) {
    test(`axe finds nothing: ${colorScheme}, ${language}`, async () => {
      for (const viewport of [kWide, kPhone]) {
        await withPage(browser, { origin: server.origin, bypassCSP: true, viewport, language }, async (page) => {
          await page.addInitScript((scheme) => {
            localStorage.setItem("rensa.settings", JSON.stringify({ version: 1, look: { scheme } }));
          }, colorScheme);
          const { send } = await opened(page, kMatches);
          await shows(page, "1");
          send([{ comment: { match: "1", game: 1, seat: "SEAT_ONE", text: "builds" } }, endOfGame("1", 1, "SEAT_ONE")]);
          await stepUntil(page.locator("#between"));
          assert.equal(await page.evaluate(() => document.documentElement.lang), language);
          await page.clock.resume();
          assert.deepEqual(await seriousIssues(page), []);
        });
      }
    });
  }
}

test("home and the page for watching lead to it", async () => {
  await withPage(browser, { origin: server.origin }, async (page) => {
    for (const path of ["/", "/watch/1"]) {
      await page.goto(path);
      // A page that is left while it loads the rules reports that.
      await page.locator(".duel .side_name").first().getByText(/first|third|second|fourth/).waitFor();
      await page.locator('a[href="/tv"]').click();
      await page.waitForURL("/tv");
      await page.locator(".duel").waitFor();
      await frames(page, 1);
    }
  });
});
