// Duels as a person plays them: with a keyboard in a browser, against players that the server has.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { seriousIssues } from "../browser/stage.js";
import { frames, kPhone, startBrowser, withPage } from "./browser.js";
import { lineTo } from "./line.js";
import { messageIn } from "./message_fields.js";
import { startServer } from "./server.js";

// The numbers of fields in proto/rensa/v1.
const kDecide = 10;
const kDecideGame = 3;
const kDecideId = 5;
const kDecided = 9;
const kDecidedId = 3;

/** @typedef {import("playwright-core").Page} Page */

/** @type {import("./server.js").Server} */
let server;
/** @type {import("playwright-core").Browser} */
let browser;

before(async () => {
  server = await startServer();
  for (const player of ["greedy", "random"]) server.invite(player, "--player", player, "--open", "8");
  browser = await startBrowser();
  await server.until(async () => (await server.json("/api/v1/players")).open.length === 2);
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

/** So many games that a match does not end before a test has seen it, however busy the machine is. */
const kManyGames = "&wins=10";

// The errors that a browser reports when its connections are cut.
const kLostConnection = /WebSocket|Failed to load/;

/** Waits until the pair can be moved. @param {Page} page */
async function underControl(page) {
  await page.locator(".duel").waitFor();
  await page.locator("#panel").waitFor({ state: "hidden" });
}

/** The part of a link behind the server's address, which differs between the two ends of a line. @param {string} link */
function pathOf(link) {
  return link.slice(new URL(link).origin.length);
}

/** Gives the match up. @param {Page} page */
async function resign(page) {
  await page.getByRole("button", { name: "Resign" }).click();
  await page.locator("#panel").getByRole("button", { name: "Resign" }).click();
  await page.getByText("You lost the match").waitFor();
}

/** Plays badly until the match is over: whatever comes goes down somewhere. @param {Page} page */
async function playToTheEnd(page) {
  const over = page.getByRole("button", { name: "Rematch", exact: true });
  for (let hand = 0; hand < 400 && !(await over.isVisible()); ++hand) {
    await page.keyboard.press(["ArrowLeft", "ArrowRight", "x", "z"][hand % 4], { delay: 30 });
    await page.keyboard.down("ArrowDown");
    await frames(page, 15);
    await page.keyboard.up("ArrowDown");
  }
  await over.waitFor();
}

test("a duel begins by itself and is played by keyboard to its end", async (t) => {
  await withPage(browser, { origin: server.origin }, async (page) => {
    const begun = performance.now();
    await page.goto("/");
    await page.getByRole("link", { name: /Play now/ }).click();
    await underControl(page);
    // Five seconds are meant; a machine that does other things beside this test may need more.
    t.diagnostic(`${Math.round(performance.now() - begun)} ms from a cold load to the first pair`);
    assert.equal(await page.locator(".side_other .side_name").innerText(), "greedy");
    await playToTheEnd(page);
    const record = await page.getByRole("link", { name: "Watch the replay" }).getAttribute("href");
    const game = await server.json(`/api/v1/games/${record?.split("/").pop()}`);
    assert.ok(["choked"].includes(game.cause), game.cause);
    assert.match(await page.locator("#panel").innerText(), /You (won|lost) the match/);
    const shown = await page.locator(".side_own .side_points").innerText();
    const seat = game.players.indexOf("greedy") === 0 ? 1 : 0;
    assert.equal(Number(shown.replace(/,/g, "")), game.scores[seat], "the score that is shown is the one that counts");
  });
});

test("keys move the pair at once, and the server agrees", async () => {
  await withPage(browser, { origin: server.origin }, async (page) => {
    await page.goto("/play?with=random" + kManyGames);
    await underControl(page);
    for (let i = 0; i < 10; ++i) await page.keyboard.press(i % 2 ? "ArrowLeft" : "ArrowRight", { delay: 20 });
    await page.locator(".play_line").getByText(/Round trip: \d+ ms/).waitFor();
    await resign(page);
    assert.match(await page.locator("#panel").innerText(), /guest-\d+ resigned/);
  });
});

test("spectators see the match of a person late, and are told so", async () => {
  await withPage(browser, { origin: server.origin }, async (page) => {
    await page.goto("/play?with=greedy" + kManyGames);
    await underControl(page);
    const own = await page.locator(".side_own .side_name").innerText();
    const { matches } = await server.json("/api/v1/matches");
    const { match } = matches.find((/** @type {any} */ { players }) => players.includes(own));
    await withPage(browser, { origin: server.origin }, async (spectator) => {
      await spectator.goto(`/watch/${match}`);
      await spectator.getByText(/Game \d+ · First to \d+ · shown 3 s late/).waitFor();
      await spectator.locator(".duel").waitFor();
    });
    await resign(page);
  });
});

test("a dropped connection comes back, and the game goes on", async () => {
  await withPage(browser, { origin: server.origin, mayReport: /WebSocket|ERR_INTERNET_DISCONNECTED/ }, async (page) => {
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

test("the same game goes on in another tab, and the first one says so", async () => {
  await withPage(browser, { origin: server.origin }, async (page) => {
    await page.goto("/play?with=greedy" + kManyGames);
    await underControl(page);
    const match = (await server.json("/api/v1/matches")).matches.length;
    const tab = await page.context().newPage();
    await tab.goto("/play");
    await underControl(tab);
    await page.getByText("continues in another tab").waitFor();
    assert.equal((await server.json("/api/v1/matches")).matches.length, match, "no second match has begun");
    await resign(tab);
  });
});

test("the link for another device stays while games end and begin", async () => {
  await withPage(browser, { origin: server.origin }, async (page) => {
    await page.goto("/play?with=greedy" + kManyGames);
    await underControl(page);
    const own = await page.locator(".side_own .side_name").innerText();
    await page.getByRole("button", { name: "Continue on another device" }).click();
    const gamesOf = async () => (await server.json(`/api/v1/games?player=${encodeURIComponent(own)}`)).games.length;
    await page.keyboard.down("ArrowDown");  // pairs that fall where they appear fill the middle column
    while ((await gamesOf()) < 1) await frames(page, 30);
    await page.keyboard.up("ArrowDown");
    await frames(page, 300);  // the next game begins
    assert.match(await page.locator("#panel input").inputValue(), /#resume=/);
    await page.keyboard.press("Escape");
    await underControl(page);
    await resign(page);
  });
});

test("the link for another device stays while the connection is lost and comes back", async (t) => {
  const line = await lineTo(server.origin);
  t.after(line.close);
  await withPage(browser, { origin: line.origin, mayReport: kLostConnection }, async (page) => {
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
  const line = await lineTo(server.origin);
  t.after(line.close);
  await withPage(browser, { origin: server.origin }, async (host) => {
    await host.goto("/play?friend=1" + kManyGames);
    const link = await host.locator("#panel input").inputValue();
    await withPage(browser, { origin: line.origin, mayReport: kLostConnection }, async (guest) => {
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
  const line = await lineTo(server.origin);
  t.after(line.close);
  await withPage(browser, { origin: line.origin, mayReport: kLostConnection }, async (page) => {
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

test("a page that was away does not take the seat from where the match goes on", async (t) => {
  const line = await lineTo(server.origin);
  t.after(line.close);
  await withPage(browser, { origin: line.origin, mayReport: kLostConnection }, async (phone) => {
    await phone.goto("/play?with=greedy" + kManyGames);
    await underControl(phone);
    await phone.getByRole("button", { name: "Continue on another device" }).click();
    const link = await phone.locator("#panel input").inputValue();
    await phone.keyboard.press("Escape");
    line.cut();
    await withPage(browser, { origin: server.origin }, async (laptop) => {
      await laptop.goto(pathOf(link));
      await underControl(laptop);
      line.mend();
      await phone.getByText("continues in another tab").waitFor();
      await underControl(laptop);
      await resign(laptop);
    });
  });
});

test("a rematch that is asked for twice is one match", async () => {
  await withPage(browser, { origin: server.origin }, async (page) => {
    await page.goto("/play?with=greedy" + kManyGames);
    await underControl(page);
    await resign(page);
    for (let i = 0; i < 3; ++i) await page.keyboard.press("r");
    await underControl(page);
    const own = await page.locator(".side_own .side_name").innerText();
    const { matches } = await server.json("/api/v1/matches");
    assert.equal(matches.filter((/** @type {any} */ { players }) => players.includes(own)).length, 1, JSON.stringify(matches));
    await resign(page);
  });
});

test("a friend's link stands while who sent it is away for a moment, and both are called the same ever after", async (t) => {
  const line = await lineTo(server.origin);
  t.after(line.close);
  await withPage(browser, { origin: line.origin, mayReport: kLostConnection }, async (host) => {
    await host.goto("/play?friend=1" + kManyGames);
    const link = await host.locator("#panel input").inputValue();
    line.cut();
    await withPage(browser, { origin: server.origin }, async (guest) => {
      await guest.goto(pathOf(link));
      await guest.getByText("Your friend is away for a moment").waitFor();
      line.mend();
      await underControl(guest);
      await underControl(host);
      const name = await host.locator(".side_own .side_name").innerText();
      // The question stays, with the focus, while the opponent is away and after that.
      await guest.getByRole("button", { name: "Resign" }).click();
      line.cut();
      await guest.locator(".play_line").getByText(/has lost the connection/).waitFor();
      line.mend();
      await underControl(host);
      await guest.locator(".play_line").getByText("Round trip").waitFor();
      assert.equal(await guest.evaluate(() => document.activeElement?.closest("#panel") !== null), true);
      await guest.locator("#panel").getByRole("button", { name: "Resign" }).click();
      await guest.getByText("You lost the match").waitFor();
      await host.getByRole("button", { name: "Rematch", exact: true }).click();
      await guest.getByText(`${name} wants a rematch`).waitFor();
      await guest.keyboard.press("r");
      await underControl(host);
      await underControl(guest);
    });
  });
});

test("a link leads back into the match that is not over, which says so and can be given up", async () => {
  await withPage(browser, { origin: server.origin }, async (page) => {
    await page.goto("/play?with=greedy" + kManyGames);
    await underControl(page);
    await page.reload();
    await underControl(page);
    await page.goto("/play?with=random");
    await page.getByText("Your match against greedy is not over").waitFor();
    await page.getByRole("button", { name: "Continue that match" }).click();
    await underControl(page);
    await page.goto("/play?with=random" + kManyGames);
    await page.getByRole("button", { name: "Resign that match, and follow the link" }).click();
    await page.waitForFunction(() => document.querySelector(".side_other .side_name")?.textContent === "random");
    await underControl(page);
    const { cause, players } = (await server.json("/api/v1/games?limit=1")).games[0];
    assert.equal(cause, "resigned");
    assert.ok(players.includes("greedy"), players.join());
  });
});

test("a match that cannot be is refused before anybody is asked for it", async () => {
  await withPage(browser, { origin: server.origin }, async (page) => {
    await page.goto("/play?" + kManyGames);
    await underControl(page);
    await page.goto("/play?wins=99");
    await page.getByText("the address asks for 99").waitFor();
    await page.getByRole("button", { name: "Play now" }).click();
    await underControl(page);
  });
});

test("a seat of a match that is long over does not keep anybody from playing", async () => {
  await withPage(browser, { origin: server.origin }, async (page) => {
    await page.addInitScript(() => {
      if (!window.localStorage.getItem("rensa.seat")) window.localStorage.setItem("rensa.seat", "999999.1.0123abc");
    });
    await page.goto("/play?with=random" + kManyGames);
    await underControl(page);
    assert.equal(await page.locator(".side_other .side_name").innerText(), "random");
    assert.doesNotMatch(await page.evaluate(() => window.localStorage.getItem("rensa.seat") ?? ""), /^999999/);
  });
  await withPage(browser, { origin: server.origin }, async (page) => {
    await page.goto("/play#resume=999999.1.0123abc");
    await page.getByText("This does not exist, or does not exist any more.").waitFor();
  });
});

test("a friend joins by a link, and both play the rematch", async () => {
  await withPage(browser, { origin: server.origin }, async (host) => {
    await host.goto("/play?friend=1" + kManyGames);
    const link = await host.locator("#panel input").inputValue();
    await withPage(browser, { origin: server.origin }, async (guest) => {
      await guest.goto(link);
      await underControl(guest);
      await underControl(host);
      // Each sees how the other's connection does.
      for (const page of [host, guest]) await page.getByText(/guest-\d+: \d+ ms/).waitFor();
      await guest.getByRole("button", { name: "Resign" }).click();
      await guest.locator("#panel").getByRole("button", { name: "Resign" }).click();
      await host.getByText("You won the match").waitFor();
      await guest.getByRole("button", { name: "Rematch", exact: true }).click();
      await guest.getByText("is asked for a rematch").waitFor();
      await host.getByRole("button", { name: "No, thanks" }).click();
      await host.getByText("You won the match").waitFor();
      await guest.getByText("does not want a rematch").waitFor();
      await host.getByRole("button", { name: "Rematch", exact: true }).click();
      await guest.getByText("wants a rematch").waitFor();
      await guest.keyboard.press("r");
      await underControl(host);
      await underControl(guest);
    });
  });
});

test("on a slow line that stalls and breaks no input is lost, and the score is the record's", async () => {
  const line = await lineTo(server.origin, { oneWay: 100, stall: 150, share: 0.05 });
  await withPage(browser, { origin: line.origin, mayReport: kLostConnection }, async (page) => {
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
    const game = await server.json(`/api/v1/games/${record?.split("/").pop()}`);
    const shown = await page.locator(".side_own .side_points").innerText();
    assert.equal(Number(shown.replace(/,/g, "")), game.scores[game.players.indexOf("random") === 0 ? 1 : 0]);
  });
  line.close();
});

test("the first to ten wins takes a match", async () => {
  await withPage(browser, { origin: server.origin }, async (page) => {
    await page.goto("/play?with=random&wins=10");
    await underControl(page);
    const { matches } = await server.json("/api/v1/matches");
    assert.ok(matches.some((/** @type {{games: number}} */ match) => match.games === 19), JSON.stringify(matches));
    await resign(page);
  });
});

test("the page is Japanese for those who want it, on a phone too", async () => {
  await withPage(browser, { origin: server.origin, language: "ja-JP", viewport: kPhone }, async (page) => {
    await page.goto("/play?with=greedy" + kManyGames);
    await underControl(page);
    assert.equal(await page.evaluate(() => document.documentElement.lang), "ja");
    const words = await page.locator("body").innerText();
    assert.doesNotMatch(words.replace(/guest-\d+|greedy|Rensa|ms/g, ""), /[A-Za-z]{4,}/, words);
  });
});

test("the menu of a phone opens within the window, closes by Escape, and is closed when the match is over", async () => {
  await withPage(browser, { origin: server.origin, viewport: kPhone }, async (page) => {
    await page.goto("/play?with=greedy" + kManyGames);
    await underControl(page);
    const menu = page.locator("#menu");
    const resign = page.locator("#resign");
    const isOpen = () => menu.getAttribute("aria-expanded");
    await menu.click();
    const [button, opened] = await Promise.all([menu, page.locator(".play_menu")].map((part) => part.boundingBox()));
    assert.ok(button && opened && opened.y >= 0 && opened.y + opened.height <= button.y, JSON.stringify([button, opened]));
    await resign.focus();
    await page.keyboard.press("Escape");
    assert.equal(await isOpen(), "false");
    assert.ok(await menu.evaluate((button) => button === document.activeElement));
    await menu.click();
    await resign.click();
    await page.locator("#panel").getByRole("button", { name: "Resign" }).click();
    await page.getByText("You lost the match").waitFor();
    assert.equal(await isOpen(), "false");
  });
});

test("a check for accessibility finds nothing serious", async () => {
  await withPage(browser, { origin: server.origin, bypassCSP: true }, async (page) => {
    await page.goto("/play?with=greedy" + kManyGames);
    await underControl(page);
    assert.deepEqual(await seriousIssues(page), []);
    await page.getByRole("button", { name: "Resign" }).click();
    assert.deepEqual(await seriousIssues(page), []);
  });
});

test("what one is asked has the keyboard, and Escape goes back to the game", async () => {
  await withPage(browser, { origin: server.origin }, async (page) => {
    await page.goto("/play?with=greedy" + kManyGames);
    await underControl(page);
    await page.getByRole("button", { name: "Resign" }).click();
    assert.equal(await page.evaluate(() => document.activeElement?.closest("#panel") !== null), true);
    await page.keyboard.press("Escape");
    await page.locator("#panel").waitFor({ state: "hidden" });
    await page.getByRole("button", { name: "Resign" }).click();
    await page.keyboard.press("Enter");
    await page.getByText("You lost the match").waitFor();
  });
});

test("who is not there is said not to be", async () => {
  await withPage(browser, { origin: server.origin }, async (page) => {
    await page.goto("/play?with=nobody");
    await page.getByText("nobody is not connected").waitFor();
    await page.getByRole("button", { name: "Play now" }).click();
    await underControl(page);
  });
});

// A server that was started anew gives the numbers of matches that never ended to others.
test("a connection that is never welcomed is tried again", async () => {
  await withPage(browser, { origin: server.origin, mayReport: /WebSocket/ }, async (page) => {
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
  const line = await lineTo(server.origin);
  t.after(line.close);
  await withPage(browser, { origin: line.origin, mayReport: kLostConnection }, async (page) => {
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

test("hostile names are text and nothing else", async () => {
  const name = `<img src=x onerror=1>"'&`;
  server.invite(name, "--player", "random", "--open", "1");
  await server.until(async () => (await server.json("/api/v1/players")).open.length === 3);
  await withPage(browser, { origin: server.origin }, async (page) => {
    await page.goto(`/play?with=${encodeURIComponent(name)}${kManyGames}`);
    await underControl(page);
    assert.equal(await page.locator(".side_other .side_name").innerText(), name);
    assert.equal(await page.locator("main img").count(), 0);
  });
});
