// A browser for tests of pages. A page that reports an error, or asks another host for anything, fails its test. A test
// that fails tells the page's address and its visible text, and keeps a picture of it.

import assert from "node:assert/strict";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

import { kLimit, kStartLimit, kUseLimit, within } from "./limit.js";

/** @typedef {import("playwright-core").Browser} Browser */
/** @typedef {import("playwright-core").Page} Page */

const kProgram = process.env.CHROMIUM ?? "/usr/bin/chromium-headless-shell";
const kArguments = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update",
  "--disable-sync", "--no-first-run"];
/** The folder for screenshots of failed tests. */
const kPictures = fileURLToPath(new URL("../../../../build/log/pages/", import.meta.url));
const kMaxTextLength = 1500;
/** A page that has failed may hang: so long its text and picture are waited for. */
const kReportLimit = 20_000;

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

/** @param {Record<string, string>} [environment] @returns {Promise<Browser>} */
export const startBrowser = (environment) => startBrowserProgram(kProgram, kStartLimit, environment);

/** @param {string} program @param {number} limit   ms @param {Record<string, string>} [environment]
 * @returns {Promise<Browser>} */
export async function startBrowserProgram(program, limit, environment) {
  try {
    const env = environment ? { env: environment } : {};
    return await chromium.launch({ executablePath: program, args: kArguments, timeout: limit, ...env });
  } catch (error) {
    // The message has what the browser has written.
    throw new Error(`the browser ${program} does not start: ${error instanceof Error ? error.message : error}`);
  }
}

/** The visible text of a page in one line. @param {Page} page @returns {Promise<string>} */
async function textOf(page) {
  try {
    const text = await within(page.evaluate(() => document.body.innerText), kReportLimit, () => "the page hangs");
    return text.replace(/\s*\n\s*/g, " | ").slice(0, kMaxTextLength);
  } catch (error) {
    return `nothing: ${error}`;
  }
}

let pictureCount = 0;

/** Keeps a picture of a page. @param {Page} page @returns {Promise<string>} its path */
async function keepPicture(page) {
  const path = join(kPictures, `${basename(process.argv[1] ?? "page", ".js")}-${process.pid}-${++pictureCount}.png`);
  try {
    await page.screenshot({ path, timeout: kReportLimit });
    return path;
  } catch (error) {
    return `none: ${error instanceof Error ? error.message.split("\n")[0] : error}`;
  }
}

/** Describes a page of a failed test. @param {Page} page */
async function describe(page) {
  return `the page ${page.url()}\n  shows: ${await textOf(page)}\n  screenshot: ${await keepPicture(page)}`;
}

/** bypassCSP: for what a test puts into the page
 * @typedef {{origin: string, language?: string, viewport?: {width: number, height: number}, mayReport?: RegExp,
 *   bypassCSP?: boolean, hasTouch?: boolean, isMobile?: boolean, timezoneId?: string, javaScriptEnabled?: boolean}} PageOptions */

/** On a busy machine the server may answer later than a page waits, which then connects again. The browser reports that
 * the page has closed its connection. Every page may report this, and nothing else about connections. */
const kMayConnectAgain =
  /^WebSocket connection to 'ws:\/\/[\d.:]+\/ws' failed: WebSocket is closed before the connection is established\.$/;

/**
 * Does something with a page, and compares what it reported with what it may report.
 * @param {Browser} browser @param {PageOptions} options
 * @param {(page: Page) => Promise<void>} use
 */
export async function withPage(browser, options, use) {
  const { origin, language = "en", mayReport, ...others } = options;
  const hangs = () => `the browser ${kProgram} (version ${browser.version()}) opens no page`;
  const context = await within(
    browser.newContext({ baseURL: origin, locale: language, viewport: kWide, ...others }), kStartLimit, hangs);
  /** @type {string[]} */
  const reports = [];
  try {
    const page = await within(context.newPage(), kStartLimit, hangs);
    page.setDefaultTimeout(kLimit);
    page.on("console", (message) => {
      if (message.type() === "error" || message.type() === "warning") reports.push(message.text());
    });
    page.on("pageerror", (error) => reports.push(error.stack || error.message));
    page.on("request", (request) => {
      const { protocol, origin: asked } = new URL(request.url());
      if (protocol.startsWith("http") && asked !== origin) reports.push(`asks ${asked}`);
    });
    await within(use(page), kUseLimit, () => "the test has not ended");
    const errors = reports.filter((report) => !kMayConnectAgain.test(report) && !mayReport?.test(report));
    assert.deepEqual(errors, [], "the page reported errors");
  } catch (error) {
    // Node prints the stack, which has the message as it was when the error was made.
    if (error instanceof Error) {
      const pages = [];
      for (const page of context.pages()) pages.push(await describe(page));
      error.stack += `\n${pages.join("\n")}\n  reports: ${reports.join(" | ") || "none"}`;
    }
    throw error;
  } finally {
    await context.close();
  }
}
