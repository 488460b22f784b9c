// The reports of tests that fail or wait in vain.

import assert from "node:assert/strict";
import { access, chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";

import { startBrowser, startBrowserProgram, withPage } from "./browser.js";
import { Program } from "./program.js";

/** @typedef {import("node:net").AddressInfo} AddressInfo */

/** @type {import("playwright-core").Browser} */
let browser;
/** @type {import("node:http").Server} */
let site;
let origin = "";

before(async () => {
  site = createServer((request, response) => {
    response.writeHead(200, { "content-type": "text/html" }).end(`<title>x</title><p>You are at ${request.url}`);
  });
  await new Promise((resolve) => site.listen(0, "127.0.0.1", () => resolve(undefined)));
  origin = `http://127.0.0.1:${/** @type {AddressInfo} */ (site.address()).port}`;
  browser = await startBrowser();
});
after(async () => {
  await browser?.close();
  site?.close();
});

/** @param {Promise<unknown>} failing @returns {Promise<string>} what a reporter prints of its error */
async function reportOf(failing) {
  try {
    await failing;
  } catch (error) {
    return error instanceof Error ? (error.stack ?? "") : String(error);
  }
  return assert.fail("it did not fail");
}

/** @param {string} report @returns {Promise<void>} */
const removePicture = (report) => rm(/screenshot: (.*)/.exec(report)?.[1] ?? "", { force: true });

test("a test that fails tells the page's address, its visible text and where its screenshot is", async () => {
  const report = await reportOf(withPage(browser, { origin }, async (page) => {
    await page.goto("/somewhere");
    assert.equal(1, 2, "this is wrong");
  }));
  assert.match(report, /this is wrong/);
  assert.ok(report.includes(`the page ${origin}/somewhere`), report);
  assert.match(report, /shows: You are at \/somewhere/);
  const [, picture] = /screenshot: (.*\.png)/.exec(report) ?? [];
  await access(picture);
  await removePicture(report);
});

test("all pages of a test that fails are told, and what they have reported", async () => {
  const report = await reportOf(withPage(browser, { origin }, async (page) => {
    await page.goto("/one");
    const other = await page.context().newPage();
    await other.goto("/two");
    await page.evaluate(() => console.error("something broke"));
  }));
  assert.match(report, /shows: You are at \/one/);
  assert.match(report, /shows: You are at \/two/);
  assert.match(report, /reports: something broke/);
  for (const line of report.matchAll(/screenshot: (.*)/g)) await rm(line[1], { force: true });
});

test("a program that does not answer is named with the end of its output", async () => {
  const program = new Program("/bin/sh", ["-c", "echo it begins; echo it waits >&2; exec sleep 600"]);
  await program.answer(/it waits/, 60_000);
  const report = await reportOf(program.answer(/never/, 1));
  program.kill("SIGKILL");
  assert.match(report, /no answer: sh runs, and wrote: [^]*it begins[^]*/);
  await program.ended;
  assert.match(await reportOf(new Program("/bin/sh", ["-c", "echo it fails; exit 3"]).answer(/never/, 60_000)),
    /sh has ended \(3\)/);
  assert.match(await reportOf(new Program("/does/not/exist", []).answer(/never/, 60_000)), /does\/not\/exist/);
});

test("a browser that does not start is named with its output", async () => {
  const folder = await mkdtemp(join(tmpdir(), "rensa-browser-"));
  const program = join(folder, "browser");
  await writeFile(program, "#!/bin/sh\necho no display here >&2\nexit 1\n");
  await chmod(program, 0o755);
  const report = await reportOf(startBrowserProgram(program, 60_000));
  await rm(folder, { recursive: true });
  assert.ok(report.includes(`the browser ${program} does not start`), report);
  assert.match(report, /no display here/);
});

test("a page may report that it closed a connection before it was open, and nothing else about connections", async () => {
  /** Opens a connection, and closes it at once or waits for its failure. @param {boolean} closes */
  const connects = (closes) => withPage(browser, { origin }, async (page) => {
    await page.goto("/somewhere");
    const report = page.waitForEvent("console");
    await page.evaluate((closesAtOnce) => {
      const socket = new WebSocket(`ws://${location.host}/ws`);
      if (closesAtOnce) socket.close();
    }, closes);
    assert.match((await report).text(), /WebSocket/);
  });
  await connects(true);
  assert.match(await reportOf(connects(false)), /the page reported errors/);
});
