// How many bytes the pages take on the way.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { startBrowser, withPage } from "./browser.js";
import { startServer } from "./server.js";

const kMaxBytes = 350_000;

/** @type {import("./server.js").Server} */
let server;
/** @type {import("playwright-core").Browser} */
let browser;

before(async () => {
  server = await startServer();
  server.invite("greedy", "--player", "greedy", "--open", "2");
  browser = await startBrowser();
  await server.until(async () => (await server.json("/api/v1/players")).open.length === 1);
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

test("the first page and the one to play on are light", async (t) => {
  await withPage(browser, { origin: server.origin }, async (page) => {
    const devtools = await page.context().newCDPSession(page);
    let bytes = 0;
    await devtools.send("Network.enable");
    devtools.on("Network.loadingFinished", ({ encodedDataLength }) => (bytes += encodedDataLength));
    await page.goto("/");
    await page.getByRole("link", { name: /Play now/ }).click();
    await page.locator(".duel").waitFor();
    t.diagnostic(`${bytes} bytes`);
    assert.ok(bytes > 0 && bytes < kMaxBytes, `${bytes} bytes`);
  });
});
