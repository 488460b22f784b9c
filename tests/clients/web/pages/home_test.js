import assert from "node:assert/strict";
import { test } from "node:test";

import { seriousIssues } from "../browser/stage.js";
import { playServer } from "../pictures/scripted_line.js";
import { kPhone } from "./browser.js";
import { step, stepUntil, stopClock } from "./page_clock.js";
import { SharedSite } from "./shared_site.js";

const kHostile = "<img src=x onerror=alert(1)>";

const site = new SharedSite(async (server) => {
  await server.play(["random", "random"], 1);
  for (const name of ["first", kHostile]) {
    server.invite(name, "--player", "random", "--clock", "real", "--matches", "1", "--games", "99", "--seed", "3");
  }
});

test("a match that is being played is shown live, and leads to where it is watched", async () => {
  await site.withPage({}, async (page) => {
    await page.goto("/");
    const room = page.locator("a.room").first();
    await room.locator("canvas").first().waitFor();
    const picture = () => page.evaluate(() => document.querySelector("canvas")?.toDataURL());
    const before = await picture();
    await page.waitForFunction((old) => document.querySelector("canvas")?.toDataURL() !== old, before);
    const names = (await room.locator(".room_names").textContent()) ?? "";
    assert.deepEqual(names.split(" – ").sort(), [kHostile, "first"].sort());
    await room.click();
    await page.waitForURL(/\/watch\/\d+$/);
  });
});

test("no name in a card is cut off, at any width and in both languages", async () => {
  for (const language of ["en", "ja"]) {
    for (const width of [360, 1024, 1366]) {
      await site.withPage({ language, viewport: { width, height: 768 } }, async (page) => {
        await page.goto("/");
        const names = page.locator("a.room .room_names");
        await names.first().waitFor();
        for (const shown of await names.all()) {
          const cut = await shown.evaluate((element) => {
            const card = /** @type {Element} */ (element.closest("a")).getBoundingClientRect();
            const range = document.createRange();
            range.selectNodeContents(element);
            const text = range.getBoundingClientRect();
            // A cut text is as wide as its whole line; its element is narrower.
            const own = element.getBoundingClientRect();
            return text.left < Math.max(own.left, card.left) - 1 || text.right > Math.min(own.right, card.right) + 1;
          });
          assert.equal(cut, false, `${language}, ${width} pixels wide`);
        }
      });
    }
  }
});

test("one link leads into a game, with the length that was chosen", async () => {
  await site.withPage({}, async (page) => {
    await page.goto("/");
    const play = page.locator("#play");
    assert.equal(await play.getAttribute("href"), "/play");
    await page.locator("#wins").selectOption("3");
    assert.equal(await play.getAttribute("href"), "/play?wins=3");
  });
});

test("who takes challenges can be chosen by name, whatever it is called", async () => {
  await site.withPage({}, async (page) => {
    await page.goto("/");
    const other = await page.context().newPage();
    await other.goto("/not_found.html");
    await other.evaluate((name) => {
      const socket = new WebSocket(`ws://${location.host}/ws`, ["rensa.v1.json"]);
      const hello = { versionMin: 1, versionMax: 1, name, features: ["open:2"] };
      socket.onopen = () => socket.send(JSON.stringify({ hello }));
      Object.assign(window, { socket });
    }, "<i>open</i>");
    await page.locator("#opponent option").nth(1).waitFor({ state: "attached" });
    await page.locator("#opponent").selectOption("<i>open</i>");
    assert.equal(await page.locator("#play").getAttribute("href"), "/play?with=%3Ci%3Eopen%3C%2Fi%3E");
    await other.close();
    await page.locator("#opponent option").nth(1).waitFor({ state: "detached" });
    assert.equal(await page.locator("#play").getAttribute("href"), "/play");
  });
});

test("an opponent's card tells the games that the visitor has won and lost against it", async () => {
  await site.withPage({ mayReport: /status of 500/ }, async (page) => { // the record of the game is not there
    const about = { match: "1", seat: /** @type {const} */ ("SEAT_ONE") };
    const side = { field: "0".repeat(84), pairs: "445566", phase: "PHASE_CONTROL" };
    const outcome = { winner: /** @type {const} */ ("SEAT_TWO"), cause: "CAUSE_RESIGNED", clock: 200 };
    await playServer(page, {
      listLobby: () => [{ lobby: { open: [{ name: "gaze", free: 1 }, { name: "greedy", free: 1 }] } }],
      challenge: () => [
        { matchStart: { ...about, players: ["ann", "gaze"], token: "token" } }, { gameStart: { ...about, game: 1 } },
        { update: { ...about, game: 1, number: "1", view: { clock: 100, own: side, opponent: side } } },
        { gameEnd: { ...about, game: 1, outcome, record: "7" } },
        { matchEnd: { ...about, winner: "SEAT_TWO", wins: [0, 1] } },
      ],
    });
    await page.route("**/api/v1/records/7", (route) => route.fulfill({ status: 500 }));
    await page.goto("/play?with=gaze");
    await page.getByRole("button", { name: "Rematch", exact: true }).waitFor();
    await page.goto("/");
    await page.locator(".opponent").nth(1).waitFor();
    assert.deepEqual(await page.locator(".opponent_score").allInnerTexts(), ["You 0 – 1"]);
    assert.equal(await page.locator(".opponent", { hasText: "You" }).getAttribute("data-name"), "gaze");
  });
});

test("the league is read in the language of the settings", async () => {
  await site.withPage({}, async (page) => {
    await page.goto("/");
    await page.getByRole("button", { name: "Settings" }).click();
    await page.getByLabel("Language").selectOption("ja");
    await page.keyboard.press("Escape");
    await page.getByRole("link", { name: "リーグ", exact: true }).click();
    await page.waitForURL(/\/league/);
    assert.equal(await page.locator("html").getAttribute("lang"), "ja");
  });
});

test("the last games lead to their replays", async () => {
  await site.withPage({}, async (page) => {
    await page.goto("/");
    await page.locator("#recent a").last().click();
    await page.locator('#frame[data-clock="0"]').waitFor();
  });
});

for (const language of ["en", "ja"]) {
  test(`axe finds nothing serious, and a phone nothing too wide: ${language}`, async () => {
    const options = { bypassCSP: true, viewport: kPhone, language };
    await site.withPage(options, async (page) => {
      await page.goto("/");
      await page.locator("a.room canvas").first().waitFor();
      assert.equal(await page.locator("html").getAttribute("lang"), language);
      assert.deepEqual(await seriousIssues(page), []);
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth), true);
    });
  });
}
test("the whole card of a game leads to its replay, and only its loser's face is grey", async () => {
  await site.withPage({}, async (page) => {
    const games = [{ record: 1, players: ["ann", "bob"], winner: 2, cause: "choked" },
      { record: 2, players: ["cid", "dan"], winner: null, cause: "limit" }];
    await page.route("**/api/v1/games?*", (route) => route.fulfill({ json: { games } }));
    await page.goto("/");
    await page.locator(".home_game").nth(1).waitFor();
    const areGrey = await page.locator(".home_game .emblem").evaluateAll((faces) =>
      faces.map((face) => getComputedStyle(face).filter !== "none"));
    assert.deepEqual(areGrey, [true, false, false, false]);
    await page.locator(".home_game").first().click({ position: { x: 20, y: 20 } });
    await page.waitForURL("**/replay/1");
  });
});

test("a game that does not count is not said to be a draw", async () => {
  await site.withPage({}, async (page) => {
    const games = [{ record: 1, players: ["ann", "bob"], winner: null, cause: "voided" },
      { record: 2, players: ["cid", "dan"], winner: null, cause: "limit" }];
    await page.route("**/api/v1/games?*", (route) => route.fulfill({ json: { games } }));
    await page.goto("/");
    await page.locator("#recent li").nth(1).waitFor();
    assert.deepEqual(await page.locator("#recent .dim").allInnerTexts(), ["The game does not count", "Draw"]);
  });
});

test("the match that is shown in full stays until its spectators see its end", async () => {
  await site.withPage({}, async (page) => {
    const terms = { clock: "CLOCK_REAL", spectatorDelaySeconds: 60 };
    const matches = ["1", "2"].map((match) => ({ match, players: [`ann-${match}`, `bob-${match}`], terms }));
    const side = { field: "0".repeat(84), pairs: "445566", phase: "PHASE_CONTROL" };
    await stopClock(page);
    const send = await playServer(page, {
      listLobby: () => [{ lobby: { matches: [...matches] } }],
      watch: ({ match }) => [{ matchStart: { match, players: [`ann-${match}`, `bob-${match}`], terms } },
        { update: { match, game: 1, view: { clock: 100, own: side, opponent: side } } }],
    });
    await page.goto("/");
    const isShown = (/** @type {string} */ name) => page.locator(".duel .side_name").first().getByText(name);
    await stepUntil(isShown("ann-1"));
    matches.shift();
    for (let second = 0; second < 20; ++second) await step(page, 60);
    assert.equal(await isShown("ann-1").count(), 1);
    send([{ matchEnd: { match: "1" } }]);
    await stepUntil(isShown("ann-2"));
  });
});

test("the first page does not promise an opponent where there is none", async () => {
  await site.withPage({}, async (page) => {
    /** @type {import("../../../../clients/web/net/wire.js").OpenPlayer[]} */
    let open = [{ name: "greedy", free: 0 }];
    const send = await playServer(page, { listLobby: () => [{ lobby: { open } }] });
    await page.goto("/");
    await page.locator("#play_hint").getByText("No opponent is free at the moment.").waitFor();
    open = [{ name: "greedy", free: 1 }];
    send([{ lobby: { open } }]);
    await page.locator("#play_hint").getByText("Starts at once, against the computer").waitFor();
  });
});
