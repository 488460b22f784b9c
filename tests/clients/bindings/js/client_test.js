// Bots on a real server.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { WebSocket } from "ws";

import { kLimit, within } from "../../web/pages/limit.js";
import { lineTo } from "../../web/pages/line.js";
import { startServer } from "../../web/pages/server.js";
import { IllegalPlacement, play, PlayError } from "./library.js";

/** @import {Bot, PlayOptions, Summary, View} from "rensa" */

/** @type {import("../../web/pages/server.js").Server} */
let server;

before(async () => {
  server = await startServer();
});
after(() => server?.stop());

/** @param {View} view */
const first = (view) => view.placements[0];
let opponents = 0;

/** Lets a built-in player ask for matches, until the test has ended.
 * @param {import("node:test").TestContext} t @param {...string} options */
function opponent(t, ...options) {
  const player = server.invite(`random-${++opponents}`, "--player", "random", "--seed", "1", ...options);
  t.after(() => {
    player.kill("SIGKILL");
    return player.ended; // so that it is not matched with the bot of the next test
  });
}

/** @param {PlayOptions} options @param {Bot} bot @returns {Promise<Summary>} */
function playOn(options, bot) {
  const playing = play({ server: server.workers, ...options }, bot);
  return within(playing, kLimit, () => `a bot does not end:\n${server.describe()}`);
}

for (const [clock, ruleset] of /** @type {const} */ ([["virtual", "tsu-1"], ["turns", "jaist-1"]])) {
  test(`matches are played with the clock ${clock}`, async (t) => {
    opponent(t, "--clock", clock, "--ruleset", ruleset);
    const summary = await playOn({ name: "first", clock, ruleset, matches: 2 }, first);
    assert.equal(summary.matches, 2);
    assert.equal(summary.won + summary.drawn + summary.lost, 2);
    assert.equal(summary.connectionsLost, 0);
  });
}

test("in real time the bot is asked once for a pair", async (t) => {
  opponent(t, "--clock", "real");
  /** @type {number[]} */
  const hands = [];
  const summary = await playOn({ clock: "real", matches: 1 }, ({ own, placements }) => {
    hands.push(own.hand);
    return placements.includes(2) ? 2 : placements[0]; // the column of the choke
  });
  assert.equal(summary.matches, 1);
  assert.deepEqual(hands, [...new Set(hands)].sort((a, b) => a - b));
});

test("a WebSocket carries a match, too", async (t) => {
  opponent(t);
  Object.assign(globalThis, { WebSocket });
  t.after(() => Object.assign(globalThis, { WebSocket: undefined }));
  const summary = await playOn({ server: `${server.origin.replace("http", "ws")}/ws`, matches: 1 }, first);
  assert.equal(summary.matches, 1);
});

test("the view has the fields of both sides and the pairs", async (t) => {
  opponent(t);
  /** @type {View[]} */
  const views = [];
  await playOn({ matches: 1, name: "viewer" }, (/** @type {View} */ view) => {
    views.push(view);
    return view.own.field.placements().find((one) => view.placements.includes(one)) ?? view.placements[0];
  });
  const [view] = views;
  assert.match(view.own.pairs[0], /^[RBYGP]{2}$/);
  assert.equal(view.own.field.toString().replace(/[.\s]/g, ""), "");
  assert.equal(view.ruleset, "tsu-1");
  assert.equal(view.players[view.seat], "viewer");
  assert.ok(views.some(({ own }) => own.field.height(1) > 0));
});

test("several matches are played at once", async (t) => {
  for (let i = 0; i < 3; ++i) opponent(t);
  /** @type {(value?: unknown) => void} */
  let meet = () => {};
  const met = new Promise((resolve) => (meet = resolve));
  const seen = new Set();
  /** @param {View} view */
  const choose = async ({ match, placements }) => {
    if (seen.add(match).size === 2) meet();
    await met; // the first match goes on when the second one has begun
    return placements[0];
  };
  assert.equal((await playOn({ matches: 6, slots: 3 }, { choose })).matches, 6);
});

test("a token gives the bot its name", async (t) => {
  opponent(t);
  /** @type {string[]} */
  const heard = [];
  await playOn({ token: await server.administrator(), matches: 1, notice: (text) => heard.push(text) }, first);
  assert.ok(heard.includes("playing as boss"), heard.join());
});

test("the bot does not notice a lost line", async (t) => {
  opponent(t);
  const line = await lineTo(`http://${server.workers}`);
  t.after(line.close);
  /** @type {string[]} */
  const asked = [];
  const summary = await playOn({ server: new URL(line.origin).host, matches: 1 }, ({ clock, own, placements }) => {
    asked.push(`${clock} ${own.hand}`);
    if (asked.length === 2 || asked.length === 5) {
      line.cut();
      line.mend();
    }
    return placements[asked.length % placements.length];
  });
  assert.equal(summary.matches, 1);
  assert.equal(summary.connectionsLost, 2);
  assert.equal(asked.length, new Set(asked).size, "no position is asked twice");
});

test("bots challenge each other, and stop", async () => {
  const stop = new AbortController();
  /** @type {(value?: unknown) => void} */
  let isThere = () => {};
  const welcomed = new Promise((resolve) => (isThere = resolve));
  const host = playOn({ name: "host", origin: "challenges", signal: stop.signal, notice: isThere }, first);
  await welcomed;
  const guest = await playOn({ name: "guest", opponent: "host", matches: 2, games: 2 }, first);
  stop.abort();
  assert.deepEqual([guest.matches, guest.won + guest.drawn + guest.lost], [2, 4]);
  assert.equal((await host).matches, 2);
});

test("a bot that is stopped resigns its match", async (t) => {
  opponent(t, "--games", "3");
  const stop = new AbortController();
  let isWithdrawn = false;
  const summary = await playOn({ games: 3, signal: stop.signal }, (view, signal) => new Promise((resolve) => {
    signal.addEventListener("abort", () => {
      isWithdrawn = true;
      resolve(view.placements[0]);
    });
    stop.abort();
  }));
  assert.equal(summary.matches, 1);
  assert.ok(isWithdrawn);
  assert.equal((await playOn({ signal: stop.signal }, first)).matches, 0, "it was stopped before it began");
});

test("unknown tokens, terms and addresses are refused", async () => {
  await assert.rejects(playOn({ token: "no-such-token" }, first), PlayError);
  await assert.rejects(playOn({ ruleset: "no-such-ruleset" }, first), PlayError);
  await assert.rejects(playOn({ opponent: "no-such-player", matches: 1 }, first), PlayError);
  await assert.rejects(playOn({ server: "nowhere" }, first), TypeError);
  await assert.rejects(play({ server: "" }, first), TypeError);
  await assert.rejects(playOn({}, /** @type {any} */ (7)), TypeError);
});

test("errors of the bot are passed on", async (t) => {
  opponent(t);
  const error = new Error("broken");
  await assert.rejects(playOn({}, () => { throw error; }), error);
  await assert.rejects(playOn({}, () => 22), IllegalPlacement);
});
