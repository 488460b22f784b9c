import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { seriousIssues } from "../browser/stage.js";
import { kPhone, startBrowser, withPage } from "./browser.js";
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
const hasHand = (page, hand) => page.getByText(`Pair ${hand}`, { exact: true }).waitFor();

/** Lets pairs fall until the page has a later one, and not a frame longer. @param {Page} page @param {number} hand */
async function fallTo(page, hand) {
  await page.evaluate((text) => new Promise((/** @type {(value: void) => void} */ done) => {
    const key = { code: "ArrowDown", key: "ArrowDown", bubbles: true };
    const observer = new MutationObserver(() => {
      if (![...document.querySelectorAll("main *")].some(({ textContent }) => textContent === text)) return;
      document.dispatchEvent(new KeyboardEvent("keyup", key));
      observer.disconnect();
      done();
    });
    observer.observe(document.body, { childList: true, characterData: true, subtree: true });
    document.dispatchEvent(new KeyboardEvent("keydown", key));
  }), `Pair ${hand}`);
}

/** The link of the field as it stands. @param {Page} page */
async function fieldOf(page) {
  await page.getByRole("button", { name: "Copy puyop link" }).click();
  return page.locator("#link").inputValue();
}

/** A page that may copy, with the first pair. @param {Page} page @param {string} path */
async function opened(page, path) {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto(path);
  await hasHand(page, 1);
}

test("pairs are placed by keys, and taken back", async () => {
  await withPage(browser, { origin: server.origin }, async (page) => {
    await opened(page, "/practice");
    const empty = await fieldOf(page);
    await fallTo(page, 2);
    await page.keyboard.press("p");
    await page.getByText("Paused", { exact: true }).waitFor();
    assert.notEqual(await fieldOf(page), empty);
    await page.keyboard.press("Backspace");
    await hasHand(page, 1);
    assert.equal(await fieldOf(page), empty);
    await page.getByRole("button", { name: "Go on" }).click();
    await fallTo(page, 3);
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
    await page.getByRole("button", { name: "5", exact: true }).click();
    await hasHand(page, 1);
    assert.equal(await page.locator('[data-colours="5"]').getAttribute("aria-pressed"), "true");
  });
});

test("a phone shows it in Japanese, without scrolling sideways", async () => {
  await withPage(browser, { origin: server.origin, language: "ja-JP", viewport: kPhone }, async (page) => {
    await page.goto("/practice");
    await page.getByText("1 手目").waitFor();
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth), true);
  });
});

test("axe finds nothing serious", async () => {
  await withPage(browser, { origin: server.origin, bypassCSP: true }, async (page) => {
    await opened(page, "/practice");
    assert.deepEqual(await seriousIssues(page), []);
  });
});
