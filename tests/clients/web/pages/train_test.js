// Training, with a clock that the tests move: no result depends on how fast the machine is.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";

import { seriousIssues } from "../browser/stage.js";
import { kPhone, startBrowser, withPage } from "./browser.js";
import { pressForFrame, step, stepUntil, stepUntilTrue, stopClock } from "./page_clock.js";
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

/** Two red pairs; upright in one column they vanish. */
const kTwoReds = "_0000__u01";
/** A chain of three by two pairs, and a solution of it. */
const kChainOfThree = "200200400200qo0xo_G1E1__u03";
const kSolution = [{ x: 3, r: 0 }, { x: 4, r: 3 }];
/** The server makes the problems of this seed. */
const kSeed = 7;

/** Opens the menu, in which the rarer actions are. @param {Page} page */
const openMenu = (page) => page.locator('summary[aria-label="Menu"]').click();

/** @param {Page} page @param {string} text */
const says = (page, text) => stepUntil(page.locator("#told").getByText(text, { exact: true }));

/** @param {Page} page @param {string} name */
const hasHeading = (page, name) => stepUntil(page.getByRole("heading", { name }));

/** Opens the page with a clock that stands still, and with the same problems each time. @param {Page} page
 * @param {string} path */
async function opened(page, path) {
  await stopClock(page);
  await page.route("**/api/v1/puzzles/next", (route) => {
    const postData = JSON.stringify({ ...route.request().postDataJSON(), seed: kSeed });
    return route.continue({ postData });
  });
  await page.goto(path);
}

/** Waits until the page has another problem than this one. @param {Page} page @param {string} problem */
const hasOtherProblem = (page, problem) => stepUntilTrue(page, async () => {
  return (new URL(page.url()).searchParams.get("p") ?? problem) !== problem;
}, "no other problem");

/** Waits until the pair of this hand can be placed. @param {Page} page @param {string} pair */
async function waitsFor(page, pair) {
  await says(page, pair);
  await stepUntil(page.locator('#stage[aria-busy="false"]'));
}

/** @param {Page} page @param {...string} keys   the codes of the keys */
async function press(page, ...keys) {
  for (const key of keys) await pressForFrame(page, key);
}

/** @typedef {{x: number, r: number}} Placement */

/** Keys that bring a pair from where it waits at first to where it shall be. @param {Placement} placement */
function keysFor({ x, r }) {
  const turns = [[], ["KeyX"], ["KeyX", "KeyX"], ["KeyZ"]][r];
  const side = x < 3 ? "ArrowLeft" : "ArrowRight";
  return [...turns, ...Array(Math.abs(x - 3)).fill(side), "ArrowDown"];
}

test("a problem is solved by keyboard and rated, and a reload keeps what was done", async () => {
  await withPage(browser, { origin: server.origin }, async (page) => {
    await opened(page, `/train?p=${kChainOfThree}`);
    await hasHeading(page, "A chain of 3");
    for (const [hand, placement] of kSolution.entries()) {
      await waitsFor(page, `Pair ${hand + 1} of 2`);
      await press(page, ...keysFor(placement));
    }
    await says(page, "Solved!");
    await stepUntil(page.locator('[role="status"].unseen').getByText("Solved!"), "attached");
    await page.getByRole("group", { name: "Difficulty" }).getByRole("radio", { name: "4" }).focus();
    await page.keyboard.press("Space");
    await stepUntil(page.getByText("Solved: 1 of 1"));
    await page.reload();
    await stepUntil(page.getByText("Solved: 1 of 1"));
    const kept = await page.evaluate(() => JSON.parse(localStorage.getItem("rensa.training") ?? "{}"));
    assert.equal(kept.entries[0].difficulty, 4);
    assert.equal(kept.entries[0].solved, true);
    await openMenu(page);
    await page.getByRole("button", { name: "Forget my progress" }).click();
    await stepUntil(page.getByText("Solved: 0 of 0"));
  });
});

test("what does not solve it is said not to, and can be tried again", async () => {
  await withPage(browser, { origin: server.origin }, async (page) => {
    await opened(page, `/train?p=${kTwoReds}`);
    await waitsFor(page, "Pair 1 of 2");
    await press(page, "ArrowLeft", "ArrowLeft", "ArrowDown");
    await waitsFor(page, "Pair 2 of 2");
    await press(page, "ArrowRight", "ArrowDown");
    await says(page, "This does not solve it. Undo, or start again.");
    assert.equal(await page.locator("#rating").isVisible(), false);
    await press(page, "Backspace");
    await waitsFor(page, "Pair 2 of 2");
    await press(page, "ArrowLeft", "ArrowLeft", "ArrowDown");
    await says(page, "Solved!");
    await stepUntil(page.locator("#rating"));
    await press(page, "KeyR");
    await hasOtherProblem(page, kTwoReds);
    await says(page, "Pair 1 of 2");
    assert.equal(await page.locator("#rating").isVisible(), false);
  });
});

test("who rates by keyboard goes on by keyboard", async () => {
  await withPage(browser, { origin: server.origin }, async (page) => {
    await opened(page, `/train?p=${kTwoReds}`);
    await solveBy(page, () => press(page, "ArrowDown"));
    await page.getByRole("group", { name: "Difficulty" }).getByRole("radio", { name: "4" }).focus();
    await page.keyboard.press("Space");
    await press(page, "KeyR");
    await hasOtherProblem(page, kTwoReds);
    await says(page, "Pair 1 of 2");
  });
});

/** Lets two pairs go to the same column, each by the same action. @param {Page} page @param {() => Promise<void>} drop */
async function solveBy(page, drop) {
  for (const hand of [1, 2]) {
    await waitsFor(page, `Pair ${hand} of 2`);
    await drop();
  }
  await says(page, "Solved!");
}

test("buttons place pairs as keys do", async () => {
  await withPage(browser, { origin: server.origin, viewport: kPhone }, async (page) => {
    await opened(page, `/train?p=${kTwoReds}`);
    // The second click of the first pair comes before the page has drawn the first one: each counts all the same.
    let framesBetween = 0;
    await solveBy(page, async () => {
      for (let click = 0; click < 2; ++click) {
        await page.getByRole("button", { name: "Right" }).click();
        await step(page, framesBetween);
      }
      await step(page, 6);
      framesBetween = 6;
      await page.getByRole("button", { name: "Down" }).click();
    });
  });
});

test("a click on a column brings the pair there", async () => {
  await withPage(browser, { origin: server.origin }, async (page) => {
    await opened(page, `/train?p=${kTwoReds}`);
    let columns = [6, 1];
    await solveBy(page, async () => {
      const box = await page.locator(".side_board").boundingBox();
      assert.ok(box);
      for (const column of columns) {
        await page.mouse.click(box.x + (box.width * (column - 0.5)) / 6, box.y + box.height / 2);
        await step(page, 5);
      }
      columns = columns.slice(1);
      await press(page, "ArrowDown");
    });
  });
});

test("a swipe down drops the pair", async () => {
  await withPage(browser, { origin: server.origin, viewport: kPhone }, async (page) => {
    await opened(page, `/train?p=${kTwoReds}`);
    const fingers = await page.context().newCDPSession(page);
    await fingers.send("Emulation.setTouchEmulationEnabled", { enabled: true });
    await solveBy(page, async () => {
      await fingers.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [{ x: 200, y: 300 }] });
      for (const y of [350, 400]) {
        await fingers.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: [{ x: 200, y }] });
      }
      await step(page, 6);
      await fingers.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
    });
  });
});

test("a problem that is solved twice counts once, and makes no line yet", async () => {
  await withPage(browser, { origin: server.origin }, async (page) => {
    await opened(page, `/train?p=${kTwoReds}`);
    for (let time = 0; time < 2; ++time) {
      const asked = page.waitForResponse(/puzzles\/solve/);
      await solveBy(page, () => press(page, "ArrowDown"));
      await asked;
      await stepUntil(page.getByText("Level 2 of 5"));
      if (time === 0) await page.reload();
    }
    await page.reload();
    await stepUntil(page.getByText("Solved: 1 of 1"));
    assert.equal(await page.locator("#plot").isVisible(), false);
  });
});

test("the solution is shown, and counts as not solved", async () => {
  await withPage(browser, { origin: server.origin }, async (page) => {
    await opened(page, `/train?p=${kTwoReds}`);
    await says(page, "Pair 1 of 2");
    await page.getByRole("button", { name: "Show the solution" }).click();
    await says(page, "The solution");
    await says(page, "This is the solution.");
    await stepUntil(page.getByText("Solved: 0 of 1"));
    await page.getByRole("button", { name: "Start again" }).click();
    await says(page, "Pair 1 of 2");
  });
});

test("a link leads to the same problem, and out as ips", async () => {
  await withPage(browser, { origin: server.origin }, async (page) => {
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await opened(page, "/train");
    await hasOtherProblem(page, "");
    await openMenu(page);
    await page.getByRole("button", { name: "Copy link" }).click();
    await stepUntil(page.locator("#link"));
    const link = await page.locator("#link").inputValue();
    assert.equal(link, page.url());
    await page.getByRole("button", { name: "Copy ips link" }).click();
    await stepUntilTrue(page, async () => (await page.locator("#link").inputValue()).includes("ips"), "no ips link");
    const ips = await page.locator("#link").inputValue();
    await opened(page, `/train?p=${kTwoReds}`);
    await hasHeading(page, "A chain of 1");
    await openMenu(page);
    await page.locator("#pasted").fill(ips);
    await page.keyboard.press("Enter");
    await hasHeading(page, "A chain of 3");
    assert.equal(page.url(), link);
    await opened(page, link);
    await hasHeading(page, "A chain of 3");
  });
});

test("a text that is no problem is named as text, and the problem stays", async () => {
  await withPage(browser, { origin: server.origin }, async (page) => {
    await opened(page, `/train?p=${kTwoReds}`);
    await says(page, "Pair 1 of 2");
    const puyop = "http://www.puyop.com/s/420Aa9r9hj";
    await openMenu(page);
    for (const hostile of ["<img src=x onerror=alert(1)>", "javascript:alert(1)", puyop, "%"]) {
      await page.locator("#pasted").fill(hostile);
      await page.getByRole("button", { name: "Open" }).click();
      await stepUntil(page.getByText("This link cannot be opened: "));
      assert.equal(await page.locator("img").count(), 0);
    }
    const taken = "it belongs to another site. The page takes ips links to problems and its own links";
    await page.locator("#pasted").fill(puyop);
    await page.getByRole("button", { name: "Open" }).click();
    await stepUntil(page.getByText(taken));
    await says(page, "Pair 1 of 2");
    // A link that is none leads to some problem.
    await opened(page, "/train?p=<script>alert(1)</script>");
    await stepUntil(page.getByText("This link cannot be opened: "));
    await says(page, "Pair 1 of 2");
  });
});

test("the problem that the documents lead to has a solution", async () => {
  const text = readFileSync(new URL("../../../../docs/web.md", import.meta.url), "utf8");
  const links = [...text.matchAll(/\/train\?p=([\w~.]+)/g)].map(([, url]) => url);
  assert.ok(links.length > 0);
  for (const url of links) {
    const answer = await fetch(`${server.origin}/api/v1/puzzles/solve`, { method: "POST", body: JSON.stringify({ url }) });
    const { solvable } = await answer.json();
    assert.equal(solvable, true, url);
  }
});

test("the size that is chosen is the size that comes", async () => {
  await withPage(browser, { origin: server.origin }, async (page) => {
    await opened(page, "/train");
    await says(page, "Pair 1 of 2");
    await openMenu(page);
    await page.getByLabel("Size").selectOption("Pairs: 3, chain: 5");
    await hasHeading(page, "A chain of 5");
    await says(page, "Pair 1 of 3");
    await page.reload();
    await page.getByRole("button", { name: "Next problem" }).click();
    await says(page, "Pair 1 of 3");
  });
});

test("a server that does not answer is said not to", async () => {
  await withPage(browser, { origin: server.origin, mayReport: /Failed to load resource/ }, async (page) => {
    await stopClock(page);
    await page.route("**/api/v1/puzzles/next", (route) => route.abort());
    await page.goto("/train");
    await stepUntil(page.locator("#state").getByText("The server cannot be reached."));
  });
});

test("a phone shows it in Japanese, without scrolling sideways", async () => {
  await withPage(browser, { origin: server.origin, language: "ja-JP", viewport: kPhone }, async (page) => {
    await opened(page, `/train?p=${kTwoReds}`);
    await says(page, "1 / 2 手目");
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth), true);
    const box = await page.locator("#stage").boundingBox();
    assert.ok(box && box.y + box.height <= kPhone.height);
  });
});

test("on a phone a problem that ends brings its rating into view, and the next one its field", async () => {
  for (const viewport of [kPhone, { width: 360, height: 640 }]) {
    await withPage(browser, { origin: server.origin, viewport }, async (page) => {
      const isInView = (/** @type {string} */ place) => stepUntilTrue(page, () => page.evaluate((where) => {
        const box = document.querySelector(where)?.getBoundingClientRect();
        return box !== undefined && box.height > 0 && box.top >= -1 && box.bottom <= window.innerHeight + 1;
      }, place), `${place} is not in view`);
      await opened(page, `/train?p=${kTwoReds}`);
      await solveBy(page, () => press(page, "ArrowDown"));
      await isInView("#rating");
      await page.getByRole("group", { name: "Fun" }).getByRole("radio", { name: "4" }).click();
      await page.getByRole("button", { name: "Next problem" }).click();
      await hasOtherProblem(page, kTwoReds);
      await isInView("#pairs");
    });
  }
});

test("a bad link is refused in Japanese where the page is", async () => {
  await withPage(browser, { origin: server.origin, language: "ja" }, async (page) => {
    await opened(page, "/train?p=_0101");
    await stepUntil(page.getByText("このリンクは開けません：問題の条件がありません"));
    const error = page.locator("#address_wrong");
    assert.doesNotMatch(await error.innerText(), /[a-z]{4}/);
    const [box, window] = [await error.boundingBox(), page.viewportSize()];
    assert.ok(box && window && box.y + box.height <= window.height, "the error is in view");
  });
});

test("as many pairs as there can be fit the narrowest phone", async () => {
  const pairs = "01".repeat(12);
  for (const width of [320, 360, kPhone.width]) {
    await withPage(browser, { origin: server.origin, viewport: { width, height: 740 } }, async (page) => {
      await opened(page, `/train?p=_${pairs}__u05`);
      await says(page, "Pair 1 of 12");
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), width);
      const last = await page.locator("#pairs canvas").last().boundingBox();
      assert.ok(last && last.width > 12 && last.x + last.width <= width);
    });
  }
});

test("axe finds nothing serious, light or dark", async () => {
  await withPage(browser, { origin: server.origin, bypassCSP: true }, async (page) => {
    await opened(page, `/train?p=${kTwoReds}`);
    await says(page, "Pair 1 of 2");
    await page.getByRole("button", { name: "Show the solution" }).click();
    await stepUntil(page.locator("#rating"));
    await page.clock.resume();  // axe waits for timers
    assert.deepEqual(await seriousIssues(page), []);
    await page.emulateMedia({ colorScheme: "dark" });
    assert.deepEqual(await seriousIssues(page), []);
  });
});
