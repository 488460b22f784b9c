// Pages while their server is killed and started again: they come back by themselves, and the games go on.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { frames, kPhone, startBrowser, withPage } from "./browser.js";
import { lineTo } from "./line.js";
import { messageIn } from "./message_fields.js";
import { startServer } from "./server.js";

/** @typedef {import("node:test").TestContext} TestContext */
/** @typedef {import("playwright-core").Page} Page */
/** @typedef {import("./server.js").Server} Server */

// The numbers of fields in proto/rensa/v1.
const kDecide = 10;
const kDecideKeys = 7;

/** The errors that a browser reports when its connections are cut. */
const kLostConnection = /WebSocket|Failed to load/;
const kCountIn = /^Get ready: \d.*The game goes (on from|back to) \d+:\d\d\./;
/** So many games that a match does not end before a test has seen it. */
const kManyGames = "&wins=10";

/** @type {import("playwright-core").Browser} */
let browser;

before(async () => (browser = await startBrowser()));
after(() => browser?.close());

/** A server of a test, and a line to it whose address stays when the server is another one. */
class Site {
  /** @param {Server} server @param {import("./line.js").Line} line */
  constructor(server, line) {
    this.server = server;
    this.line_ = line;
  }

  /** @param {TestContext} t */
  static async start(t) {
    const server = await startServer();
    t.after(() => server.stop());
    const line = await lineTo(server.origin);
    t.after(line.close);
    return new Site(server, line);
  }

  /** @param {...string} options */
  async killAndStartAgain(...options) {
    await this.server.kill();
    await this.startAgain(...options);
  }

  /** @param {...string} options */
  async startAgain(...options) {
    await this.server.startAgain(...options);
    this.line_.leadTo(this.server.origin);
  }

  /** @param {(page: Page) => Promise<void>} use @param {{language?: string,
   *   viewport?: {width: number, height: number}}} [options] */
  withPage(use, options = {}) {
    return withPage(browser, { ...options, origin: this.line_.origin, mayReport: kLostConnection }, async (page) => {
      await page.addInitScript(collectPanelTexts);
      await use(page);
    });
  }

  /** Waits until a player of the server accepts challenges. @param {string} player */
  async inviteOpponent(player) {
    this.server.invite(player, "--player", player, "--open", "8", "--seed", "3");
    await this.server.until(async () => (await this.server.json("/api/v1/players")).open.length === 1);
  }
}

/** Collects in a page all that its panel says, since some of it stands there only for seconds. */
function collectPanelTexts() {
  /** @type {string[]} */
  const panelTexts = [];
  Object.assign(window, { panelTexts });
  new MutationObserver(() => {
    const text = document.querySelector("#panel")?.textContent ?? "";
    if (text !== panelTexts.at(-1)) panelTexts.push(text);
  }).observe(document, { childList: true, subtree: true, characterData: true });
}

/** Waits until the pair can be moved. @param {Page} page */
async function underControl(page) {
  await page.locator(".duel").waitFor();
  await page.locator("#panel").waitFor({ state: "hidden" });
}

/** @param {Page} page */
async function isLost(page) {
  await page.locator("#panel").getByText("Connection lost").waitFor();
}

/** Waits until the page has said that a game goes on in a moment, and from where. @param {Page} page */
async function hasCountedIn(page) {
  await page.waitForFunction((pattern) =>
    /** @type {any} */ (window).panelTexts.some((/** @type {string} */ text) => new RegExp(pattern).test(text)),
  kCountIn.source);
}

/** Lets pairs fall where they appear, until the match is over. @param {Page} page */
async function fillMiddleColumn(page) {
  await page.keyboard.down("ArrowDown");
  await page.getByText(/You (won|lost) the match/).waitFor();
  await page.keyboard.up("ArrowDown");
}

/** @param {Page} page */
async function resign(page) {
  const menu = page.getByRole("button", { name: "Menu", expanded: false }); // a phone has the button behind it
  if (await menu.isVisible()) await menu.click();
  await page.getByRole("button", { name: "Resign" }).click();
  await page.locator("#panel").getByRole("button", { name: "Resign" }).click();
  await page.getByText("You lost the match").waitFor();
}

/** Opens a match of two persons. @param {Page} host @param {Page} guest @param {string} [options] */
async function playWithFriend(host, guest, options = "") {
  await host.goto("/play?friend=1" + options);
  const link = await host.locator("#panel input").inputValue();
  await guest.goto(link);
  await underControl(host);
  await underControl(guest);
}

/** Uses a page that plays against a bot, with a pair under control.
 * @param {TestContext} t @param {(site: Site, page: Page) => Promise<void>} use
 * @param {{viewport?: {width: number, height: number}}} [options] */
async function inGame(t, use, options = {}) {
  const site = await Site.start(t);
  await site.inviteOpponent("random");
  await site.withPage(async (page) => {
    await page.goto("/play?with=random" + kManyGames);
    await underControl(page);
    await use(site, page);
  }, options);
}

test("two persons play on through a kill to the end of their game", async (t) => {
  const site = await Site.start(t);
  await site.withPage((host) => site.withPage(async (guest) => {
    await playWithFriend(host, guest);
    await host.keyboard.press("ArrowLeft", { delay: 30 });
    await site.server.kill();
    await isLost(host);
    await isLost(guest);
    await site.startAgain();
    for (const page of [host, guest]) {
      await hasCountedIn(page);
      await underControl(page);
    }
    await fillMiddleColumn(host);
    await guest.getByText("You won the match").waitFor();
    const record = await host.getByRole("link", { name: "Watch the replay" }).getAttribute("href");
    const game = await site.server.json(`/api/v1/games/${record?.split("/").pop()}`);
    assert.equal(game.cause, "choked");
  }));
});

test("keys that are let go during an outage do not count after it", async (t) => {
  const site = await Site.start(t);
  await site.inviteOpponent("random");
  await site.withPage(async (page) => {
    /** The keys of the inputs since the last connection. @type {(number|undefined)[]} */
    let sent = [];
    page.on("websocket", (socket) => {
      sent = [];
      socket.on("framesent", ({ payload }) => {
        const decide = typeof payload === "string" ? null : messageIn(payload, kDecide);
        if (decide) sent.push(Number(decide.get(kDecideKeys) ?? 0));
      });
    });
    await page.goto("/play?with=random" + kManyGames);
    await underControl(page);
    await page.keyboard.down("ArrowLeft");
    await frames(page, 30);
    await site.server.kill();
    await isLost(page);
    await page.keyboard.up("ArrowLeft");
    await site.startAgain();
    await hasCountedIn(page);
    await underControl(page);
    // Nothing is sent if the server was killed before the key was in its log.
    assert.equal(sent[0] ?? 0, 0, "the page lets the key go before the game goes on");
    await resign(page);
  });
});

test("a question stays while the server is killed and started again twice", async (t) => {
  await inGame(t, async (site, page) => {
    await page.getByRole("button", { name: "Resign" }).click();
    const line = page.locator(".play_line");
    for (let kill = 0; kill < 2; ++kill) {
      await site.server.kill();
      await line.getByText("Connection lost").waitFor();
      await site.startAgain();
      await line.getByText("Round trip").waitFor();
    }
    await page.locator("#panel").getByRole("button", { name: "Cancel" }).click();
    await underControl(page);
    await resign(page);
  });
});

test("a server that is killed while a page counts in lets it count in again", async (t) => {
  await inGame(t, async (site, page) => {
    await site.killAndStartAgain();
    await hasCountedIn(page);
    await site.server.kill();
    await isLost(page);
    await page.evaluate(() => (/** @type {any} */ (window).panelTexts.length = 0));
    await site.startAgain();
    await hasCountedIn(page);
    await underControl(page);
    await resign(page);
  });
});

test("a match that is resigned when the server is killed is over", async (t) => {
  await inGame(t, async (site, page) => {
    await page.getByRole("button", { name: "Resign" }).click();
    await page.locator("#panel").getByRole("button", { name: "Resign" }).click();
    await site.killAndStartAgain();
    // If the server had stored the game and not told it, the page reads the result there.
    await page.locator("#panel").getByText(/You lost the match|The match is over/).waitFor();
    await page.getByRole("button", { name: "Rematch", exact: true }).click();
    await underControl(page);
    await resign(page);
  });
});

test("a match that the server has not kept is said to be gone, and another one can begin", async (t) => {
  await inGame(t, async (site, page) => {
    await site.killAndStartAgain("--keep-matches", "0");
    await page.getByText("The server does not know this match any more").waitFor();
    await page.getByRole("button", { name: "Play now" }).click();
    await underControl(page);
    await resign(page);
  });
});

test("a page waits for a server that is away for longer than a few tries", async (t) => {
  await inGame(t, async (site, page) => {
    await site.server.kill();
    for (let tries = 0; tries < 4; ++tries) await page.waitForEvent("websocket");
    await isLost(page);
    await site.startAgain();
    await hasCountedIn(page);
    await underControl(page);
    await resign(page);
  }, { viewport: kPhone });
});

test("who looks for an opponent is found after a restart", async (t) => {
  const site = await Site.start(t);
  await site.withPage((first) => site.withPage(async (second) => {
    await first.goto("/play?quick=1");
    await first.getByText("Looking for an opponent").waitFor();
    await site.server.kill();
    await first.getByText("The server cannot be reached").waitFor();
    await site.startAgain();
    await first.getByText("Looking for an opponent").waitFor();
    await second.goto("/play?quick=1");
    await underControl(first);
    await underControl(second);
  }));
});

test("after a restart a friend can follow the link that the page shows, which says if it is another one", async (t) => {
  const site = await Site.start(t);
  await site.withPage((host) => site.withPage(async (guest) => {
    await host.goto("/play?friend=1");
    const field = host.locator("#panel input");
    const link = await field.inputValue();
    await site.server.kill();
    await host.getByText("The server cannot be reached").waitFor();
    await site.startAgain();
    const newLink = await field.inputValue();
    assert.equal(await host.getByText("an earlier link is not valid any more").isVisible(), newLink !== link);
    await guest.goto(newLink);
    await underControl(host);
    await underControl(guest);
  }));
});

test("a match that is watched goes on before its spectators, on all pages", async (t) => {
  const site = await Site.start(t);
  for (const name of ["first", "second"]) {
    site.server.invite(name, "--player", "random", "--clock", "real", "--matches", "1", "--games", "99", "--seed", "3");
  }
  await site.server.until(async () => (await site.server.json("/api/v1/matches")).count > 0);
  /** @param {Page} page @param {string} place */
  const isShown = async (page, place) => {
    const frame = () => page.locator(place).getAttribute("data-frame");
    const before = Number(await frame());
    await page.waitForFunction(([place, before]) =>
      Number(document.querySelector(String(place))?.getAttribute("data-frame")) > Number(before), [place, before]);
  };
  await site.withPage((watch) => site.withPage((tv) => site.withPage(async (home) => {
    await watch.goto("/watch/1");
    await tv.goto("/tv");
    await home.goto("/");
    const link = home.getByRole("link", { name: /Live: / });
    await link.waitFor();
    await isShown(watch, "#stage");
    await isShown(tv, "#featured");
    await site.server.kill();
    await watch.getByText("Connection lost").waitFor();
    await tv.getByText("Connection lost").waitFor();
    await home.getByText("Connection lost").waitFor();
    await site.startAgain();
    await isShown(watch, "#stage");
    await isShown(tv, "#featured");
    await home.getByText("Connection lost").waitFor({ state: "hidden" });
    await link.waitFor();
  })));
});
