// A browser and an empty page of the client to try parts of it in, under the policy that the real pages have.

import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";

import { startBrowser } from "../pages/browser.js";
import { kLimit } from "../pages/limit.js";

/** @import {Browser, BrowserContextOptions, Page} from "playwright-core" */
/** @import {AddressInfo} from "node:net" */

const kClient = new URL("../../../../clients/web/", import.meta.url);
const kPolicy = "default-src 'self'";
const kBlank = '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Stage</title>'
  + '<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="/icon.svg">'
  + '<link rel="stylesheet" href="/style.css"></head><body><main><h1>Stage</h1></main></body></html>';
/** @type {Record<string, string>} */
const kTypes = { js: "text/javascript", css: "text/css", svg: "image/svg+xml", woff: "font/woff" };

function serve() {
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? "/", "http://stage").pathname;
    const headers = { "content-security-policy": kPolicy };
    if (path === "/") {
      response.writeHead(200, { ...headers, "content-type": "text/html; charset=utf-8" }).end(kBlank);
      return;
    }
    try {
      const body = readFileSync(new URL(`.${path}`, kClient));
      const type = kTypes[path.split(".").pop() ?? ""] ?? "application/octet-stream";
      response.writeHead(200, { ...headers, "content-type": type }).end(body);
    } catch {
      response.writeHead(404, headers).end();
    }
  });
  return new Promise((/** @type {(server: import("node:http").Server) => void} */ done) => {
    server.listen(0, "127.0.0.1", () => done(server));
  });
}

/** @typedef {{page: Page, complaints: string[]}} Scenery   complaints: what the browser's console had to say */

export class Stage {
  /** @param {Browser} browser @param {import("node:http").Server} server */
  constructor(browser, server) {
    this.browser_ = browser;
    this.server_ = server;
  }

  static async open() {
    return new Stage(await startBrowser(), await serve());
  }

  /** A fresh page. @param {BrowserContextOptions} [options] @returns {Promise<Scenery>} */
  async page(options = {}) {
    const usual = { locale: "en-GB", viewport: { width: 1280, height: 800 } };
    const context = await this.browser_.newContext({ ...usual, ...options });
    const page = await context.newPage();
    page.setDefaultTimeout(kLimit);
    /** @type {string[]} */
    const complaints = [];
    page.on("console", (message) => complaints.push(message.text()));
    page.on("pageerror", (error) => complaints.push(error.message));
    const { port } = /** @type {AddressInfo} */ (this.server_.address());
    await page.goto(`http://127.0.0.1:${port}/`);
    return { page, complaints };
  }

  async close() {
    await this.browser_.close();
    this.server_.close();
  }
}

/**
 * Returns the serious findings of axe, as one line a rule. Wants a page with `bypassCSP`: axe is put in from outside.
 * @param {Page} page
 * @returns {Promise<string[]>}
 */
export async function seriousIssues(page) {
  await page.addScriptTag({ path: createRequire(import.meta.url).resolve("axe-core") });
  return page.evaluate(async () => {
    const { axe } = /** @type {{axe: import("axe-core")}} */ (/** @type {unknown} */ (window));
    const { violations } = await axe.run();
    return violations
      .filter(({ impact }) => impact === "serious" || impact === "critical")
      .map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" ")}`);
  });
}

/** The rules of WCAG 2.2 at the levels A and AA, and of its earlier versions. */
const kWcagRules = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
/** The only rule whose result depends on colours. */
const kColourRules = ["color-contrast"];

/**
 * Returns what axe finds against WCAG 2.2 AA, as one line a rule. Wants a page with `bypassCSP`, as seriousIssues does.
 * @param {Page} page
 * @param {{onlyColours?: boolean, within?: string}} [options]   onlyColours: the page was looked at as a whole, and only
 *   its colours have changed since; within: a selector of the only part to look at
 * @returns {Promise<string[]>}
 */
export async function wcagViolations(page, { onlyColours = false, within = "html" } = {}) {
  const hasAxe = await page.evaluate(() => "axe" in window);
  if (!hasAxe) await page.addScriptTag({ path: createRequire(import.meta.url).resolve("axe-core") });
  return page.evaluate(async ({ rules, within }) => {
    const { axe } = /** @type {{axe: import("axe-core")}} */ (/** @type {unknown} */ (window));
    const { violations } = await axe.run(within, { runOnly: rules, resultTypes: ["violations"] });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" ")}`);
  }, { rules: onlyColours ? kColourRules : kWcagRules, within });
}
