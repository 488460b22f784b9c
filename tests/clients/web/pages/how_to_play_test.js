// The page that teaches the rules, with a clock that the tests move, and the ways to it.

import assert from "node:assert/strict";
import { test } from "node:test";

import { kPhone } from "./browser.js";
import { pressForFrame, step, stepUntil, stopClock } from "./page_clock.js";
import { SharedSite } from "./shared_site.js";

/** @typedef {import("playwright-core").Page} Page */

const kPath = "/how-to-play";
const kExamples = 7;
/** The pair of the reader's own turn has come by then. */
const kFramesUntilPair = 30;
const kSettings = "rensa.settings";

const site = new SharedSite();

/** Opens the page and waits until the reader's pair is there. @param {Page} page
 * @param {{path?: string, moves?: boolean}} [options]   moves: the examples move, which takes most of the time */
async function opened(page, { path = kPath, moves = false } = {}) {
  await stopClock(page);
  if (!moves) await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto(path);
  await stepUntil(page.locator(".how_example").last());
  await step(page, kFramesUntilPair);
}

/** Waits for the page, and until it has loaded all that it needs. @param {Page} page */
async function isThere(page) {
  await page.waitForURL(`**${kPath}`);
  await page.locator(".how_example").last().waitFor();
}

/** The fields as they are drawn. @param {Page} page @param {string} within */
const pictures = (page, within) => page.locator(`${within} .side_board`).evaluateAll((boards) =>
  boards.map((board) => /** @type {HTMLCanvasElement} */ (board).toDataURL()).join("\n"));

/** @param {Page} page */
const overflow = (page) => page.evaluate(() => ({
  wide: document.documentElement.scrollWidth - window.innerWidth,
  high: document.documentElement.scrollHeight - window.innerHeight,
}));

test("three addresses lead to it, and it has an example for each rule", async () => {
  for (const path of [kPath, "/help", "/rules"]) {
    await site.withPage({}, async (page) => {
      await opened(page, { path });
      await page.getByRole("heading", { name: "How to play", level: 1 }).waitFor();
      assert.equal(await page.locator(".how_example").count(), kExamples);
      // Each field that moves is told in words, and nothing else of it is.
      for (const told of await page.locator('.how_picture[role="img"]').all()) {
        assert.match((await told.getAttribute("aria-label")) ?? "", /\.$/);
        assert.equal(await told.locator(":scope > [aria-hidden=true]").count(), 1);
      }
    });
  }
});

test("its boards move, and stand still when the reader stops them", async () => {
  await site.withPage({}, async (page) => {
    await opened(page, { moves: true });
    const first = await pictures(page, "#examples");
    await step(page, 20);
    assert.notEqual(await pictures(page, "#examples"), first);
    await page.getByRole("button", { name: "Stop the boards" }).click();
    await step(page, 4);
    const stopped = await pictures(page, "#examples");
    await step(page, 20);
    assert.equal(await pictures(page, "#examples"), stopped);
    await page.getByRole("button", { name: "Let the boards move" }).click();
    await step(page, 20);
    assert.notEqual(await pictures(page, "#examples"), stopped);
  });
});

test("where motion is to be reduced, the boards stand still until the reader lets them move", async () => {
  const bySystem = (/** @type {Page} */ page) => page.emulateMedia({ reducedMotion: "reduce" });
  const bySetting = (/** @type {Page} */ page) => page.addInitScript(({ key, value }) =>
    localStorage.setItem(key, value), { key: kSettings, value: JSON.stringify({ version: 1, look: { motion: "reduced" } }) });
  for (const prepare of [bySystem, bySetting]) {
    await site.withPage({}, async (page) => {
      await prepare(page);
      await opened(page, { moves: true });
      const still = await pictures(page, "#examples");
      await step(page, 120);
      assert.equal(await pictures(page, "#examples"), still);
      // The still picture of the chain is that of its second link.
      assert.equal(await page.locator(".how_chain .side_link .unseen").textContent(), "2-chain");
      await page.getByRole("button", { name: "Let the boards move" }).click();
      await step(page, 20);
      assert.notEqual(await pictures(page, "#examples"), still);
    });
  }
});

test("the reader sets off the chain by the keyboard, and is led on", async () => {
  await site.withPage({}, async (page) => {
    await opened(page);
    const waiting = await pictures(page, "#turn");
    await step(page, 120);
    assert.equal(await pictures(page, "#turn"), waiting, "the pair waits for the first key");
    for (let i = 0; i < 3; ++i) {
      await pressForFrame(page, "ArrowRight");
      await step(page, 6);
    }
    await page.keyboard.down("ArrowDown");
    await stepUntil(page.locator("#told").getByText("A chain of 3! Now you know how to play."));
    await page.keyboard.up("ArrowDown");
    assert.deepEqual(await page.locator(".how_on a").evaluateAll((links) => links.map((link) => link.getAttribute("href"))),
      ["/play", "/practice"]);
    await page.getByRole("button", { name: "Again" }).click();
    await step(page, kFramesUntilPair);
    assert.equal(await pictures(page, "#turn"), waiting);
  });
});

test("the reader sets off the chain by touch, with swipes or with the buttons", async () => {
  const options = { viewport: kPhone, hasTouch: true, isMobile: true };
  await site.withPage(options, async (page) => {
    await opened(page);
    await page.locator("#turn").scrollIntoViewIfNeeded();
    const box = await page.locator("#turn .side_board").boundingBox();
    assert.ok(box);
    const column = box.width / 6.3;
    const fingers = await page.context().newCDPSession(page);
    const [x, y] = [box.x + 2 * column, box.y + box.height / 3];
    /** @param {"touchStart"|"touchMove"|"touchEnd"} type @param {{x: number, y: number}[]} touchPoints */
    const touch = async (type, touchPoints) => {
      await fingers.send("Input.dispatchTouchEvent", { type, touchPoints });
      await step(page, 2);
    };
    await touch("touchStart", [{ x, y }]);
    for (let i = 1; i <= 4; ++i) await touch("touchMove", [{ x: x + i * column, y }]);
    await step(page, 20);
    for (let i = 1; i <= 4; ++i) await touch("touchMove", [{ x: x + 4 * column, y: y + i * column }]);
    await stepUntil(page.locator("#told.is_fired"));
    await touch("touchEnd", []);
  });
  await site.withPage(options, async (page) => {
    await opened(page);
    for (let i = 0; i < 3; ++i) {
      await page.locator('#main [data-move="right"]').tap();
      await step(page, 8);
    }
    await stepUntil(page.locator("#told.is_fired"));
  });
});

test("a pair that fires nothing comes back, and the page says so", async () => {
  await site.withPage({}, async (page) => {
    await opened(page);
    const waiting = await pictures(page, "#turn");
    await page.keyboard.down("ArrowDown");
    await stepUntil(page.locator("#told").getByText(/Nothing vanished/));
    await step(page, kFramesUntilPair + 60);
    assert.equal(await pictures(page, "#turn"), waiting, "a key that is still held does not drop it again");
    await page.keyboard.up("ArrowDown");
    await step(page, 4);
    await page.keyboard.down("ArrowDown");
    await step(page, 20);
    assert.notEqual(await pictures(page, "#turn"), waiting);
    await page.keyboard.up("ArrowDown");
  });
});

test("where the board is out of sight, the arrows scroll the page", async () => {
  await site.withPage({ viewport: { width: 700, height: 500 } }, async (page) => {
    await opened(page);
    const waiting = await pictures(page, "#turn");
    const isTaken = () => page.evaluate(() => new Promise((/** @type {(is: boolean) => void} */ done) =>
      window.addEventListener("keydown", (event) => done(event.defaultPrevented), { once: true })));
    const above = isTaken();
    await step(page, 2);
    await page.keyboard.press("ArrowDown");
    assert.equal(await above, false);
    await step(page, 20);
    assert.equal(await pictures(page, "#turn"), waiting);
    await page.locator("#turn").scrollIntoViewIfNeeded();
    await page.locator("#turn").evaluate((board) => board.scrollIntoView({ block: "center" }));
    await step(page, 4);
    const below = isTaken();
    await step(page, 2);
    await page.keyboard.press("ArrowDown");
    assert.equal(await below, true);
  });
});

test("on a desktop all of it is in sight, and on a phone nothing is too wide", async () => {
  for (const language of ["en", "ja"]) {
    for (const [width, height] of [[1366, 768], [1280, 800], [1920, 1080], [3840, 2160]]) {
      await site.withPage({ language, viewport: { width, height } }, async (page) => {
        await opened(page);
        assert.equal(await page.locator(".how_chain .how_beside > *").count(), 2);
        assert.deepEqual(await overflow(page), { wide: 0, high: 0 }, `${language} ${width} x ${height}`);
        const cut = await page.locator(".how_example, .how_turn").evaluateAll((cards) => cards.filter((card) => {
          const inner = card.getBoundingClientRect();
          return [...card.querySelectorAll("h2, p, .how_beside, .side_board, button, a")].some((part) => {
            const { right, bottom } = part.getBoundingClientRect();
            return right > inner.right + 1 || bottom > inner.bottom + 1;
          });
        }).map(({ className }) => className));
        assert.deepEqual(cut, [], `${language} ${width} x ${height}`);
      });
    }
    for (const viewport of [kPhone, { width: 360, height: 640 }, { width: 768, height: 1024 }, { width: 844, height: 390 }]) {
      await site.withPage({ language, viewport }, async (page) => {
        await opened(page);
        assert.equal((await overflow(page)).wide, 0, `${language} ${viewport.width}`);
      });
    }
  }
});

test("the key ? leads to it, but not from a text, a match, or if the key has another action", async () => {
  for (const path of ["/practice", "/league", "/tv"]) {
    await site.withPage({}, async (page) => {
      await page.goto(path);
      await page.locator("#settings").waitFor();
      await page.waitForLoadState("networkidle");
      await page.keyboard.press("?");
      await isThere(page);
    });
  }
  await site.withPage({}, async (page) => {
    await page.goto("/practice");
    await page.getByRole("heading", { name: /chain of 2/ }).waitFor();
    await page.locator(".lesson_menu").evaluate((menu) => menu.setAttribute("open", ""));
    await page.locator("#pasted").focus();
    await page.keyboard.press("?");
    assert.equal(await page.locator("#pasted").inputValue(), "?");
    assert.match(page.url(), /\/practice$/);
  });
  await site.withPage({}, async (page) => {
    await page.addInitScript(({ key, value }) => localStorage.setItem(key, value),
      { key: kSettings, value: JSON.stringify({ version: 1, keys: { mute: ["Slash", ""] } }) });
    await page.goto("/practice");
    await page.getByRole("heading", { name: /chain of 2/ }).waitFor();
    await page.keyboard.press("Shift+Slash");
    assert.match(page.url(), /\/practice$/);
  });
  await site.withPage({}, async (page) => {
    await page.goto("/play?friend=1");
    await page.locator("#panel input").waitFor();
    await page.locator("#main").click({ position: { x: 5, y: 5 } });
    await page.keyboard.press("?");
    assert.match(page.url(), /\/play/);
  });
});

test("the first page invites those that have not played yet, and all pages have a way to it", async () => {
  await site.withPage({}, async (page) => {
    await page.goto("/");
    await page.getByRole("link", { name: "New here? How to play" }).click();
    await isThere(page);
    await page.evaluate(() => localStorage.setItem("rensa.scores",
      JSON.stringify({ record: "7", scores: { greedy: { won: 0, lost: 1 } } })));
    await page.goto("/");
    await page.locator(".home_foot a").waitFor();
    assert.equal(await page.locator("#how_link").isVisible(), false);
    assert.equal(await page.locator(".home_foot a").getAttribute("href"), kPath);
    for (const path of ["/practice", "/train"]) {
      await page.goto(path);
      await page.locator("#coach .emblem").waitFor({ state: "attached" });
      await page.locator(".lesson_how a").click();
      await isThere(page);
    }
    for (const [path, part] of [["/tv", ".duel"], ["/league", "main h1"]]) {
      await page.goto(path);
      await page.locator(part).first().waitFor({ state: "attached" });
      await page.waitForLoadState("networkidle");
      await page.locator("#settings").click();
      assert.equal(await page.locator(".settings_head a").getAttribute("href"), kPath);
    }
  });
});
