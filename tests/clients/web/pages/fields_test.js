// How large the fields are on the pages, that nothing is wider than a phone, and that the texts between the fields do not
// lie over them.

import assert from "node:assert/strict";
import { test } from "node:test";

import { frames } from "./browser.js";
import { SharedSite } from "./shared_site.js";

/** @typedef {import("playwright-core").Page} Page */

const kDesktops = [{ width: 1366, height: 768 }, { width: 1920, height: 1080 }, { width: 3840, height: 2160 }];
const kUprightTablet = { width: 768, height: 1024 };
const kTablets = [kUprightTablet, { width: 1024, height: 768 }];
const kPhones = [{ width: 360, height: 640 }, { width: 390, height: 844 }];
const kSidewaysPhone = { width: 844, height: 390 };

const site = new SharedSite(async (server) => {
  server.invite("greedy", "--player", "greedy", "--open", "4");
  for (const name of ["first", "second"]) {
    server.invite(name, "--player", "random", "--clock", "real", "--matches", "1", "--games", "99", "--seed", "3");
  }
  await server.play(["random", "random"], 1);
  await server.until(async () => (await server.json("/api/v1/matches")).count > 0);
  await server.until(async () => (await server.json("/api/v1/players")).open.length > 0);
});

/** The page's whole size and the boxes of its fields. @param {Page} page */
const measure = (page) => page.evaluate(() => ({
  wide: document.documentElement.scrollWidth,
  boards: [...document.querySelectorAll(".duel .side_board, .lesson .side_board")].map((board) => {
    const { top, bottom, left, right, height } = board.getBoundingClientRect();
    return { top, bottom, left, right, height };
  }),
}));

/** The visible parts that reach beyond the column between the fields, and the fields that a column lies over.
 * @param {Page} page @returns {Promise<string[]>} */
const findOverlaps = (page) => page.evaluate(() => {
  const boards = [...document.querySelectorAll(".duel .side_board, .duel .side_pairs, .duel .side_face")];
  const told = (/** @type {Element} */ part) => `${part.tagName} ${part.id} ${part.className}`;
  // On upright windows the parts of the middle are in places of their own.
  /** @param {Element} column @returns {Element[]} */
  const boxesOf = (column) =>
    getComputedStyle(column).display === "contents" ? [...column.children].flatMap(boxesOf) : [column];
  const columns = [...document.querySelectorAll(".arena_middle, .duel_middle")].flatMap(boxesOf);
  return columns.flatMap((column) => {
    const box = column.getBoundingClientRect();
    const isOver = (/** @type {DOMRect} */ other) => box.left < other.right - 1 && other.left < box.right - 1
      && box.top < other.bottom - 1 && other.top < box.bottom - 1;
    const wide = [...column.querySelectorAll("*")].filter((part) => {
      const { left, right, width, height } = part.getBoundingClientRect();
      return width > 1 && height > 1 && (left < box.left - 1 || right > box.right + 1);
    });
    return [...wide.map((part) => `${told(part)} is wider than ${told(column)}`), ...boards
      .filter((board) => isOver(board.getBoundingClientRect())).map((board) => `${told(column)} is over ${told(board)}`)];
  });
});

/** @param {Page} page */
async function hasFreeFields(page) {
  for (const viewport of [...kTablets, kDesktops[0]]) {
    await page.setViewportSize(viewport);
    await frames(page, 2);
    const size = `${viewport.width} x ${viewport.height}`;
    assert.deepEqual(await findOverlaps(page), [], size);
    const { wide, boards } = await measure(page);
    assert.ok(wide <= viewport.width, `${size}: ${wide} pixels wide`);
    for (const { height } of boards) assert.ok(height >= 0.35 * viewport.height, `${size}: ${height} pixels high`);
  }
}

/** Compares the fields with the window at every size. @param {Page} page @param {number} share   of its height */
async function hasLargeFields(page, share) {
  for (const viewport of kDesktops) {
    await page.setViewportSize(viewport);
    await frames(page, 2);
    const { wide, boards } = await measure(page);
    const size = `${viewport.width} x ${viewport.height}`;
    assert.equal(boards.length, 2, size);
    for (const { top, bottom, left, right, height } of boards) {
      assert.ok(height >= share * viewport.height, `${size}: ${height} pixels high`);
      assert.ok(top >= 0 && bottom <= viewport.height && left >= 0 && right <= viewport.width, `${size}: out of sight`);
    }
    assert.ok(wide <= viewport.width, `${size}: ${wide} pixels wide`);
  }
  for (const viewport of kPhones) {
    await page.setViewportSize(viewport);
    await frames(page, 2);
    const { wide } = await measure(page);
    assert.ok(wide <= viewport.width, `${viewport.width} pixels: ${wide} pixels wide`);
  }
}

test("the fields take four fifths of the height while playing", async () => {
  await site.withPage({}, async (page) => {
    await page.goto("/play?with=greedy&wins=10");
    await page.locator(".duel").waitFor();
    await hasLargeFields(page, 0.8);
    await hasFreeFields(page);
  });
});

test("on a desktop no text moves the parts of the scoreboard or the buttons below it", async () => {
  await site.withPage({}, async (page) => {
    await page.goto("/play?with=greedy&wins=3");
    await page.locator(".board_totals").waitFor();
    for (const viewport of [kTablets[1], ...kDesktops]) {
      await page.setViewportSize(viewport);
      await frames(page, 2);
      const tops = await page.evaluate(() => [0, 1].map((isLong) => {
        const write = (/** @type {string} */ part, /** @type {string} */ text, short = "") =>
          document.querySelectorAll(part).forEach((one) => (one.textContent = isLong ? text : short));
        write(".duel_tally", "10 – 10");
        write(".play_clock", "12:34");
        write(".attack_number", "12,345");
        write(".attack_cancelled", "Cancelled: 1,234");
        write(".board_totals td", "12,345", "–");
        write(".play_connection", "an input was late ".repeat(20));
        const parts = [".board_goal", ".play_clock", ".duel_attack", ".board_totals", ".play_connection", "#resign"];
        return parts.map((part) => document.querySelector(part)?.getBoundingClientRect().top ?? NaN);
      }));
      assert.deepEqual(tops[0], tops[1], `${viewport.width} x ${viewport.height}`);
      assert.deepEqual(await findOverlaps(page), []);
      const [board, buttons] = await page.evaluate(() => [".play_board", "#below"].map((part) =>
        /** @type {Element} */ (document.querySelector(part)).getBoundingClientRect().toJSON()));
      assert.ok(board.bottom <= buttons.top, `${viewport.width} x ${viewport.height}: the scoreboard hides the buttons`);
    }
  });
});

/** The height of the first field in an upright window, as a share of the window's. @param {Page} page
 * @param {{width: number, height: number}} viewport */
async function uprightShare(page, viewport) {
  await page.setViewportSize(viewport);
  await frames(page, 2);
  const { wide, boards } = await measure(page);
  assert.ok(wide <= viewport.width, `${viewport.width} pixels: ${wide} pixels wide`);
  assert.ok(boards[0].bottom <= viewport.height, `${viewport.width} pixels: the field is cut`);
  return boards[0].height / viewport.height;
}

test("on upright phones and tablets the own field is large", async () => {
  await site.withPage({}, async (page) => {
    await page.goto("/play?with=greedy&wins=10");
    await page.locator(".duel").waitFor();
    assert.ok((await uprightShare(page, kUprightTablet)) >= 0.75);
    assert.ok((await uprightShare(page, kPhones[0])) >= 0.65);
    assert.ok((await uprightShare(page, kPhones[1])) >= 0.55);
  });
});

test("on a phone no text moves the button of the menu, which has the one to resign", async () => {
  await site.withPage({}, async (page) => {
    await page.goto("/play?with=greedy&wins=10");
    await page.locator("#resign").waitFor();
    for (const viewport of [...kPhones, kSidewaysPhone]) {
      await page.setViewportSize(viewport);
      await frames(page, 2);
      const tops = await page.evaluate(() => [0, 1].map((isLong) => {
        const [tally, cancelled, sent, line] = [".duel_tally", ".attack_cancelled", ".attack_number", ".play_connection"]
          .map((part) => /** @type {Element} */ (document.querySelector(part)));
        tally.textContent = isLong ? "10 – 10" : "";
        cancelled.textContent = isLong ? "Cancelled: 999" : "";
        sent.textContent = isLong ? "1,234" : "";
        line.textContent = isLong ? "an input was late ".repeat(20) : "";
        const button = [...document.querySelectorAll("#menu, #resign")].find((one) => one.clientHeight > 0);
        return button?.getBoundingClientRect().top ?? NaN;
      }));
      assert.equal(tops[0], tops[1], `${viewport.width} x ${viewport.height}`);
      if (viewport === kSidewaysPhone) continue;
      await page.locator("#menu").click();
      await page.locator("#resign").waitFor();
      await page.locator("#menu").click();
      await page.locator("#resign").waitFor({ state: "hidden" });
    }
  });
});

test("the fields take four fifths of the height while watching", async () => {
  const { matches } = await site.server.json("/api/v1/matches");
  const { match } = matches.find((/** @type {{players: string[]}} */ one) => one.players.includes("first"));
  await site.withPage({}, async (page) => {
    await page.goto(`/watch/${match}`);
    await page.locator(".duel").waitFor();
    // The result of a game, with its link, is the widest text of the column.
    await page.locator("#played li").first().waitFor();
    await hasLargeFields(page, 0.8);
    await hasFreeFields(page);
  });
});

test("on upright phones and tablets both fields are large while watching", async () => {
  const { matches } = await site.server.json("/api/v1/matches");
  await site.withPage({}, async (page) => {
    await page.goto(`/watch/${matches[0].match}`);
    await page.locator(".duel").waitFor();
    assert.ok((await uprightShare(page, kUprightTablet)) >= 0.6);
    for (const viewport of kPhones) assert.ok((await uprightShare(page, viewport)) >= 0.37);
  });
});

test("the fields take two thirds of the height in a replay, and its controls are seen with them", async () => {
  const { games } = await site.server.json("/api/v1/games?limit=1");
  await site.withPage({}, async (page) => {
    await page.goto(`/replay/${games[0].record}`);
    await page.locator('#frame[data-clock="0"]').waitFor();
    await hasLargeFields(page, 0.65);
    await hasFreeFields(page);
    for (const viewport of kDesktops) {
      await page.setViewportSize(viewport);
      const controls = await page.locator("#controls").boundingBox();
      assert.ok(controls && controls.y + controls.height <= viewport.height, `${viewport.height}`);
    }
    assert.ok((await uprightShare(page, kUprightTablet)) >= 0.5);
    for (const viewport of kPhones) assert.ok((await uprightShare(page, viewport)) >= 0.33);
  });
});

test("the first page fits every window", async () => {
  await site.withPage({}, async (page) => {
    await page.goto("/");
    await page.locator(".opponent").first().waitFor();
    for (const viewport of [...kDesktops, ...kTablets, ...kPhones, kSidewaysPhone]) {
      await page.setViewportSize(viewport);
      await frames(page, 2);
      const size = `${viewport.width} x ${viewport.height}`;
      assert.ok((await measure(page)).wide <= viewport.width, size);
      const play = await page.locator("#play").boundingBox();
      assert.ok(play && play.y + play.height <= viewport.height, `${size}: people see Play now without scrolling`);
    }
    await hasFreeFields(page);
  });
});

test("the field for practice is large on every tablet", async () => {
  await site.withPage({}, async (page) => {
    await page.goto("/practice");
    await page.locator("#coach .emblem").waitFor();
    for (const viewport of kTablets) {
      await page.setViewportSize(viewport);
      await frames(page, 2);
      const { wide, boards } = await measure(page);
      const size = `${viewport.width} x ${viewport.height}`;
      assert.ok(wide <= viewport.width, `${size}: ${wide} pixels wide`);
      assert.ok(boards[0].height >= 0.35 * viewport.height, `${size}: ${boards[0].height} pixels high`);
    }
  });
});
