// People report what a player says, and whom they have played against.

import assert from "node:assert/strict";
import { test } from "node:test";

import { wcagViolations } from "../browser/stage.js";
import { SharedSite } from "./shared_site.js";

/** @typedef {import("playwright-core").Page} Page */

const kWaysToReports = "**/api/v1/reports?*";

/** The token of the administrator, who is made once. @type {?Promise<string>} */
let token = null;

const site = new SharedSite(async (server) => {
  for (const name of ["talker", "chatter"]) {
    server.invite(name, "--player", "joseki:nodes=2000", "--clock", "real", "--matches", "1", "--games", "99", "--seed", "3");
  }
  server.invite("greedy", "--player", "greedy", "--open", "4");
  await server.until(async () => (await server.json("/api/v1/matches")).count > 0);
  await server.until(async () => (await server.json("/api/v1/players")).open.length === 1);
});

const watchPath = async () => `/watch/${(await site.server.json("/api/v1/matches")).matches[0].match}`;

/** @returns {Promise<{about: string, seat: number, name: string, text: string}[]>} */
async function reportsOfServer() {
  token ??= site.server.administrator();
  const answer = await fetch(`${site.server.origin}/api/v1/reports`,
    { headers: { Authorization: `Bearer ${await token}` } });
  return (await answer.json()).reports;
}

/** Opens the dialog by the flag of a comment, by keyboard alone. @param {Page} page */
async function openByFlag(page) {
  await page.locator("#comment_0 .report_flag").waitFor();
  await page.locator("#comment_0 .report_flag").focus();
  await page.keyboard.press("Enter");
  await page.locator("dialog.report").waitFor();
}

test("what a player says is reported by keyboard, and moderators get its words", async () => {
  await site.withPage({ bypassCSP: true }, async (page) => {
    await page.goto(await watchPath());
    await openByFlag(page);
    assert.equal(await page.locator("dialog.report input:checked").getAttribute("value"), "words");
    assert.deepEqual(await wcagViolations(page, { within: "dialog.report" }), []);
    await page.locator("#report_details").focus();
    await page.keyboard.type("again and again");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.locator("[role=status]").filter({ hasText: "The moderators have got your report" }).waitFor();
    await page.keyboard.press("Enter");
    await page.locator("dialog.report").waitFor({ state: "detached" });
    assert.ok(await page.locator("#comment_0 .report_flag").evaluate((flag) => flag === document.activeElement));
  });
  const [report] = await reportsOfServer();
  assert.deepEqual([report.about, report.seat], ["comment", 1]);
  assert.match(report.text, /^offensive words: again and again · it said: (follows a form|builds|fires)/);
});

test("a refused report says why, in both languages, and can be sent again", async () => {
  for (const [language, told] of /** @type {const} */ ([["en", "You have sent many reports"], ["ja", "通報が続いています"]])) {
    await site.withPage({ language, mayReport: /status of 429/ }, async (page) => {
      await page.route(kWaysToReports, (route) => route.fulfill({ status: 429, json: { error: "too many" } }));
      await page.goto(await watchPath());
      await openByFlag(page);
      await page.locator("dialog.report .primary").click();
      await page.locator("dialog.report [role=status]").filter({ hasText: told }).waitFor();
      await page.unroute(kWaysToReports);
      await page.route(kWaysToReports, (route) => route.fulfill({ json: { report: 1 } }));
      await page.locator("dialog.report .primary").click();
      await page.locator("dialog.report .primary").waitFor({ state: "hidden" });
    });
  }
});

test("the opponent of a match that is over can be reported", async () => {
  await site.withPage({}, async (page) => {
    await page.goto("/play?with=greedy&wins=10");  // it does not end while the page waits
    await page.locator("#resign").click();
    await page.locator("#panel .primary").click();
    await page.getByRole("button", { name: "Report" }).click();
    const dialog = page.locator("dialog.report");
    await dialog.getByRole("heading", { name: "Report greedy" }).waitFor();
    await dialog.locator("input[value=stalls]").check();
    await dialog.locator(".primary").click();
    await dialog.locator(".primary").waitFor({ state: "hidden" });
  });
  const report = (await reportsOfServer()).find(({ about }) => about === "player");
  assert.deepEqual([report?.text, report?.name], ["stalls or leaves on purpose", "greedy"]);
});

test("a player of a finished game can be reported from its replay", async () => {
  await site.server.play(["greedy", "greedy"], 1);
  const { games: [{ record, players }] } = await site.server.json("/api/v1/games?limit=1");
  await site.withPage({}, async (page) => {
    await page.goto(`/replay/${record}`);
    const asked = page.waitForRequest(kWaysToReports);
    await page.getByRole("button", { name: `Report ${players[1]}` }).last().click();
    await page.locator("dialog.report .primary").click();
    const { searchParams } = new URL((await asked).url());
    assert.deepEqual([searchParams.get("record"), searchParams.get("seat")], [String(record), "2"]);
    await page.locator("dialog.report .primary").waitFor({ state: "hidden" });
  });
});
