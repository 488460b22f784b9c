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

/** Lets pairs fall until the page has this one or a later one, and pauses there, not a frame later.
 * @param {Page} page @param {number} hand */
async function fallTo(page, hand) {
  await page.evaluate((hand) => new Promise((/** @type {(value: void) => void} */ done) => {
    const send = (/** @type {string} */ kind, /** @type {string} */ code) =>
      document.dispatchEvent(new KeyboardEvent(kind, { code, key: code === "KeyP" ? "p" : code, bubbles: true }));
    const press = (/** @type {string} */ code) => ["keydown", "keyup"].forEach((kind) => send(kind, code));
    const current = () => Number(/Pair (\d+)/.exec(document.body.innerText)?.[1]);
    const observer = new MutationObserver(() => {
      if (!(current() >= hand)) return;
      observer.disconnect();
      send("keyup", "ArrowDown");
      press("KeyP");
      done();
    });
    observer.observe(document.body, { childList: true, characterData: true, subtree: true });
    // A text field with the focus would take the keys.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    if (document.body.innerText.includes("Paused")) press("KeyP");
    send("keydown", "ArrowDown");
  }), hand);
  await page.getByText("Paused", { exact: true }).waitFor();
}

/** The link of the field as it stands. @param {Page} page */
async function fieldOf(page) {
  await page.getByRole("button", { name: "Copy puyop link" }).click();
  return page.locator("#link").inputValue();
}

/** Opens a page that may copy. It pauses when it shows its first pair. @param {Page} page @param {string} path */
async function opened(page, path) {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.addInitScript(() => {
    if ("pausesAtFirstPair" in window) return;  // a page that was opened twice has the script twice
    Object.assign(window, { pausesAtFirstPair: true });
    const observer = new MutationObserver(() => {
      if (!document.body?.innerText.includes("Pair 1")) return;
      observer.disconnect();
      document.dispatchEvent(new KeyboardEvent("keydown", { code: "KeyP", key: "p", bubbles: true }));
      document.dispatchEvent(new KeyboardEvent("keyup", { code: "KeyP", key: "p", bubbles: true }));
    });
    observer.observe(document, { childList: true, characterData: true, subtree: true });
  });
  await page.goto(path);
  await page.getByText("Paused", { exact: true }).waitFor();
  await hasHand(page, 1);
}

test("pairs are placed by keys, and taken back", async () => {
  await withPage(browser, { origin: server.origin }, async (page) => {
    await opened(page, "/practice");
    const empty = await fieldOf(page);
    await fallTo(page, 2);
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
    await page.getByText(/^\d+ 手目$/).waitFor();
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth), true);
  });
});

test("axe finds nothing serious", async () => {
  await withPage(browser, { origin: server.origin, bypassCSP: true }, async (page) => {
    await opened(page, "/practice");
    assert.deepEqual(await seriousIssues(page), []);
  });
});
