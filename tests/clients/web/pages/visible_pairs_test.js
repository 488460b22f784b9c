// Rulesets that show another number of pairs than the published ones, given to a server and to workers as JSON files.

import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";

import { startBrowser, withPage } from "./browser.js";
import { startServer } from "./server.js";

/** @typedef {import("playwright-core").Page} Page */

const kNumbers = [1, 2, 4, 5];

/** @type {string} */
let folder;
/** @type {import("./server.js").Server} */
let server;
/** @type {import("playwright-core").Browser} */
let browser;

/** @param {number} visible @returns {string} a file with the ruleset */
const fileOf = (visible) => join(folder, `shows-${visible}.json`);

/** Two workers that play by the ruleset. @param {number} visible @param {string} name @param {...string} options */
function invitePlayers(visible, name, ...options) {
  const fixed = ["--ruleset", fileOf(visible), "--matches", "1", "--seed", "3"];
  return ["greedy", "random"].map((player) => server.invite(`${name}-${player}`, "--player", player, ...fixed, ...options));
}

before(async () => {
  folder = await mkdtemp(join(tmpdir(), "rensa-rulesets-"));
  for (const visible of kNumbers) {
    await writeFile(fileOf(visible), JSON.stringify({ id: `shows-${visible}`, base: "tsu-1", visible_pairs: visible }));
  }
  server = await startServer("--ruleset-files", kNumbers.map(fileOf).join(" "));
  browser = await startBrowser();
});

after(async () => {
  await browser?.close();
  await server?.stop();
  await rm(folder, { recursive: true, force: true });
});

/**
 * Looks at the next pairs of each side for so many frames of the page.
 * @param {Page} page @param {number} shown   the number of next pairs for which there is to be room
 * @param {number} frames
 * @returns {Promise<{pairs: number, strays: boolean}[]>}   the most pairs that a side has drawn, and whether it has drawn
 *   anything beside their places in the end
 */
function lookAtNextPairs(page, shown, frames) {
  return page.evaluate(async ([shown, frames]) => {
    const client = { pairs: "/draw/next_pairs.js" };
    const { pairPlaces } = await import(client.pairs);
    const canvases = /** @type {HTMLCanvasElement[]} */ ([...document.querySelectorAll("canvas.side_pairs")]);
    const look = (/** @type {HTMLCanvasElement} */ canvas) => {
      const { width, height } = canvas;
      const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
      const pixels = context.getImageData(0, 0, width, height).data;
      const isFilled = (/** @type {number} */ x, /** @type {number} */ y) => pixels[(y * width + x) * 4 + 3] > 0;
      const places = /** @type {{cell: number, x: number, y: number}[]} */ (
        pairPlaces(canvas, shown, canvas.closest(".side_own") ? "left" : "right"));
      const pairs = places.filter(({ cell, x, y }) =>
        isFilled(x + (cell >> 1), y + (cell >> 1)) && isFilled(x + (cell >> 1), y + cell + (cell >> 1))).length;
      let strays = false;
      for (let y = 0; y < height; ++y) {
        for (let x = 0; x < width; ++x) {
          const isPlace = places.some((at) => x >= at.x && x < at.x + at.cell && y >= at.y && y < at.y + 2 * at.cell);
          strays ||= isFilled(x, y) && !isPlace;
        }
      }
      return { pairs, strays };
    };
    const seen = canvases.map(() => ({ pairs: 0, strays: false }));
    for (let frame = 0; frame < frames; ++frame) {
      await new Promise(requestAnimationFrame);
      canvases.forEach((canvas, i) => {
        const { pairs, strays } = look(canvas);
        seen[i] = { pairs: Math.max(seen[i].pairs, pairs), strays };
      });
    }
    return seen;
  }, [shown, frames]);
}

for (const visible of kNumbers) {
  test(`a match that shows ${visible} pairs is watched, and its record replayed`, async () => {
    invitePlayers(visible, `long${visible}`, "--clock", "real", "--games", "99");
    invitePlayers(visible, `short${visible}`, "--clock", "virtual", "--games", "1");
    const isOurs = (/** @type {{ruleset: string}} */ { ruleset }) => ruleset === `shows-${visible}`;
    /** @type {any[]} */
    let matches = [];
    /** @type {any[]} */
    let games = [];
    await server.until(async () => {
      matches = (await server.json("/api/v1/matches")).matches.filter(isOurs);
      games = (await server.json("/api/v1/games")).games.filter(isOurs);
      return games.length > 0 && matches.some(({ players }) => players[0].startsWith("long"));
    });
    const { match } = matches.find(({ players }) => players[0].startsWith("long"));
    // The browser's hint at canvases that are read often is of no interest: only the test reads them.
    await withPage(browser, { origin: server.origin, mayReport: /willReadFrequently/ }, async (page) => {
      await page.goto(`/watch/${match}`);
      await page.waitForFunction(() => Number(document.querySelector("#stage")?.getAttribute("data-frame")) > 100);
      const seen = { pairs: visible - 1, strays: false };
      assert.deepEqual(await lookAtNextPairs(page, visible - 1, 180), [seen, seen]);
    });

    const { record } = games[0];
    const { checkpoints, outcome, ruleset } = await server.json(`/api/v1/records/${record}?format=json`);
    assert.equal(ruleset.visible_pairs, visible);
    await withPage(browser, { origin: server.origin }, async (page) => {
      for (const at of [0, Math.floor(checkpoints.length / 2), checkpoints.length - 1]) {
        const clock = Math.min((at + 1) * 60, outcome.frame);
        await page.goto(`/replay/${record}#frame=${clock}`);
        await page.locator(`#frame[data-clock="${clock}"]`).waitFor();
        assert.equal(await page.locator("#hash").textContent(), checkpoints[at], `at ${clock}`);
        assert.equal(await page.locator("#hash_verdict").getAttribute("data-verdict"), "same");
      }
    });
  });
}

test("two people play by a ruleset of the server, with all of its pairs", async () => {
  const mayReport = /willReadFrequently/;
  await withPage(browser, { origin: server.origin, mayReport }, async (host) => {
    await host.goto("/play?friend=1&wins=10&ruleset=shows-5");
    const link = await host.locator("#panel input").inputValue();
    await withPage(browser, { origin: server.origin, mayReport }, async (guest) => {
      await guest.goto(link);
      for (const page of [guest, host]) {
        await page.locator(".duel").waitFor();
        await page.locator("#panel").waitFor({ state: "hidden" });
      }
      for (let i = 0; i < 5; ++i) await guest.keyboard.press("ArrowLeft", { delay: 50 });
      const seen = { pairs: 4, strays: false };
      assert.deepEqual(await lookAtNextPairs(host, 4, 180), [seen, seen]);
      const name = await guest.locator(".side_own .side_name").innerText();
      await guest.getByRole("button", { name: "Resign" }).click();
      await guest.locator("#panel").getByRole("button", { name: "Resign" }).click();
      await guest.getByRole("link", { name: "Watch the replay" }).waitFor();
      // On a busy machine the keys may belong to an earlier game than the last one.
      const { games } = await server.json(`/api/v1/games?player=${encodeURIComponent(name)}`);
      const records = await Promise.all(games.map((/** @type {any} */ { record }) =>
        server.json(`/api/v1/records/${record}?format=json`)));
      for (const { ruleset } of records) assert.equal(ruleset.id, "shows-5");
      assert.ok(records.some(({ inputs, players }) => inputs.some((/** @type {any} */ { seat, keys }) =>
        players[seat - 1] === name && keys.includes("L"))), JSON.stringify(records.map(({ inputs }) => inputs)));
    });
  });
});

test("a ruleset that the server does not have is refused with the names of those that it has", async () => {
  await withPage(browser, { origin: server.origin }, async (page) => {
    await page.goto("/play?friend=1&ruleset=no-such-rules");
    await page.getByText(/unknown ruleset 'no-such-rules': choose one of .*shows-4/).waitFor();
  });
});
