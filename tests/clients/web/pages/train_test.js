import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";

import { seriousIssues } from "../browser/stage.js";
import { frames, kPhone, startBrowser, withPage } from "./browser.js";
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

/** @param {Page} page @param {string} text */
const says = (page, text) => page.locator("#told").getByText(text, { exact: true }).waitFor();

/** Waits until the pair of this hand can be placed. @param {Page} page @param {string} pair */
async function waitsFor(page, pair) {
  await says(page, pair);
  await page.locator('#stage[aria-busy="false"]').waitFor();
}

/** Presses and releases each key at once: a busy machine can hold a key of Playwright's so long that its steps repeat.
 * @param {Page} page @param {...string} keys the codes of the keys */
async function press(page, ...keys) {
  for (const key of keys) {
    await page.evaluate((code) => {
      for (const type of ["keydown", "keyup"]) {
        const event = new KeyboardEvent(type, { code, bubbles: true, cancelable: true });
        (document.activeElement ?? document).dispatchEvent(event);
      }
    }, key);
    await frames(page, 5);
  }
}

/** @typedef {{x: number, r: number}} Placement */

/** Keys that bring a pair from where it waits at first to where it shall be. @param {Placement} placement */
function keysFor({ x, r }) {
  const turns = [[], ["KeyX"], ["KeyX", "KeyX"], ["KeyZ"]][r];
  const side = x < 3 ? "ArrowLeft" : "ArrowRight";
  return [...turns, ...Array(Math.abs(x - 3)).fill(side), "ArrowDown"];
}

/** How the problem of the page is solved, by the server. @param {Page} page @returns {Promise<Placement[]>} */
async function solutionOf(page) {
  await page.waitForURL(/\?p=/);
  const url = new URL(page.url()).searchParams.get("p");
  const body = JSON.stringify({ url });
  const answer = await fetch(`${server.origin}/api/v1/puzzles/solve`, { method: "POST", body });
  const { solutions } = await answer.json();
  return solutions[0];
}

test("a problem is solved by keyboard and rated, and a reload keeps what was done", async () => {
  await withPage(browser, { origin: server.origin }, async (page) => {
    await page.goto("/train");
    await says(page, "Pair 1 of 2");
    await page.getByRole("heading", { name: "A chain of 3" }).waitFor();
    const solution = await solutionOf(page);
    for (const [hand, placement] of solution.entries()) {
      await waitsFor(page, `Pair ${hand + 1} of 2`);
      await press(page, ...keysFor(placement));
    }
    await says(page, "Solved!");
    await page.locator('[role="status"].unseen').getByText("Solved!").waitFor();
    await page.getByRole("group", { name: "Difficulty" }).getByRole("radio", { name: "4" }).focus();
    await page.keyboard.press("Space");
    await page.getByText("Solved: 1 of 1").waitFor();
    await page.reload();
    await page.getByText("Solved: 1 of 1").waitFor();
    const kept = await page.evaluate(() => JSON.parse(localStorage.getItem("rensa.training") ?? "{}"));
    assert.equal(kept.entries[0].difficulty, 4);
    assert.equal(kept.entries[0].solved, true);
    await page.getByRole("button", { name: "Forget my progress" }).click();
    await page.getByText("Solved: 0 of 0").waitFor();
  });
});

test("what does not solve it is said not to, and can be tried again", async () => {
  await withPage(browser, { origin: server.origin }, async (page) => {
    await page.goto(`/train?p=${kTwoReds}`);
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
    assert.equal(await page.locator("#rating").isVisible(), true);
    await press(page, "KeyR");
    await page.waitForURL((url) => url.searchParams.get("p") !== kTwoReds);
    await says(page, "Pair 1 of 2");
    assert.equal(await page.locator("#rating").isVisible(), false);
  });
});

test("who rates by keyboard goes on by keyboard", async () => {
  await withPage(browser, { origin: server.origin }, async (page) => {
    await page.goto(`/train?p=${kTwoReds}`);
    await solveBy(page, () => press(page, "ArrowDown"));
    await page.getByRole("group", { name: "Difficulty" }).getByRole("radio", { name: "4" }).focus();
    await page.keyboard.press("Space");
    await press(page, "KeyR");
    await page.waitForURL((url) => url.searchParams.get("p") !== kTwoReds);
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
  await withPage(browser, { origin: server.origin }, async (page) => {
    await page.goto(`/train?p=${kTwoReds}`);
    await solveBy(page, async () => {
      await page.getByRole("button", { name: "Right" }).click();
      await frames(page, 6);
      await page.getByRole("button", { name: "Down" }).click();
    });
  });
});

test("a click on a column brings the pair there", async () => {
  await withPage(browser, { origin: server.origin }, async (page) => {
    await page.goto(`/train?p=${kTwoReds}`);
    let columns = [6, 1];
    await solveBy(page, async () => {
      const box = await page.locator(".side_board").boundingBox();
      assert.ok(box);
      for (const column of columns) {
        await page.mouse.click(box.x + (box.width * (column - 0.5)) / 6, box.y + box.height / 2);
        await frames(page, 5);
      }
      columns = columns.slice(1);
      await press(page, "ArrowDown");
    });
  });
});

test("a swipe down drops the pair", async () => {
  await withPage(browser, { origin: server.origin, viewport: kPhone }, async (page) => {
    await page.goto(`/train?p=${kTwoReds}`);
    const fingers = await page.context().newCDPSession(page);
    await fingers.send("Emulation.setTouchEmulationEnabled", { enabled: true });
    await solveBy(page, async () => {
      await fingers.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [{ x: 200, y: 300 }] });
      for (const y of [350, 400]) {
        await fingers.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: [{ x: 200, y }] });
      }
      await frames(page, 6);
      await fingers.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
    });
  });
});

test("a problem that is solved twice counts once, and makes no line yet", async () => {
  await withPage(browser, { origin: server.origin }, async (page) => {
    await page.goto(`/train?p=${kTwoReds}`);
    for (let time = 0; time < 2; ++time) {
      const asked = page.waitForResponse(/puzzles\/solve/);
      await solveBy(page, () => press(page, "ArrowDown"));
      await asked;
      await page.getByText("Level 2 of 5").waitFor();
      if (time === 0) await page.reload();
    }
    await page.reload();
    await page.getByText("Solved: 1 of 1").waitFor();
    assert.equal(await page.locator("#plot").isVisible(), false);
  });
});

test("the solution is shown, and counts as not solved", async () => {
  await withPage(browser, { origin: server.origin }, async (page) => {
    await page.goto(`/train?p=${kTwoReds}`);
    await says(page, "Pair 1 of 2");
    await page.getByRole("button", { name: "Show the solution" }).click();
    await says(page, "The solution");
    await says(page, "This is the solution.");
    await page.getByText("Solved: 0 of 1").waitFor();
    await page.getByRole("button", { name: "Start again" }).click();
    await says(page, "Pair 1 of 2");
  });
});

test("a link leads to the same problem, and out as ips", async () => {
  await withPage(browser, { origin: server.origin }, async (page) => {
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.goto("/train");
    await page.waitForURL(/\?p=/);
    await page.getByRole("button", { name: "Copy link" }).click();
    await page.locator("#link").waitFor();
    const link = await page.locator("#link").inputValue();
    assert.equal(link, page.url());
    await page.getByRole("button", { name: "Copy ips link" }).click();
    await server.until(async () => (await page.locator("#link").inputValue()).includes("ips"));
    const ips = await page.locator("#link").inputValue();
    await page.goto(`/train?p=${kTwoReds}`);
    await page.getByRole("heading", { name: "A chain of 1" }).waitFor();
    await page.locator("#pasted").fill(ips);
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "A chain of 3" }).waitFor();
    assert.equal(page.url(), link);
    await page.goto(link);
    await page.getByRole("heading", { name: "A chain of 3" }).waitFor();
  });
});

test("a text that is no problem is named as text, and the problem stays", async () => {
  await withPage(browser, { origin: server.origin }, async (page) => {
    await page.goto(`/train?p=${kTwoReds}`);
    await says(page, "Pair 1 of 2");
    const puyop = "http://www.puyop.com/s/420Aa9r9hj";
    for (const hostile of ["<img src=x onerror=alert(1)>", "javascript:alert(1)", puyop, "%"]) {
      await page.locator("#pasted").fill(hostile);
      await page.getByRole("button", { name: "Open" }).click();
      await page.getByText("This link cannot be opened: ").waitFor();
      assert.equal(await page.locator("img").count(), 0);
    }
    const taken = "it belongs to another site. The page takes ips links to problems and its own links";
    await page.locator("#pasted").fill(puyop);
    await page.getByRole("button", { name: "Open" }).click();
    await page.getByText(taken).waitFor();
    await says(page, "Pair 1 of 2");
    // A link that is none leads to some problem.
    await page.goto("/train?p=<script>alert(1)</script>");
    await page.getByText("This link cannot be opened: ").waitFor();
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
    await page.goto("/train");
    await says(page, "Pair 1 of 2");
    await page.getByLabel("Size").selectOption("Pairs: 3, chain: 5");
    await page.getByRole("heading", { name: "A chain of 5" }).waitFor();
    await says(page, "Pair 1 of 3");
    await page.reload();
    await page.getByRole("button", { name: "Next problem" }).click();
    await says(page, "Pair 1 of 3");
  });
});

test("a server that does not answer is said not to", async () => {
  await withPage(browser, { origin: server.origin, mayReport: /Failed to load resource/ }, async (page) => {
    await page.route("**/api/v1/puzzles/next", (route) => route.abort());
    await page.goto("/train");
    await page.locator("#state").getByText("The server cannot be reached.").waitFor();
  });
});

test("a phone shows it in Japanese, without scrolling sideways", async () => {
  await withPage(browser, { origin: server.origin, language: "ja-JP", viewport: kPhone }, async (page) => {
    await page.goto(`/train?p=${kTwoReds}`);
    await says(page, "1 / 2 手目");
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth), true);
    const box = await page.locator("#stage").boundingBox();
    assert.ok(box && box.y + box.height <= kPhone.height);
  });
});

test("on a phone a problem that ends brings its rating into view, and the next one its field", async () => {
  for (const viewport of [kPhone, { width: 360, height: 640 }]) {
    await withPage(browser, { origin: server.origin, viewport }, async (page) => {
      const isInView = (/** @type {string} */ place) => page.waitForFunction((where) => {
        const box = document.querySelector(where)?.getBoundingClientRect();
        return box && box.height > 0 && box.top >= -1 && box.bottom <= window.innerHeight + 1;
      }, place);
      await page.goto(`/train?p=${kTwoReds}`);
      await solveBy(page, () => press(page, "ArrowDown"));
      await isInView("#rating");
      await page.getByRole("group", { name: "Fun" }).getByRole("radio", { name: "4" }).click();
      await page.getByRole("button", { name: "Next problem" }).click();
      await page.waitForURL((url) => url.searchParams.get("p") !== kTwoReds);
      await isInView("#pairs");
    });
  }
});

test("a bad link is refused in Japanese where the page is", async () => {
  await withPage(browser, { origin: server.origin, language: "ja" }, async (page) => {
    await page.goto("/train?p=_0101");
    await page.getByText("このリンクは開けません：問題の条件がありません").waitFor();
    assert.doesNotMatch(await page.locator("#wrong").innerText(), /[a-z]{4}/);
  });
});

test("as many pairs as there can be fit the narrowest phone", async () => {
  const pairs = "01".repeat(12);
  for (const width of [320, 360, kPhone.width]) {
    await withPage(browser, { origin: server.origin, viewport: { width, height: 740 } }, async (page) => {
      await page.goto(`/train?p=_${pairs}__u05`);
      await says(page, "Pair 1 of 12");
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), width);
      const last = await page.locator("#pairs canvas").last().boundingBox();
      assert.ok(last && last.width > 12 && last.x + last.width <= width);
    });
  }
});

test("axe finds nothing serious, light or dark", async () => {
  await withPage(browser, { origin: server.origin, bypassCSP: true }, async (page) => {
    await page.goto(`/train?p=${kTwoReds}`);
    await says(page, "Pair 1 of 2");
    await page.getByRole("button", { name: "Show the solution" }).click();
    await page.locator("#rating").waitFor();
    assert.deepEqual(await seriousIssues(page), []);
    await page.emulateMedia({ colorScheme: "dark" });
    assert.deepEqual(await seriousIssues(page), []);
  });
});
