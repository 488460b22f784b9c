// The page with the best running match and the wall of the others: once with matches that are really played, and
// otherwise with a server whose messages are written here, and a clock that the tests move.

import assert from "node:assert/strict";
import { test } from "node:test";

import { seriousIssues } from "../browser/stage.js";
import { playServer } from "../pictures/scripted_line.js";
import { frames, kPhone, kWide } from "./browser.js";
import { step, stepUntil, stepUntilTrue, stopClock } from "./page_clock.js";
import { SharedSite } from "./shared_site.js";

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
/** An attack is in the middle of its way so many frames after it was sent. */
const kFramesToFlight = 40;

const site = new SharedSite();

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
 * @param {string} [search]   of the address @param {object} [terms]   of all matches, beside the usual ones */
async function opened(page, matches, search = "", terms = {}) {
  const lobby = { matches: [...matches] };
  await stopClock(page);
  await page.route("**/api/v1/matches/*", (route) => route.fulfill({ json: { games: [] } }));
  const send = await playServer(page, {
    listLobby: () => [{ lobby: { matches: [...lobby.matches] } }],
    watch: ({ match }) => [
      { matchStart: { match, players: kMatches[Number(match) - 1].players, terms: { ...kTerms, ...terms } } },
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
  const { server } = site;
  for (const name of ["first", "second", "third", "fourth"]) {
    server.invite(name, "--player", "random", "--clock", "real", "--matches", "1", "--games", "99", "--seed", "3");
  }
  await server.until(async () => (await server.json("/api/v1/matches")).count === 2);
  await site.withPage({}, async (page) => {
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
  await site.withPage({}, async (page) => {
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
  await site.withPage({}, async (page) => {
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
  await site.withPage({}, async (page) => {
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

test("a delayed match stays until its shown end, also when the list has it no more", async () => {
  await site.withPage({}, async (page) => {
    const { send, lobby } = await opened(page, kMatches, "", { spectatorDelaySeconds: 60 });
    await shows(page, "1");
    lobby.matches.shift();
    for (let second = 0; second < 30; ++second) await step(page, 60);
    send([updateOf("1", 1, 1900)]);
    await stepUntil(page.locator('#featured[data-match="1"][data-frame="1900"]'), "attached");
    assert.equal(await page.locator("#between").isVisible(), false);
    send([{ matchEnd: { match: "1" } }]);
    await stepUntil(page.locator("#between"));
  });
});

test("a match without a clock is shown if the address names it, and one that is not there is said to be gone", async () => {
  await site.withPage({}, async (page) => {
    await opened(page, [{ ...kMatches[1], terms: { ...kTerms, clock: "CLOCK_TURNS" } }], "?match=2");
    await shows(page, "2");
    assert.equal(await page.locator(".wall_card").count(), 0);
  });
  await site.withPage({}, async (page) => {
    await opened(page, kMatches, "?match=99999999999999999999");
    await stepUntil(page.getByText("The address names a match or a tournament that does not exist"));
    assert.equal(await page.locator("#between").isVisible(), false);
  });
});

test("the page says that the connection is lost until there is one again, also without a match", async () => {
  await site.withPage({}, async (page) => {
    const { send } = await opened(page, []);
    await stepUntil(page.locator("#between"));
    await send.cut();
    const isLost = page.locator("#state").getByText("Connection lost");
    await stepUntil(isLost);
    for (let second = 0; second < 5; ++second) {
      await step(page, 60);
      assert.equal(await isLost.count(), 1, `after ${second} s`);
    }
    send.mend();
    await stepUntil(isLost, "hidden");
  });
});

test("the page says that a spectator returns only after it has watched", async () => {
  const connectAgain = async (/** @type {import("../pictures/scripted_line.js").ScriptedLine} */ line,
    /** @type {Page} */ page) => {
    const count = line.hellos.length;
    await line.cut();
    await stepUntil(page.locator("#state").getByText("Connection lost"));
    line.mend();
    await stepUntilTrue(page, async () => line.hellos.length > count, "the page does not connect again");
    return line.hellos[count];
  };
  await site.withPage({}, async (page) => {
    const { send } = await opened(page, []);
    await stepUntil(page.locator("#between"));
    assert.doesNotMatch(await connectAgain(send, page), /returning/);
  });
  await site.withPage({}, async (page) => {
    const { send } = await opened(page, kMatches);
    await shows(page, "1");
    assert.doesNotMatch(send.hellos[0], /returning/);
    assert.match(await connectAgain(send, page), /returning:spectator/);
  });
});

test("an attack flies where the fields are, also when they move while nothing happens", async () => {
  await site.withPage({ viewport: kDesktops[0] }, async (page) => {
    const { send } = await opened(page, kMatches);
    await shows(page, "1");
    const sent = { kind: "EVENT_KIND_GARBAGE_SENT", seat: /** @type {const} */ ("SEAT_ONE"), amount: 30 };
    const sides = { own: sideWith(4), opponent: sideWith(5) };
    send([{ update: { match: "1", game: 1, view: { clock: 101, ...sides }, events: [sent] } }]);
    send([{ update: { match: "1", game: 1, view: { clock: 101 + kFramesToFlight, ...sides } } }]);
    await stepUntil(page.locator(`#featured[data-frame="${101 + kFramesToFlight}"]`), "attached");
    await step(page, 10);
    const flying = () => page.evaluate(() =>
      /** @type {HTMLCanvasElement} */ (document.querySelector("#featured .duel_overlay")).toDataURL());
    const before = await flying();
    await page.evaluate(() => {
      const parts = document.querySelectorAll("#featured :is(.side_icons, .side_board)");
      for (const part of parts) /** @type {HTMLElement} */ (part).style.translate = "0 -40%";
    });
    send([{ update: { match: "1", game: 1, view: { clock: 101 + kFramesToFlight, ...sides } } }]);
    await step(page, 10);
    assert.equal(await flying(), before, "the parts jump and shake, and the attack does not");
    await page.evaluate(() =>
      /** @type {HTMLElement} */ (document.querySelector("#featured .duel")).style.setProperty("--middle", "6rem"));
    await page.screenshot();  // the page hears of sizes when it is painted
    await step(page, 10);
    assert.notEqual(await flying(), before);
  });
});

test("a listener hears who plays, chains, and results", async () => {
  await site.withPage({}, async (page) => {
    const { send } = await opened(page, kMatches);
    const region = page.locator('body > [aria-live="polite"]');
    await stepUntil(region.getByText("gaze – champion"));
    send([{ update: { match: "1", game: 1, view: { clock: 101, own: sideWith(4), opponent: sideWith(5) },
      events: [{ kind: "EVENT_KIND_LINK_STARTED", seat: "SEAT_TWO", number: 7 }] } }]);
    await stepUntil(region.getByText("champion: 7-chain."));
    send([endOfGame("1", 1, "SEAT_TWO")]);
    await stepUntil(region.getByText("champion won game 1"));
  });
});

test("in Japanese all texts are Japanese, except names", async () => {
  await site.withPage({ language: "ja" }, async (page) => {
    /** @type {() => void} */
    let letEngineCome = () => undefined;
    const mayCome = new Promise((resolve) => (letEngineCome = () => resolve(undefined)));
    await page.route("**/engine.wasm", async (route) => {
      await mayCome;
      await route.continue();
    });
    const { send } = await opened(page, kMatches);
    await page.locator("#state").getByText("試合に入っています…").waitFor();
    letEngineCome();
    await shows(page, "1");
    send([endOfGame("1", 1, "SEAT_ONE")]);
    await stepUntil(page.locator("#between"));
    const names = [...kMatches.flatMap(({ players = [] }) => players), "TV", "Rensa"];
    const texts = await page.evaluate(() => [document.title, document.body.innerText, ...["aria-label", "alt", "title"]
      .flatMap((name) => [...document.querySelectorAll(`[${name}]`)].map((one) => one.getAttribute(name) ?? ""))]);
    const foreign = texts.flatMap((text) => text.split("\n")).map((line) =>
      names.reduce((rest, name) => rest.replaceAll(name, ""), line)).filter((line) => /[a-z]{2}/i.test(line));
    assert.deepEqual(foreign, []);
  });
});

test("after the last match the page waits, and shows the next one when it begins", async () => {
  await site.withPage({}, async (page) => {
    const { lobby } = await opened(page, []);
    await stepUntil(page.locator("#between").getByText("Waiting for the next match"));
    lobby.matches.push(kMatches[1]);
    await shows(page, "2");
  });
});

test("the leaders of the tournament of the match stand beside it", async () => {
  await site.withPage({}, async (page) => {
    const tournament = {
      name: "Autumn Cup", ranking: ["champion", "gaze"], running_games: [{ game: "0-0", match: 1, players: [] }],
      standings: [{ player: "gaze", points: 1 }, { player: "champion", points: 2.5 }],
    };
    await page.route("**/api/v1/tournaments", (route) =>
      route.fulfill({ json: { tournaments: [{ id: "autumn-cup", state: "running" }] } }));
    await page.route("**/api/v1/tournaments/autumn-cup", (route) => route.fulfill({ json: tournament }));
    await opened(page, kMatches);
    await stepUntil(page.getByRole("heading", { name: "Autumn Cup" }));
    const leaders = page.locator(".tv_leaders li");
    assert.deepEqual(await leaders.allTextContents(), ["champion2.5", "gaze1"]);
    const link = page.locator(".tv_table a");
    await link.focus();
    tournament.standings[0].points = 3;
    await stepUntil(leaders.getByText("3", { exact: true }));
    assert.ok(await link.evaluate((element) => element === document.activeElement), "the link keeps the focus");
  });
});

test("a message of the organisers stands on the page for a while, and is told to a listener", async () => {
  await site.withPage({}, async (page) => {
    const tournament = { name: "Autumn Cup", state: "waiting", starts: null,
      last_message: { number: 1, text: "The final begins at 18:00", sent: "2999-12-24T17:30:00Z" } };
    await page.route("**/api/v1/tournaments/autumn-cup", (route) => route.fulfill({ json: tournament }));
    await opened(page, [], "?tournament=autumn-cup");
    const message = page.locator("#message");
    await stepUntil(message.getByText("The final begins at 18:00", { exact: true }));
    tournament.last_message = { number: 2, text: "<b>Now</b>", sent: "2999-12-24T17:31:00Z" };
    await stepUntil(message.getByText("<b>Now</b>", { exact: true }));
    tournament.last_message.sent = "1969-12-31T17:30:00Z"; // the clock of the page begins in 1970
    await stepUntil(page.locator("#message[hidden]"), "attached");
  });
});

test("before the start of the named tournament stands a countdown", async () => {
  await site.withPage({}, async (page) => {
    const starts = new Date(Date.now() + 100 * 24 * 3600 * 1000).toISOString().replace(/\.\d+Z$/, "Z");
    await page.route("**/api/v1/tournaments/autumn-cup", (route) =>
      route.fulfill({ json: { name: "Autumn Cup", state: "waiting", starts } }));
    await opened(page, [], "?tournament=autumn-cup");
    await stepUntil(page.getByText(/^Autumn Cup starts in \d+ d \d+ h$/));
  });
});

test("a layer for streaming has only the chosen parts, without a header and without a background", async () => {
  await site.withPage({}, async (page) => {
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
    const isDarkened = await page.locator("#featured .duel").evaluate((duel) => {
      duel.classList.add("has_great_chain");
      return getComputedStyle(duel, "::before").display !== "none";
    });
    assert.equal(isDarkened, false, "a great chain does not darken the streamed scene");
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
  await site.withPage({}, async (page) => {
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
        await site.withPage({ bypassCSP: true, viewport, language }, async (page) => {
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
  await site.withPage({}, async (page) => {
    for (const path of ["/", "/watch/1"]) {
      await page.goto(path);
      // A page that is left while it loads the rules reports that.
      await page.locator(".duel .side_name").first().getByText(/first|third|second|fourth/).waitFor();
      await page.getByRole("link", { name: "TV", exact: true }).click();
      await page.waitForURL("/tv");
      await page.locator(".duel").waitFor();
      await frames(page, 1);
    }
  });
});
