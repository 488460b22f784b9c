// Who leads: in a replay, in a watched match, and never for the players of a game that runs.

import assert from "node:assert/strict";
import { test } from "node:test";

import { seriousIssues } from "../browser/stage.js";
import { kPhone } from "./browser.js";
import { kMissedRecord, serveRecord } from "./record_file.js";
import { SharedSite } from "./shared_site.js";

/** @typedef {import("playwright-core").Page} Page */

/** A game of two players who fight; the second one won. */
const kRecord = "chances/gaze_nodes_12000-champion_nodes_4000-tsu-1-15002-1.rensa";
const kReplay = `/replay/?record=${encodeURIComponent(kMissedRecord)}`;
/** The links of a record that the server does not have are not found. */
const kMayReport = /404/;

const site = new SharedSite(async (server) => {
  for (const name of ["first", "second"]) {
    server.invite(name, "--player", "greedy", "--clock", "real", "--matches", "1", "--games", "99", "--seed", "3");
  }
  server.invite("greedy", "--player", "greedy", "--open", "2");
  await server.until(async () => (await server.json("/api/v1/matches")).count > 0);
});

/** @param {Page} page @param {string} [hash] */
async function openReplay(page, hash = "") {
  await serveRecord(page, `**${kMissedRecord}`, kRecord);
  await page.goto(kReplay + hash);
  await page.locator(".turning_list li").first().waitFor();
}

/** @param {Page} page */
const told = (page) => page.locator(".chance .unseen").textContent();

test("a replay shows who led, and its turning points lead to their hands", async () => {
  await site.withPage({ mayReport: kMayReport }, async (page) => {
    await openReplay(page);
    assert.match((await page.locator(".curve_chance").getAttribute("d")) ?? "", /^M.*H1000$/);
    const points = page.getByRole("region", { name: "Turning points" }).getByRole("listitem");
    assert.ok((await points.count()) >= 1);
    const [, before, after] = /(\d+) % → (\d+) %/.exec(await points.first().innerText()) ?? [];
    assert.ok(Number(after) >= Number(before) + 19, `${before} to ${after}`);
    const link = points.first().getByRole("link");
    const address = (await link.getAttribute("href")) ?? "";
    await link.focus();
    await page.keyboard.press("Enter");
    await page.locator(`#frame[data-clock="${address.replace("#frame=", "")}"]`).waitFor();
    assert.match((await told(page)) ?? "", /leads: \d+ %|are even/);
    await page.keyboard.press("End");
    await page.locator(`.chance .unseen:text("champion:nodes=4000 leads: 100 %")`).waitFor({ state: "attached" });
  });
});

test("in Japanese the chances are told in Japanese, and fit a phone", async () => {
  await site.withPage({ mayReport: kMayReport, viewport: kPhone, language: "ja", bypassCSP: true }, async (page) => {
    await openReplay(page);
    assert.match(await page.locator(".chance").innerText(), /勝率予想/);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(width <= kPhone.width, `${width}`);
    assert.deepEqual(await seriousIssues(page), []);
  });
});

test("a game in turns has neither a strip nor turning points", async () => {
  await site.withPage({ mayReport: kMayReport }, async (page) => {
    await serveRecord(page, `**${kMissedRecord}`, "record_v1_turns.rensa");
    await page.goto(kReplay);
    await page.locator("#frame[data-clock]").waitFor({ state: "attached" });
    for (const part of [".chance", "#turning", "#legend_chance"]) {
      assert.equal(await page.locator(part).isVisible(), false, part);
    }
  });
});

for (const [name, path] of [["a watched match", "/watch/1"], ["the featured match", "/tv?match=1"]]) {
  test(`${name} shows who leads, in numbers and words`, async () => {
    await site.withPage({}, async (page) => {
      await page.goto(path);
      await page.locator(`.chance .unseen:text-matches("leads: \\\\d+ %|are even")`).waitFor({ state: "attached" });
      const [own, other] = await page.locator(".chance strong").allTextContents();
      assert.equal(parseInt(own, 10) + parseInt(other, 10), 100, `${own}, ${other}`);
      await page.waitForFunction(() => document.querySelector(".ready .curve_chance")?.getAttribute("d")?.includes("H"));
    });
  });
}

test("a player is shown no chance while the game runs", async () => {
  await site.withPage({}, async (page) => {
    /** @type {string[]} */
    const loaded = [];
    page.on("request", (request) => loaded.push(new URL(request.url()).pathname));
    await page.goto("/play?with=greedy");
    await page.locator(".duel canvas").first().waitFor();
    // Pairs that are dropped give points, so the opponent has had several hands.
    await page.waitForFunction(() => /\d{3}/.test(document.querySelector(".side_other .side_points")?.textContent ?? ""));
    assert.equal(await page.locator(".chance, .ready, .curve_chance").count(), 0);
    assert.deepEqual(loaded.filter((one) => one.includes("chance") || one.includes("ready_strip")), []);
  });
});
