// A browser for tests of pages. A page that reports an error, or asks another host for anything, fails its test.

import assert from "node:assert/strict";
import { chromium } from "playwright-core";

/** @typedef {import("playwright-core").Page} Page */

const kProgram = process.env.CHROMIUM ?? "/usr/bin/chromium-headless-shell";
const kArguments = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update",
  "--disable-sync", "--no-first-run"];

// A limit ends a test that hangs. It never says how fast the page is: a busy machine may take long for everything.
export const kLimit = 300_000;

export const kWide = { width: 1280, height: 800 };
export const kPhone = { width: 390, height: 844 };

/** Waits until the page has drawn so many more frames: on a busy machine they take longer than on a quiet one.
 * @param {Page} page @param {number} count @returns {Promise<void>} */
export function frames(page, count) {
  return page.evaluate((count) => new Promise((/** @type {(value: void) => void} */ done) => {
    const next = () => (count-- > 0 ? requestAnimationFrame(next) : done());
    next();
  }), count);
}

export function startBrowser() {
  return chromium.launch({ executablePath: kProgram, args: kArguments });
}

/** The text of a page in one line. @param {Page} page */
async function textOf(page) {
  const text = await page.evaluate(() => document.body.innerText).catch((error) => `nothing: ${error}`);
  return text.replace(/\s*\n\s*/g, " | ").slice(0, 600);
}

/**
 * Does something with a page, and holds what it reported against what it may.
 * @param {import("playwright-core").Browser} browser
 * @param {{origin: string, language?: string, viewport?: {width: number, height: number}, mayReport?: RegExp,
 *   bypassCSP?: boolean}} options   bypassCSP: for what a test puts into the page
 * @param {(page: Page) => Promise<void>} use
 */
export async function withPage(browser, options, use) {
  const { origin, language = "en", viewport = kWide, mayReport, bypassCSP = false } = options;
  const context = await browser.newContext({ baseURL: origin, locale: language, viewport, bypassCSP });
  /** @type {string[]} */
  const reports = [];
  const page = await context.newPage();
  page.setDefaultTimeout(kLimit);
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") reports.push(message.text());
  });
  page.on("pageerror", (error) => reports.push(error.stack || error.message));
  page.on("request", (request) => {
    const { protocol, origin: asked } = new URL(request.url());
    if (protocol.startsWith("http") && asked !== origin) reports.push(`asks ${asked}`);
  });
  try {
    await use(page);
  } catch (error) {
    // Node prints the stack, which has the message as it was when the error was made.
    if (error instanceof Error) {
      error.stack += `\n${page.url()} showed: ${await textOf(page)}\n${page.url()} reported: ${reports.join(" | ")}`;
    }
    throw error;
  } finally {
    await context.close();
  }
  assert.deepEqual(reports.filter((report) => !mayReport?.test(report)), []);
}
