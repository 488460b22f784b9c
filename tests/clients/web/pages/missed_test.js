// The missed chances of a game: in its replay, in its address, in the trainer, and after a game of one's own.

import assert from "node:assert/strict";
import { test } from "node:test";

import { kPhone } from "./browser.js";
import { stepUntil, stopClock } from "./page_clock.js";
import { kMissedRecord, serveRecord } from "./record_file.js";
import { SharedSite } from "./shared_site.js";

/** @typedef {import("playwright-core").Page} Page */

const kReplay = `/replay/?record=${encodeURIComponent(kMissedRecord)}`;
/** The clocks of all that was missed, the largest first. */
const kClocks = [2604, 2051, 1308];
/** A match of so many games that it is not over before the page has given it up, however busy the machine is. */
const kMatch = "/play?with=greedy&wins=10";
/** The links of a record that the server does not have are not found. */
const kMayReport = /404/;

const site = new SharedSite(async (server) => {
  server.invite("greedy", "--player", "greedy", "--open", "8");
  await server.until(async () => (await server.json("/api/v1/players")).open.length === 1);
});

/** @param {Page} page */
const clockOf = async (page) => Number(await page.locator("#frame").getAttribute("data-clock"));

/** Opens the replay of the recorded game, and waits for the list. @param {Page} page @param {string} [hash] */
async function openReplay(page, hash = "") {
  await serveRecord(page);
  await page.goto(kReplay + hash);
  await page.locator(".missed_item").first().waitFor();
}

test("a replay lists what was missed, with a sign for each on the bar", async () => {
  await site.withPage({ mayReport: kMayReport }, async (page) => {
    await openReplay(page);
    const items = page.getByRole("region", { name: "Missed in this game" }).getByRole("listitem");
    assert.equal(await items.count(), kClocks.length);
    assert.match(await items.nth(0).innerText(), /could have cancelled all garbage \(1\) with a chain of 1/);
    assert.match(await items.nth(0).innerText(), /The game ended by it/);
    assert.match(await items.nth(1).innerText(), /could have fired a chain of 3, worth 24 garbage/);
    const signs = await page.locator(".curve_sign").evaluateAll((all) =>
      all.map((one) => ({ place: /** @type {HTMLElement} */ (one).style.left, seat: one.className })));
    assert.equal(signs.length, kClocks.length);
    kClocks.forEach((clock, i) => assert.ok(Math.abs(parseFloat(signs[i].place) - (100 * clock) / 2637) < 0.1));
    assert.match(signs[0].seat, /curve_seat_0/);
    assert.equal(await page.locator(".missed_progress").isVisible(), false);
  });
});

test("an item leads to its hand by keyboard, and the field comes into view on a phone", async () => {
  await site.withPage({ mayReport: kMayReport, viewport: kPhone }, async (page) => {
    await openReplay(page);
    await page.getByRole("link", { name: /^See it/ }).nth(1).focus();
    await page.keyboard.press("Enter");
    await page.locator(`#frame[data-clock="${kClocks[1]}"]`).waitFor();
    await page.waitForFunction(() => (document.querySelector("#stage canvas")?.getBoundingClientRect().top ?? -1) >= 0);
    assert.equal(new URL(page.url()).hash, `#frame=${kClocks[1]}`);
  });
});

test("an address names the largest missed chain, or the largest missed answer", async () => {
  await site.withPage({ mayReport: kMayReport }, async (page) => {
    await openReplay(page, "#moment=missed_chain");
    await page.locator(`#frame[data-clock="${kClocks[1]}"]`).waitFor();
    await page.evaluate(() => (location.hash = "#moment=missed_answer"));
    await page.locator(`#frame[data-clock="${kClocks[0]}"]`).waitFor();
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.getByRole("button", { name: "Copy a link to the biggest miss" }).click();
    await page.getByText("Copied").waitFor();
    assert.equal(await page.locator("#link").inputValue(), `${site.server.origin}${kReplay}#moment=missed_answer`);
  });
});

test("who has moved on before the moment is found stays there", async () => {
  await site.withPage({ mayReport: kMayReport }, async (page) => {
    await serveRecord(page);
    /** @type {(value: void) => void} */
    let goOn = () => {};
    const isReleased = new Promise((/** @type {(value: void) => void} */ done) => (goOn = done));
    await page.route("**/replay/analysis_worker.js", async (route) => {
      await isReleased;
      await route.continue();
    });
    await page.goto(`${kReplay}#moment=missed_chain`);
    await page.getByText("Looking for what was missed…").waitFor();
    await page.keyboard.press(".");
    await page.locator('#frame[data-clock="1"]').waitFor();
    goOn();
    await page.locator(".missed_item").first().waitFor();
    assert.equal(await clockOf(page), 1);
  });
});

test("each problem opens in the trainer, and the server knows its solution", async () => {
  await site.withPage({ mayReport: kMayReport }, async (page) => {
    await openReplay(page);
    const links = page.getByRole("link", { name: /^Train it/ });
    const addresses = await links.evaluateAll((all) => all.map((one) => /** @type {HTMLAnchorElement} */ (one).href));
    assert.equal(addresses.length, kClocks.length);
    await links.first().click();
    await page.getByRole("heading", { name: "A chain of 1 or more" }).waitFor();
    await stopClock(page);
    for (const address of addresses) {
      await page.goto(address);
      await stepUntil(page.locator('#stage[aria-busy="false"]'));
      await page.getByRole("button", { name: "Show the solution" }).click();
      await stepUntil(page.locator("#told").getByText("This is the solution."));
    }
  });
});

test("without the worker the list says that it cannot be made", async () => {
  await site.withPage({ mayReport: /404|Failed to load|ERR_FAILED/ }, async (page) => {
    await serveRecord(page);
    await page.route("**/replay/analysis_worker.js", (route) => route.abort());
    await page.goto(kReplay);
    await page.getByText("This browser cannot look for it.").waitFor();
    await page.getByText("This browser cannot estimate the chances.").waitFor();
  });
});

/** Gives a match up that has begun. @param {Page} page */
async function resign(page) {
  await page.locator("#panel").waitFor({ state: "hidden" });
  await page.getByRole("button", { name: "Resign" }).click();
  await page.locator("#panel").getByRole("button", { name: "Resign" }).click();
}

test("after a game of one's own the panel tells of it in short, and leads to the hand and to the problem", async () => {
  await site.withPage({}, async (page) => {
    await serveRecord(page, "**/api/v1/records/*");
    await page.goto(kMatch);
    await page.locator(".duel").waitFor();
    await resign(page);
    const panel = page.locator("#panel");
    await panel.getByText("Longest chain: you").waitFor();
    const text = await panel.innerText();
    assert.match(text, /Length: 0:43/);
    assert.match(text, /Missed: a chain of \d/);
    const see = panel.getByRole("link", { name: "See it" });
    assert.match((await see.getAttribute("href")) ?? "", /^\/replay\/\d+#frame=(2604|2051)$/);
    const problem = (await panel.getByRole("link", { name: "Train it" }).getAttribute("href")) ?? "";
    // Nothing of it is left while the next game goes on.
    await page.getByRole("button", { name: "Rematch", exact: true }).click();
    await panel.waitFor({ state: "hidden" });
    assert.equal(await page.locator(".after_game").count(), 0);
    await resign(page);
    await page.getByText("You lost the match").waitFor();
    await page.goto(problem);
    await page.locator('#stage[aria-busy="false"]').waitFor();
    await page.getByRole("heading", { name: /^A chain of/ }).waitFor();
  });
});

test("a game without anything large to tell of is told in Japanese, too", async () => {
  await site.withPage({ language: "ja" }, async (page) => {
    await serveRecord(page, "**/api/v1/records/*", "record_v1_forfeit.rensa");
    await page.goto(kMatch);
    await page.locator(".duel").waitFor();
    await page.locator("#panel").waitFor({ state: "hidden" });
    await page.locator("#resign").click();
    await page.locator("#panel button.primary").click();
    await page.getByText("大きな見逃しはありませんでした。").waitFor();
  });
});
