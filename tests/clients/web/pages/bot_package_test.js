// The package for JavaScript in a browser: the page of the server loads it, and a bot plays there.

import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";

import { writePackage } from "../../../../clients/bindings/js/pack.js";
import { startBrowser, withPage } from "./browser.js";
import { startServer } from "./server.js";

/** @type {import("./server.js").Server} */
let server;
/** @type {import("playwright-core").Browser} */
let browser;
/** @type {string} */
let folder;

before(async () => {
  folder = mkdtempSync(join(tmpdir(), "rensa-browser-"));
  writePackage(folder);
  server = await startServer();
  browser = await startBrowser();
});
after(async () => {
  await browser?.close();
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

test("a bot plays in a browser", async () => {
  server.invite("random", "--player", "random", "--seed", "1");
  await withPage(browser, { origin: server.origin }, async (page) => {
    await page.route("**/package/**", (route) => {
      const [, name] = /\/package\/(.*)$/.exec(route.request().url()) ?? [];
      return route.fulfill({ path: join(folder, name) });
    });
    await page.goto("/");
    const played = await page.evaluate(async () => {
      const module = "/package/bindings/js/browser.js";
      /** @type {typeof import("../../../../clients/bindings/js/browser.js")} */
      const { Field, play } = await import(module);
      const { chain } = new Field("RRRR..").simulate();
      const summary = await play({ server: `ws://${location.host}/ws`, matches: 1, name: "browser" },
        ({ own, placements }) => placements.find((one) => own.field.placements().includes(one)) ?? placements[0]);
      return { links: chain.links, ...summary };
    });
    assert.deepEqual([played.links, played.matches, played.connectionsLost], [1, 1, 0]);
    assert.equal(played.won + played.drawn + played.lost, 1);
  });
});
