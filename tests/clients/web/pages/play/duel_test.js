// Duels as a person plays them: with a keyboard in a browser, against players that the server has.

import assert from "node:assert/strict";
import { test } from "node:test";

import { seriousIssues } from "../../browser/stage.js";
import { frames, kPhone } from "../browser.js";
import { kManyGames, resign, siteWithOpponents, underControl } from "./duel.js";

/** @typedef {import("playwright-core").Page} Page */

const site = siteWithOpponents();

/** Plays badly until the match is over: whatever comes goes down somewhere. @param {Page} page */
async function playToTheEnd(page) {
  const over = page.getByRole("button", { name: "Rematch", exact: true });
  for (let hand = 0; hand < 400 && !(await over.isVisible()); ++hand) {
    await page.keyboard.press(["ArrowLeft", "ArrowRight", "x", "z"][hand % 4], { delay: 30 });
    await page.keyboard.down("ArrowDown");
    await frames(page, 15);
    await page.keyboard.up("ArrowDown");
  }
  await over.waitFor();
}

test("a duel begins by itself and is played by keyboard to its end", async (t) => {
  await site.withPage({}, async (page) => {
    const begun = performance.now();
    await page.goto("/");
    await page.getByRole("link", { name: /Play now/ }).click();
    await underControl(page);
    // Five seconds are meant; a machine that does other things beside this test may need more.
    t.diagnostic(`${Math.round(performance.now() - begun)} ms from a cold load to the first pair`);
    assert.equal(await page.locator(".side_other .side_name").innerText(), "greedy");
    await playToTheEnd(page);
    const record = await page.getByRole("link", { name: "Watch the replay" }).getAttribute("href");
    const game = await site.server.json(`/api/v1/games/${record?.split("/").pop()}`);
    assert.ok(["choked"].includes(game.cause), game.cause);
    assert.match(await page.locator("#panel").innerText(), /You (won|lost) the match/);
    const shown = await page.locator(".side_own .side_points").innerText();
    const seat = game.players.indexOf("greedy") === 0 ? 1 : 0;
    assert.equal(Number(shown.replace(/,/g, "")), game.scores[seat], "the score that is shown is the one that counts");
  });
});

test("keys move the pair at once, and the server agrees", async () => {
  await site.withPage({}, async (page) => {
    await page.goto("/play?with=random" + kManyGames);
    await underControl(page);
    for (let i = 0; i < 10; ++i) await page.keyboard.press(i % 2 ? "ArrowLeft" : "ArrowRight", { delay: 20 });
    await page.locator(".play_line").getByText(/Round trip: \d+ ms/).waitFor();
    await resign(page);
    assert.match(await page.locator("#panel").innerText(), /guest-\d+ resigned/);
  });
});

test("spectators see the match of a person late, and are told so", async () => {
  await site.withPage({}, async (page) => {
    await page.goto("/play?with=greedy" + kManyGames);
    await underControl(page);
    const own = await page.locator(".side_own .side_name").innerText();
    const { matches } = await site.server.json("/api/v1/matches");
    const { match } = matches.find((/** @type {any} */ { players }) => players.includes(own));
    await site.withPage({}, async (spectator) => {
      await spectator.goto(`/watch/${match}`);
      await spectator.getByText(/Game \d+ · First to \d+ · shown 3 s late/).waitFor();
      await spectator.locator(".duel").waitFor();
    });
    await resign(page);
  });
});

test("the first to ten wins takes a match", async () => {
  await site.withPage({}, async (page) => {
    await page.goto("/play?with=random&wins=10");
    await underControl(page);
    const { matches } = await site.server.json("/api/v1/matches");
    assert.ok(matches.some((/** @type {{games: number}} */ match) => match.games === 19), JSON.stringify(matches));
    await resign(page);
  });
});

test("the page is Japanese for those who want it, on a phone too", async () => {
  await site.withPage({ language: "ja-JP", viewport: kPhone }, async (page) => {
    await page.goto("/play?with=greedy" + kManyGames);
    await underControl(page);
    assert.equal(await page.evaluate(() => document.documentElement.lang), "ja");
    const words = await page.locator("body").innerText();
    assert.doesNotMatch(words.replace(/guest-\d+|greedy|Rensa|ms/g, ""), /[A-Za-z]{4,}/, words);
  });
});

test("the menu of a phone opens within the window, and closes by Escape and with the match", async () => {
  await site.withPage({ viewport: kPhone }, async (page) => {
    await page.goto("/play?with=greedy" + kManyGames);
    await underControl(page);
    const menu = page.locator("#menu");
    const resign = page.locator("#resign");
    const isOpen = () => menu.getAttribute("aria-expanded");
    await menu.click();
    const [button, opened] = await Promise.all([menu, page.locator(".play_menu")].map((part) => part.boundingBox()));
    assert.ok(button && opened && opened.y >= 0 && opened.y + opened.height <= button.y,
      JSON.stringify([button, opened]));
    await resign.focus();
    await page.keyboard.press("Escape");
    assert.equal(await isOpen(), "false");
    assert.ok(await menu.evaluate((button) => button === document.activeElement));
    await menu.click();
    await resign.click();
    await page.locator("#panel").getByRole("button", { name: "Resign" }).click();
    await page.getByText("You lost the match").waitFor();
    assert.equal(await isOpen(), "false");
  });
});

test("a check for accessibility finds nothing serious", async () => {
  await site.withPage({ bypassCSP: true }, async (page) => {
    await page.goto("/play?with=greedy" + kManyGames);
    await underControl(page);
    assert.deepEqual(await seriousIssues(page), []);
    await page.getByRole("button", { name: "Resign" }).click();
    assert.deepEqual(await seriousIssues(page), []);
  });
});

test("what one is asked has the keyboard, and Escape goes back to the game", async () => {
  await site.withPage({}, async (page) => {
    await page.goto("/play?with=greedy" + kManyGames);
    await underControl(page);
    await page.getByRole("button", { name: "Resign" }).click();
    assert.equal(await page.evaluate(() => document.activeElement?.closest("#panel") !== null), true);
    await page.keyboard.press("Escape");
    await page.locator("#panel").waitFor({ state: "hidden" });
    await page.getByRole("button", { name: "Resign" }).click();
    await page.keyboard.press("Enter");
    await page.getByText("You lost the match").waitFor();
  });
});

test("who is not there is said not to be", async () => {
  await site.withPage({}, async (page) => {
    await page.goto("/play?with=nobody");
    await page.getByText("nobody is not connected").waitFor();
    await page.getByRole("button", { name: "Play now" }).click();
    await underControl(page);
  });
});

test("a match that cannot be is refused before anybody is asked for it", async () => {
  await site.withPage({}, async (page) => {
    await page.goto("/play?" + kManyGames);
    await underControl(page);
    await page.goto("/play?wins=99");
    await page.getByText("the address asks for 99").waitFor();
    await page.getByRole("button", { name: "Play now" }).click();
    await underControl(page);
  });
});

test("hostile names are text and nothing else", async () => {
  const name = `<img src=x onerror=1>"'&`;
  site.server.invite(name, "--player", "random", "--open", "1");
  await site.server.until(async () => (await site.server.json("/api/v1/players")).open.length === 3);
  await site.withPage({}, async (page) => {
    await page.goto(`/play?with=${encodeURIComponent(name)}${kManyGames}`);
    await underControl(page);
    assert.equal(await page.locator(".side_other .side_name").innerText(), name);
    assert.equal(await page.locator("main img").count(), 0);
  });
});
