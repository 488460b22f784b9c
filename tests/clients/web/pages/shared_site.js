// A server and a browser that all tests of a file share. They start before the first test and end after the last one.

import { after, before } from "node:test";

import { startBrowser, withPage } from "./browser.js";
import { startServer } from "./server.js";

/** @typedef {import("playwright-core").Browser} Browser */
/** @typedef {import("playwright-core").Page} Page */
/** @typedef {import("./browser.js").PageOptions} PageOptions */
/** @typedef {import("./server.js").Server} Server */

export class SharedSite {
  /** Call this once in a file, outside of its tests. @param {(server: Server) => void|Promise<void>} [prepare]   lets
   *   guests play, for example, before the first test */
  constructor(prepare) {
    /** @type {?Server} */
    this.server_ = null;
    /** @type {?Browser} */
    this.browser_ = null;
    before(async () => {
      this.server_ = await startServer();
      this.browser_ = await startBrowser();
      await prepare?.(this.server_);
    });
    after(async () => {
      await this.browser_?.close();
      await this.server_?.stop();
    });
  }

  get server() {
    if (!this.server_) throw new Error("the server starts before the first test");
    return this.server_;
  }

  get browser() {
    if (!this.browser_) throw new Error("the browser starts before the first test");
    return this.browser_;
  }

  /** Does something with a page of this server, as withPage does. @param {Omit<PageOptions, "origin">} options
   * @param {(page: Page) => Promise<void>} use */
  withPage(options, use) {
    return withPage(this.browser, { ...options, origin: this.server.origin }, use);
  }
}
