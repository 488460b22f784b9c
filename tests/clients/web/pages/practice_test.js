// Practice, with a clock that the tests move: no result depends on how fast the machine is.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { seriousIssues } from "../browser/stage.js";
import { kPhone, startBrowser, withPage } from "./browser.js";
import { step, stepUntil, stopClock } from "./page_clock.js";
import { startServer } from "./server.js";

/** @typedef {import("playwright-core").Page} Page */

/** @type {import("./server.js").Server} */
let server;
/** @type {import("playwright-core").Browser} */
let browser;

before(async () => {
  server = await startServer();
  browser = await startBrowser();
});

after(async () => {
  await browser?.close();
  await server?.stop();
});

/** @param {Page} page @param {number} hand */
const hasHand = (page, hand) => stepUntil(page.locator("#hand").getByText(String(hand), { exact: true }));

/** Lets pairs fall until the page has this one. @param {Page} page @param {number} hand */
async function fallTo(page, hand) {
  await page.keyboard.down("ArrowDown");
  await hasHand(page, hand);
  await page.keyboard.up("ArrowDown");
  await step(page, 1);
}

/** The link of the field as it stands. @param {Page} page */
async function fieldOf(page) {
  await page.locator(".practice_share").evaluate((part) => part.setAttribute("open", ""));
  await page.getByRole("button", { name: "Copy puyop link" }).click();
  return page.locator("#link").inputValue();
}

/** Opens a page that may copy, and waits for its first pair. Its pairs are the same each time.
 * @param {Page} page @param {string} path */
async function opened(page, path) {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.addInitScript(() => {
    crypto.getRandomValues = (array) => {
      const { buffer, byteOffset, byteLength } = /** @type {Uint8Array} */ (/** @type {unknown} */ (array));
      new Uint8Array(buffer, byteOffset, byteLength).fill(21);
      return array;
    };
  });
  await stopClock(page);
  await page.goto(path);
  await hasHand(page, 1);
}

/** The field as it is drawn. @param {Page} page */
const picture = (page) => page.locator("canvas.side_board").evaluate((canvas) =>
  /** @type {HTMLCanvasElement} */ (canvas).toDataURL());

test("pairs are placed by keys, and taken back", async () => {
  await withPage(browser, { origin: server.origin }, async (page) => {
    await opened(page, "/practice");
    const empty = await fieldOf(page);
    await fallTo(page, 2);
    assert.notEqual(await fieldOf(page), empty);
    await page.keyboard.press("Backspace");
    await hasHand(page, 1);
    assert.equal(await fieldOf(page), empty);
    await fallTo(page, 3);
  });
});

test("a game that is paused stands still", async () => {
  await withPage(browser, { origin: server.origin }, async (page) => {
    await opened(page, "/practice");
    await page.getByRole("button", { name: "Pause" }).click();
    await step(page, 2);
    await page.getByText("Paused", { exact: true }).waitFor();
    const before = await picture(page);
    await page.keyboard.down("ArrowLeft");
    await step(page, 120);
    await page.keyboard.up("ArrowLeft");
    assert.equal(await picture(page), before);
    await page.getByRole("button", { name: "Go on" }).click();
    await fallTo(page, 2);
  });
});

test("a key is seen in the next frame, and a tap moves the pair once, however late the next picture is", async () => {
  await withPage(browser, { origin: server.origin }, async (page) => {
    await opened(page, "/practice");
    await step(page, 30);
    const middle = await picture(page);
    await page.keyboard.down("ArrowRight");
    await step(page, 2);  // of two pictures, one has a frame of the game at least
    const moved = await picture(page);
    assert.notEqual(moved, middle);
    await page.keyboard.up("ArrowRight");
    // The page draws nothing for two hundred milliseconds.
    await page.clock.fastForward(200);
    await step(page, 1);
    await page.keyboard.press("ArrowLeft");
    await page.clock.fastForward(200);
    await step(page, 10);
    await page.keyboard.down("ArrowDown");
    await hasHand(page, 2);
    await page.keyboard.up("ArrowDown");
    const twoTaps = await fieldOf(page);
    await opened(page, "/practice");
    await fallTo(page, 2);
    assert.equal(await fieldOf(page), twoTaps, "one tap to the right and one to the left");
  });
});

test("a link is opened, and a wrong one is said to be", async () => {
  await withPage(browser, { origin: server.origin }, async (page) => {
    await opened(page, "/practice");
    await fallTo(page, 3);
    const link = await fieldOf(page);
    await opened(page, `/practice?url=${encodeURIComponent(link)}`);
    assert.equal(await fieldOf(page), link);
    await page.locator("#pasted").fill("https://elsewhere.example/");
    await page.getByRole("button", { name: "Open" }).click();
    await page.getByText("This link cannot be opened: it is not a complete puyop or ips link").waitFor();
    await page.locator("#pasted").fill(link);
    await page.keyboard.press("Enter");
    await page.locator("#wrong:empty").waitFor({ state: "attached" });
    await fallTo(page, 2);
    const goesOn = await fieldOf(page);
    await page.locator("#pasted").fill(" ");
    await page.keyboard.press("Enter");
    assert.equal(await fieldOf(page), goesOn);
    await hasHand(page, 2);
  });
});

test("colours are chosen, and the game begins anew with them", async () => {
  await withPage(browser, { origin: server.origin }, async (page) => {
    await opened(page, "/practice");
    await fallTo(page, 2);
    await page.locator('summary[aria-label="Menu"]').click();
    await page.getByRole("button", { name: "5", exact: true }).click();
    await hasHand(page, 1);
    assert.equal(await page.locator('[data-colours="5"]').getAttribute("aria-pressed"), "true");
  });
});

test("a phone shows it in Japanese, without scrolling sideways", async () => {
  await withPage(browser, { origin: server.origin, language: "ja-JP", viewport: kPhone }, async (page) => {
    await page.goto("/practice");
    await page.getByRole("heading", { name: "2 連鎖を打とう" }).waitFor();
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth), true);
  });
});

test("on phones all that is needed is in sight, and buttons move the pair", async () => {
  for (const viewport of [kPhone, { width: 360, height: 640 }]) {
    await withPage(browser, { origin: server.origin, viewport }, async (page) => {
      await opened(page, "/practice");
      for (const place of ["#goal", "#tokens", "#stage", "#next", "#score", ".lesson_tools", ".lesson_main",
        ".lesson_keys"]) {
        const box = await page.locator(place).boundingBox();
        assert.ok(box && box.height > 0 && box.x >= 0 && box.x + box.width <= viewport.width, place);
        assert.ok(box.y + box.height <= viewport.height, `${place} ends at ${box.y + box.height}`);
      }
      await step(page, 30);
      const before = await picture(page);
      await page.getByRole("button", { name: "Right" }).click();
      await step(page, 6);
      assert.notEqual(await picture(page), before);
    });
  }
});

test("axe finds nothing serious", async () => {
  await withPage(browser, { origin: server.origin, bypassCSP: true }, async (page) => {
    await opened(page, "/practice");
    await page.clock.resume();  // axe waits for timers
    assert.deepEqual(await seriousIssues(page), []);
  });
});
