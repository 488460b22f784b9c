// Replays, with a clock that the tests move: no result depends on how fast the machine is.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { seriousIssues } from "../browser/stage.js";
import { kPhone, startBrowser, withPage } from "./browser.js";
import { step, stepUntil, stepUntilTrue, stopClock } from "./page_clock.js";
import { kMissedRecord, serveRecord } from "./record_file.js";
import { startServer } from "./server.js";

/** @typedef {import("playwright-core").Page} Page */

/** @type {import("./server.js").Server} */
let server;
/** @type {import("playwright-core").Browser} */
let browser;

before(async () => {
  server = await startServer();
  await server.play(["greedy", "greedy"], 2);
  browser = await startBrowser();
});

after(async () => {
  await browser?.close();
  await server?.stop();
});

/** @param {Page} page @param {number} clock */
const standsAt = (page, clock) => stepUntil(page.locator(`#frame[data-clock="${clock}"]`));

/** Opens a page with a clock that stands still. @param {Page} page @param {string} path */
async function opened(page, path) {
  await stopClock(page);
  await page.goto(path);
}

/** @param {Page} page */
const clockOf = async (page) => Number(await page.locator("#frame").getAttribute("data-clock"));

test("a replay sought to twenty places is there as the record says", async () => {
  const record = await server.json("/api/v1/records/1?format=json");
  const last = record.outcome.frame;
  const clocks = record.checkpoints.map((/** @type {string} */ _, /** @type {number} */ i) =>
    Math.min((i + 1) * 60, last),
  );
  await withPage(browser, { origin: server.origin }, async (page) => {
    await opened(page, "/replay/1");
    await standsAt(page, 0);
    for (let i = 0; i < 20; ++i) {
      const at = (i * 7919) % clocks.length;
      // By the address and by the slider, in turn.
      if (i % 2 === 0) await page.evaluate((clock) => (location.hash = `#frame=${clock}`), clocks[at]);
      else await page.locator("#bar input").fill(String(clocks[at]));
      await standsAt(page, clocks[at]);
      assert.equal(await page.locator("#hash").textContent(), record.checkpoints[at], `at ${clocks[at]}`);
      assert.equal(await page.locator("#hash_verdict").getAttribute("data-verdict"), "same");
    }
  });
});

test("a replay says where a restart of the server interrupted the game", async () => {
  const mayReport = /404/; // the server itself has no game 900
  await withPage(browser, { origin: server.origin, mayReport }, async (page) => {
    await serveRecord(page, `**${kMissedRecord}`, "record_v2_interrupted.rensa");
    await opened(page, "/replay/900");
    await standsAt(page, 0);
    const text = await page.locator("#interruptions").textContent();
    assert.match(text ?? "", /^The server was restarted during this game.*: 0:00, 0:02, /);
    await opened(page, "/replay/1");
    await standsAt(page, 0);
    assert.equal(await page.locator("#interruptions").isVisible(), false);
  });
});

test("an address opens a replay where it was left", async () => {
  await withPage(browser, { origin: server.origin }, async (page) => {
    await opened(page, "/replay/1#frame=321");
    await standsAt(page, 321);
    await page.keyboard.press(".");
    await standsAt(page, 322);
    assert.equal(new URL(page.url()).hash, "#frame=322");
    await page.reload();
    await standsAt(page, 322);
  });
});

test("an address that is changed while it plays is where it goes", async () => {
  await withPage(browser, { origin: server.origin }, async (page) => {
    await opened(page, "/replay/1");
    await standsAt(page, 0);
    let clock = 0;
    for (let i = 1; i <= 2; ++i) {
      await page.keyboard.press("Space");
      await stepUntil(page.locator(`#frame:not([data-clock="${clock}"])`));
      // A frame is drawn, and writes the address, before the page hears of the change. The address that the page has
      // just written would be no change.
      clock = await page.evaluate((wanted) => {
        const clock = location.hash === `#frame=${wanted}` ? wanted + 1 : wanted;
        location.hash = `#frame=${clock}`;
        history.replaceState(null, "", "#frame=7");
        return clock;
      }, i * 60);
      await standsAt(page, clock);
    }
  });
});

test("a link within the page leaves the replay where it is", async () => {
  await withPage(browser, { origin: server.origin }, async (page) => {
    await opened(page, "/replay/1#frame=321");
    await standsAt(page, 321);
    await page.locator("a.skip").focus();
    await page.evaluate(() => {
      const changed = new Promise((done) => window.addEventListener("hashchange", done, { once: true }));
      Object.assign(window, { changed: changed.then(() => true) });
    });
    await page.keyboard.press("Enter");
    // The browser reports the new address to the page some time later.
    await page.evaluate("changed");
    await page.keyboard.press(".");
    await standsAt(page, 322);
  });
});

test("keys step by frame, placement and link, and to the ends", async () => {
  await withPage(browser, { origin: server.origin }, async (page) => {
    await opened(page, "/replay/1");
    await standsAt(page, 0);
    await page.keyboard.press("ArrowRight");
    await standsAt(page, 73);
    await page.keyboard.press(",");
    await standsAt(page, 72);
    await page.keyboard.press("Shift+ArrowRight");
    await stepUntil(page.locator(".side_link:not(:empty)"));
    await page.keyboard.press("Shift+ArrowLeft");
    await standsAt(page, 0);
    await page.keyboard.press("End");
    const last = (await server.json("/api/v1/records/1?format=json")).outcome.frame;
    await standsAt(page, last);
    await page.keyboard.press("Home");
    await standsAt(page, 0);
  });
});

test("the space bar opens a part that has the focus, and does not play", async () => {
  await withPage(browser, { origin: server.origin }, async (page) => {
    await opened(page, "/replay/1");
    await standsAt(page, 0);
    await page.locator(".replay_developers summary").focus();
    await page.keyboard.press("Space");
    await page.locator(".replay_developers[open]").waitFor();
    await step(page, 12);
    assert.equal(await clockOf(page), 0);
  });
});

test("it plays by time, at the speed that is chosen", async () => {
  await withPage(browser, { origin: server.origin }, async (page) => {
    await opened(page, "/replay/1");
    await standsAt(page, 0);
    await page.locator("#speed").selectOption("4");
    await page.locator("#speed").blur();
    await page.keyboard.press("Space");
    await step(page, 60);
    // Four frames of the game in each of the page, of which the last may not have been drawn.
    assert.ok(Math.abs((await clockOf(page)) - 240) <= 8, String(await clockOf(page)));
    await page.keyboard.press("Space");
    await stepUntil(page.locator("#toggle").getByText("Play"));
    const stood = await clockOf(page);
    await step(page, 12);
    assert.equal(await clockOf(page), stood);
  });
});

test("the bar winds to where it is pressed", async () => {
  await withPage(browser, { origin: server.origin }, async (page) => {
    await opened(page, "/replay/2");
    await standsAt(page, 0);
    const last = (await server.json("/api/v1/records/2?format=json")).outcome.frame;
    const box = await page.locator(".curve").boundingBox();
    assert.ok(box);
    await page.mouse.click(box.x + box.width / 2, box.y + 10);
    await stepUntil(page.locator('#frame:not([data-clock="0"])'));
    assert.ok(Math.abs((await clockOf(page)) - last / 2) < last / 100 + 2);
  });
});

test("each seat's field and game can be taken as links", async () => {
  const [share] = (await server.json("/api/v1/records/1/share")).seats;
  await withPage(browser, { origin: server.origin, viewport: kPhone }, async (page) => {
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await opened(page, "/replay/1#frame=600");
    await standsAt(page, 600);
    await page.getByText("For developers").click();
    const seat = page.locator('.replay_links[data-seat="0"]');
    await seat.getByRole("button", { name: "puyop", exact: true }).click();
    assert.equal(await page.locator("#link").inputValue(), share.puyop);
    await seat.getByRole("button", { name: "Copy puyop link" }).click();
    await page.waitForFunction((game) => {
      const value = /** @type {HTMLInputElement} */ (document.querySelector("#link")).value;
      return value !== game && value.includes("puyop.com");
    }, share.puyop);
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), await page.locator("#link").inputValue());
  });
});

test("who plays on from a frame has its field and its pairs, at an address to share", async () => {
  await withPage(browser, { origin: server.origin }, async (page) => {
    await opened(page, "/replay/1#frame=600");
    await standsAt(page, 600);
    await page.locator('.replay_seat[data-seat="0"]').getByRole("button", { name: "Play on from here" }).click();
    await stepUntil(page.locator("#coach .emblem"));
    assert.equal(await page.locator("#hand").innerText(), "1");
    assert.equal(new URL(page.url()).pathname, "/practice");
    assert.ok(page.url().length < 2000, page.url());
    const given = new URL(page.url()).searchParams.get("url") ?? "";
    assert.equal(await page.locator("#pasted").inputValue(), given);
    // Two letters a pair, behind the field.
    assert.equal(given.split("_")[1].length, 2 * 128);
    await page.goto(page.url().slice(0, -1) + "!");
    await stepUntil(page.getByText("This link cannot be opened: "));
  });
});

test("what could have been fired is drawn after a while", async () => {
  await withPage(browser, { origin: server.origin }, async (page) => {
    // The page searches while the browser has nothing else to do, so the clock is the browser's.
    await page.goto("/replay/1");
    await page.waitForFunction(() => document.querySelector(".curve_threat")?.getAttribute("d")?.includes("H1000V0Z"));
  });
});

test("a player is asked what it would do at a place of the game", async () => {
  await withPage(browser, { origin: server.origin, mayReport: /404/, bypassCSP: true }, async (page) => {
    await opened(page, "/replay/1#frame=900");
    await standsAt(page, 900);
    const card = page.locator("#ask");
    await step(page, 2);
    assert.ok(await card.isHidden(), "no player is free to answer");
    const name = "<b>wise</b> & co";
    const wise = server.invite(name, "--player", "greedy", "--open", "1");
    await server.until(async () => (await server.json("/api/v1/players")).advisers.length === 1);
    await stepUntil(card);
    await card.getByLabel("in the place of").selectOption("1");
    await card.getByRole("button", { name: "What would you do?" }).click();
    const places = card.locator("li button");
    await stepUntil(places);
    await step(page, 2);
    assert.ok((await places.count()) > 1);
    const status = (await card.getByRole("status").textContent()) ?? "";
    assert.ok(status.startsWith(`${name} for `), status);

    // It is about the pair that came last, and the game is wound to there.
    const clock = await clockOf(page);
    assert.ok(clock > 0 && clock <= 900, String(clock));
    const advice = await server.json(`/api/v1/records/1/advice?player=${encodeURIComponent(name)}&seat=2&clock=900`);
    assert.equal(advice.clock, clock);
    // Both seats are greedy ones: what it would do is what was done.
    assert.deepEqual([advice.candidates[0].x, advice.candidates[0].r], [advice.taken.x, advice.taken.r]);
    assert.match(status, /The player made this move/);
    assert.match((await places.first().textContent()) ?? "", /worth .* · as played$/);

    // Another place is another picture of that field.
    const board = page.locator("#stage");
    await step(page, 2);
    const first = await board.screenshot();
    await places.nth(1).click();
    assert.equal(await places.nth(1).getAttribute("aria-pressed"), "true");
    await stepUntilTrue(page, async () => !first.equals(await board.screenshot()), "the same picture");
    await page.clock.resume();  // axe waits for timers
    assert.deepEqual(await seriousIssues(page), []);

    // Where there is no room for both, who chooses a place is led to the field.
    await page.setViewportSize(kPhone);
    await places.last().scrollIntoViewIfNeeded();
    await places.last().click();
    const fieldIsSeen = () => (document.querySelector("#stage canvas")?.getBoundingClientRect().top ?? -1) >= 0;
    await page.waitForFunction(fieldIsSeen);

    wise.kill("SIGKILL");
    await server.until(async () => (await server.json("/api/v1/players")).advisers.length === 0);
    await card.getByRole("button", { name: "What would you do?" }).click();
    await stepUntil(card.getByText("No player is free to answer right now"));
  });
});

test("a record that is not there is said not to be, in the reader's language", async () => {
  const options = { origin: server.origin, mayReport: /404/ };
  await withPage(browser, { ...options, language: "ja" }, async (page) => {
    await opened(page, "/replay/999999");
    await stepUntil(page.locator("#state.danger"));
    assert.match((await page.locator("#state").textContent()) ?? "", /[ぁ-ん]/);
    assert.equal(await page.locator("h1").innerText(), "この試合はありません");
  });
  await withPage(browser, options, async (page) => {
    const [answer] = await Promise.all([
      page.waitForResponse((one) => one.url().endsWith("/replay/999999")), opened(page, "/replay/999999"),
    ]);
    assert.equal(answer.status(), 404);
    await stepUntil(page.getByRole("heading", { name: "There is no such game" }));
  });
  await withPage(browser, options, async (page) => {
    await opened(page, "/replay/?record=/api/v1/games");
    await stepUntil(page.getByText("This record cannot be played: byte 0"));
  });
});

test("axe finds nothing serious", async () => {
  await withPage(browser, { origin: server.origin, bypassCSP: true }, async (page) => {
    await opened(page, "/replay/1#frame=600");
    await standsAt(page, 600);
    await page.clock.resume();  // axe waits for timers
    assert.deepEqual(await seriousIssues(page), []);
  });
});
