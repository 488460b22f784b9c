// What axe finds on the pages, in both schemes and languages, by the rules of WCAG 2.2 AA. The page /look has this in
// its own test.

import assert from "node:assert/strict";
import { test } from "node:test";

import { wcagViolations } from "../browser/stage.js";
import { kPhone, kWide } from "./browser.js";
import { SharedSite } from "./shared_site.js";

const kCup = "cup";

const site = new SharedSite(async (server) => {
  await server.play(["greedy", "greedy"], 1);
  const answer = await fetch(`${server.origin}/api/v1/tournaments?jobs=1`, {
    method: "POST",
    headers: { Authorization: `Bearer ${await server.administrator()}` },
    body: JSON.stringify({ name: kCup, seed: 3, players: ["greedy", "random"],
      stages: [{ format: "round-robin", pairs: 1 }, { format: "knock-out", take: 2, best_of: 1 }] }),
  });
  assert.ok(answer.ok, await answer.clone().text());
  for (const name of ["first", "second"]) {
    server.invite(name, "--player", "random", "--clock", "real", "--matches", "1", "--games", "99", "--seed", "3");
  }
  server.invite("greedy", "--player", "greedy", "--open", "8");
  await server.until(async () => (await server.json("/api/v1/matches")).count > 0);
  await server.until(async () => (await server.json("/api/v1/players")).open.length > 0);
  await server.until(async () => (await server.json(`/api/v1/tournaments/${kCup}`)).state === "over");
});

/** The address of each page, and an element that it has when it is there as a whole.
 * @type {{name: string, path: () => string|Promise<string>, shown: string}[]} */
const kPages = [
  { name: "home", path: () => "/", shown: ".opponent" },
  { name: "play", path: () => "/play?with=nobody", shown: "main" },
  { name: "practice", path: () => "/practice", shown: ".duel" },
  { name: "train", path: () => "/train", shown: ".side_board" },
  { name: "tv", path: () => "/tv", shown: ".duel" },
  { name: "watch", path: async () => `/watch/${(await site.server.json("/api/v1/matches")).matches[0].match}`,
    shown: ".duel" },
  { name: "replay", path: async () => `/replay/${(await site.server.json("/api/v1/games?limit=1")).games[0].record}`,
    shown: '#frame[data-clock="0"]' },
  { name: "league", path: () => "/league", shown: "main h1" },
  { name: "tournament", path: () => `/league/${kCup}`, shown: "main h1" },
  { name: "player", path: () => `/league/${kCup}/players/greedy`, shown: "main h1" },
];

for (const { name, path, shown } of kPages) {
  test(`axe finds nothing: ${name}`, async () => {
    for (const scheme of /** @type {const} */ (["light", "dark"])) {
      for (const language of ["en", "ja"]) {
        const viewport = language === "en" ? kWide : kPhone;
        const options = { bypassCSP: true, language, viewport };
        await site.withPage(options, async (page) => {
          await page.emulateMedia({ colorScheme: scheme });
          await page.addInitScript((wanted) => {
            localStorage.setItem("rensa.settings", JSON.stringify({ version: 1, look: { scheme: wanted } }));
          }, scheme);
          await page.goto(await path());
          await page.locator(shown).first().waitFor();
          assert.deepEqual(await wcagViolations(page), [], `${scheme}, ${language}`);
        });
      }
    }
  });
}
