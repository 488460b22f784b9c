// Duels on lines that are slow, or that break.

import assert from "node:assert/strict";
import { test } from "node:test";

import { frames, withPage } from "../browser.js";
import { lineTo } from "../line.js";
import { messageIn } from "../message_fields.js";
import { kLostConnection, kManyGames, pathOf, resign, siteWithOpponents, underControl } from "./duel.js";

// The numbers of fields in proto/rensa/v1.
const kDecide = 10;
const kDecideGame = 3;
const kDecideId = 5;
const kDecided = 9;
const kDecidedId = 3;

const site = siteWithOpponents();

test("a dropped connection comes back, and the game goes on", async () => {
  await site.withPage({ mayReport: /WebSocket|ERR_INTERNET_DISCONNECTED/ }, async (page) => {
    await page.addInitScript(() => {
      const sockets = /** @type {WebSocket[]} */ ([]);
      Object.assign(window, { sockets });
      const Plain = window.WebSocket;
      window.WebSocket = class extends Plain {
        /** @param {string | URL} url @param {string | string[]} [protocols] */
        constructor(url, protocols) {
          super(url, protocols);
          sockets.push(this);
        }
      };
    });
    await page.goto("/play?with=greedy" + kManyGames);
    await underControl(page);
    const opened = await page.evaluate(() => {
      const { sockets } = /** @type {any} */ (window);
      sockets.at(-1).close();
      return sockets.length;
    });
    await page.waitForFunction((before) => /** @type {any} */ (window).sockets.length > before, opened);
    await underControl(page);
    assert.equal(await page.locator(".side_other .side_name").innerText(), "greedy");
    const shown = () => page.evaluate(() => document.querySelector(".play_line")?.textContent);
    const then = await shown();
    await page.waitForFunction((then) => document.querySelector(".play_line")?.textContent !== then, then);
    await resign(page);
  });
});

test("the link for another device stays while the connection is lost and comes back", async (t) => {
  const line = await lineTo(site.server.origin);
  t.after(line.close);
  await withPage(site.browser, { origin: line.origin, mayReport: kLostConnection }, async (page) => {
    await page.goto("/play?with=greedy" + kManyGames);
    await underControl(page);
    await page.getByRole("button", { name: "Continue on another device" }).click();
    const link = await page.locator("#panel input").inputValue();
    line.cut();
    await page.locator(".play_line").getByText("Connection lost").waitFor();
    line.mend();
    await page.locator(".play_line").getByText("Round trip").waitFor();
    assert.equal(await page.locator("#panel input").inputValue(), link);
    await page.getByRole("button", { name: "Close" }).click();
    await underControl(page);
    await resign(page);
  });
});

test("a question that is closed while the opponent is away does not come back with it", async (t) => {
  const line = await lineTo(site.server.origin);
  t.after(line.close);
  await site.withPage({}, async (host) => {
    await host.goto("/play?friend=1" + kManyGames);
    const link = await host.locator("#panel input").inputValue();
    await withPage(site.browser, { origin: line.origin, mayReport: kLostConnection }, async (guest) => {
      await guest.goto(pathOf(link));
      await underControl(guest);
      await underControl(host);
      line.cut();
      await host.getByRole("heading", { name: /has lost the connection/ }).waitFor();
      await host.getByRole("button", { name: "Continue on another device" }).click();
      await host.getByRole("button", { name: "Close" }).click();
      await host.getByRole("heading", { name: /has lost the connection/ }).waitFor();
      line.mend();
      await underControl(guest);
      await underControl(host);
      await resign(host);
    });
  });
});

test("a match that is given up while the connection is lost ends when it is back", async (t) => {
  const line = await lineTo(site.server.origin);
  t.after(line.close);
  await withPage(site.browser, { origin: line.origin, mayReport: kLostConnection }, async (page) => {
    await page.goto("/play?with=greedy" + kManyGames);
    await underControl(page);
    line.cut();
    await page.locator("#panel").getByText("Connection lost").waitFor();
    await page.getByRole("button", { name: "Resign" }).click();
    // The question stays while the page tries to connect again.
    for (let tries = 0; tries < 2; ++tries) await page.waitForEvent("websocket");
    await page.locator(".play_line").getByText("Connection lost").waitFor();
    await page.locator("#panel").getByRole("button", { name: "Resign" }).click();
    await page.locator("#panel").getByText("Connection lost").waitFor();
    line.mend();
    await page.getByText("You lost the match").waitFor();
    assert.match(await page.locator("#panel").innerText(), /resign/i);
  });
});

test("on a slow line that stalls and breaks no input is lost, and the score is the record's", async () => {
  const line = await lineTo(site.server.origin, { oneWay: 100, stall: 150, share: 0.05 });
  await withPage(site.browser, { origin: line.origin, mayReport: kLostConnection }, async (page) => {
    let connections = 0;
    /** @type {{connection: number, game: number, id: number}[]} */
    const inputs = [];
    /** @type {Set<number>} */
    const counted = new Set();
    page.on("websocket", (socket) => {
      const connection = ++connections;
      socket.on("framesent", ({ payload }) => {
        const decide = messageIn(/** @type {Buffer} */ (payload), kDecide);
        if (!decide) return;
        inputs.push({ connection, game: Number(decide.get(kDecideGame)), id: Number(decide.get(kDecideId)) });
      });
      socket.on("framereceived", ({ payload }) => {
        const decided = messageIn(/** @type {Buffer} */ (payload), kDecided);
        if (decided) counted.add(Number(decided.get(kDecidedId)));
      });
    });
    await page.goto("/play?with=random" + kManyGames);
    await underControl(page);
    // On a busy machine a game or a connection may end meanwhile. The server does not count what comes after that.
    const ofThisGame = () => {
      const last = inputs.at(-1);
      return inputs.filter(({ connection, game }) => connection === last?.connection && game === last.game);
    };
    const areCounted = () => ofThisGame().length >= 12 && ofThisGame().every(({ id }) => counted.has(id));
    for (let hand = 0; !areCounted(); ++hand) {
      await page.keyboard.press(["ArrowLeft", "ArrowRight", "x", "z"][hand % 4], { delay: 60 });
      await frames(page, 18);
    }
    line.cut();
    line.mend();
    await page.waitForFunction(() => document.querySelector("#panel")?.textContent !== "");
    await underControl(page);
    assert.ok(connections >= 2, "the page has connected again");
    await resign(page);
    const record = await page.getByRole("link", { name: "Watch the replay" }).getAttribute("href");
    const game = await site.server.json(`/api/v1/games/${record?.split("/").pop()}`);
    const shown = await page.locator(".side_own .side_points").innerText();
    assert.equal(Number(shown.replace(/,/g, "")), game.scores[game.players.indexOf("random") === 0 ? 1 : 0]);
  });
  line.close();
});

// A server that was started anew gives the numbers of matches that never ended to others.
test("a connection that is never welcomed is tried again", async () => {
  await site.withPage({ mayReport: /WebSocket/ }, async (page) => {
    // The server welcomes a page that has said hello, which the first connection does not do.
    await page.addInitScript(() => {
      let connections = 0;
      const Plain = window.WebSocket;
      window.WebSocket = class extends Plain {
        /** @param {string | URL} url @param {string | string[]} [protocols] */
        constructor(url, protocols) {
          super(url, protocols);
          Object.assign(window, { connections: ++connections });
          if (connections === 1) this.send = () => {};
        }
      };
    });
    await page.goto("/play?with=greedy" + kManyGames);
    await underControl(page);
    assert.ok(await page.evaluate(() => /** @type {any} */ (window).connections) >= 2);
  });
});

test("a seat that cannot be had again is not said to be elsewhere", async (t) => {
  const line = await lineTo(site.server.origin);
  t.after(line.close);
  await withPage(site.browser, { origin: line.origin, mayReport: kLostConnection }, async (page) => {
    // The page asks for its seat with a token that the server does not know.
    await page.addInitScript(() => {
      const Plain = window.WebSocket;
      window.WebSocket = class extends Plain {
        /** @override @param {any} message */
        send(message) {
          const bytes = new Uint8Array(message);
          const token = window.localStorage.getItem("rensa.seat")?.split(".")[2];
          const at = token ? String.fromCharCode(...bytes).indexOf(token) : -1;
          if (token && at >= 0) bytes.fill(48, at, at + token.length);
          super.send(bytes);
        }
      };
    });
    await page.goto("/play?with=greedy" + kManyGames);
    await underControl(page);
    line.cut();
    line.mend();
    await page.getByText("The server does not know this match any more").waitFor();
  });
});
