// The findings of axe on the pages and in their dialogs, in both schemes and languages, by the rules of WCAG 2.2 AA. The
// page /look has this in its own test.

import assert from "node:assert/strict";
import { test } from "node:test";

import { wcagViolations } from "../browser/stage.js";
import { kPhone } from "./browser.js";
import { kMissedRecord, serveRecord } from "./record_file.js";
import { SharedSite } from "./shared_site.js";

/** @typedef {import("playwright-core").Page} Page */

const kCup = "cup";
/** A tournament that was not started. */
const kOpen = "open";
/** The key of the settings in the browser's storage. */
const kSettings = "rensa.settings";
const kSmall = { width: 1024, height: 600 };

/** The token of an administrator. */
let token = "";

const site = new SharedSite(async (server) => {
  await server.play(["greedy", "greedy"], 1);
  token = await server.administrator();
  const answer = await fetch(`${server.origin}/api/v1/tournaments?jobs=1`, {
    method: "POST",
    headers: { Authorization: `Bearer ${token}` },
    body: JSON.stringify({ name: kCup, seed: 3, players: ["greedy", "random"],
      stages: [{ format: "round-robin", pairs: 1 }, { format: "knock-out", take: 2, best_of: 1 }] }),
  });
  assert.ok(answer.ok, await answer.clone().text());
  await server.ask(token, "/api/v1/tournaments?paused=1", {
    method: "POST", body: { name: kOpen, players: ["greedy", { name: "bob", guest: true }] },
  });
  for (const text of ["The hall opens at 9:00", "Bring water", "Pairings are in the hall", "We begin at 10:00"]) {
    await server.ask(token, `/api/v1/tournaments/${kOpen}/messages`, { method: "POST", body: { text } });
  }
  for (const name of ["first", "second"]) {
    server.invite(name, "--player", "random", "--clock", "real", "--matches", "1", "--games", "99", "--seed", "3");
  }
  server.invite("greedy", "--player", "greedy", "--open", "8");
  await server.until(async () => (await server.json("/api/v1/matches")).count > 0);
  await server.until(async () => (await server.json("/api/v1/players")).open.length === 1);
  await server.until(async () => (await server.json(`/api/v1/tournaments/${kCup}`)).state === "over");
});

/**
 * A page: its address, and an element that it has when it is there as a whole; prepare: what is to be done before it is
 * opened; dialogs: what opens each dialog of it, and the selector of this dialog.
 * @typedef {{name: string, path: () => string|Promise<string>, shown: string, prepare?: (page: Page) => Promise<void>,
 *   dialogs?: {opener: string, dialog: string}[]}} Look
 */

/** The organiser's page finds a token. @param {Page} page */
async function signIn(page) {
  await page.addInitScript((stored) => localStorage.setItem("rensa.account_token", stored), token);
}

/** @type {Look[]} */
const kPages = [
  { name: "home", path: () => "/", shown: ".opponent", dialogs: [{ opener: "#settings", dialog: "dialog.settings" }] },
  // The server adds a number to a name that another program has had just before, as a player of the tournament has.
  { name: "play", path: async () => `/play?with=${(await site.server.json("/api/v1/players")).open[0].name}&wins=10`,
    shown: "#panel[hidden]", dialogs: [{ opener: "#resign", dialog: "#panel" }] },
  { name: "waiting to play", path: () => "/play?friend=1", shown: "#panel input" },
  { name: "practice", path: () => "/practice", shown: "#coach .emblem" },
  { name: "train", path: () => "/train", shown: ".side_board" },
  { name: "how to play", path: () => "/how-to-play", shown: ".how_example" },
  { name: "tv", path: () => "/tv", shown: ".duel" },
  { name: "watch", path: async () => `/watch/${(await site.server.json("/api/v1/matches")).matches[0].match}`,
    shown: ".duel" },
  { name: "replay", path: async () => `/replay/${(await site.server.json("/api/v1/games?limit=1")).games[0].record}`,
    shown: '#frame[data-clock="0"]' },
  { name: "what was missed", path: () => `/replay/?record=${encodeURIComponent(kMissedRecord)}`, shown: ".missed_item",
    prepare: (page) => serveRecord(page) },
  { name: "league", path: () => "/league", shown: "main h1" },
  { name: "tournament", path: () => `/league/${kCup}`, shown: "main h1" },
  { name: "messages of the organisers", path: () => `/league/${kOpen}`, shown: ".messages time" },
  { name: "player", path: () => `/league/${kCup}/players/greedy`, shown: "main h1" },
  { name: "organiser signs in", path: () => "/organise", shown: "#token" },
  { name: "organiser", path: () => "/organise", shown: ".organise_cards li", prepare: signIn },
  { name: "organiser's new tournament", path: () => "/organise?new=1", shown: "form", prepare: signIn },
  { name: "organised tournament", path: () => `/organise?tournament=${kOpen}`, shown: ".organise_log li", prepare: signIn,
    dialogs: [{ opener: "[data-act=start]", dialog: "dialog.organise_ask" }] },
  { name: "message to all", path: () => `/organise?tournament=${kOpen}`, shown: ".organise_log li", prepare: signIn,
    dialogs: [{ opener: "[data-act=message]", dialog: "dialog.organise_ask" }] },
  { name: "organised tournament that is over", path: () => `/organise?tournament=${kCup}`, shown: ".organise_log li",
    prepare: signIn },
];

/** Chooses a scheme as another tab of the browser would. @param {Page} page @param {"light"|"dark"} scheme */
async function chooseScheme(page, scheme) {
  await page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
  await page.evaluate(({ key, newValue }) => {
    localStorage.setItem(key, newValue);
    window.dispatchEvent(new StorageEvent("storage", { key, newValue }));
  }, { key: kSettings, newValue: JSON.stringify({ version: 1, look: { scheme } }) });
}

/** Looks at a page, or at the dialog that is open in it. In the second scheme only colours are different.
 * @param {Page} page @param {string} what @param {string} [within]   the selector of the dialog */
async function lookAt(page, what, within) {
  await chooseScheme(page, "light");
  assert.deepEqual(await wcagViolations(page, { within }), [], `${what}, light`);
  await chooseScheme(page, "dark");
  assert.deepEqual(await wcagViolations(page, { within, onlyColours: true }), [], `${what}, dark`);
}

for (const { name, path, shown, prepare, dialogs = [] } of kPages) {
  test(`axe finds nothing: ${name}`, async () => {
    for (const [language, viewport] of /** @type {const} */ ([["en", kSmall], ["ja", kPhone]])) {
      await site.withPage({ bypassCSP: true, language, viewport }, async (page) => {
        await page.emulateMedia({ reducedMotion: "reduce" });
        await prepare?.(page);
        await page.goto(await path());
        await page.locator(shown).first().waitFor({ state: "attached" });
        await lookAt(page, language);
        for (const { opener, dialog } of dialogs) {
          if (await page.locator("#menu").isVisible()) await page.locator("#menu").click();
          await page.locator(opener).click();
          await page.locator(dialog).waitFor();
          await lookAt(page, `${language}, ${dialog}`, dialog);
        }
      });
    }
  });
}
