// play() without a network: the test is the server.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { defineField } from "../../../../clients/bindings/js/fields.js";
import { definePlay } from "../../../../clients/bindings/js/play.js";
import { makeEngine } from "../../../../clients/web/rules/engine.js";
import { kLimit, within } from "../../web/pages/limit.js";
import { PlayError } from "./library.js";

/** @import {Listener, Platform} from "../../../../clients/bindings/js/play.js" */
/** @import {ServerMessage} from "../../../../clients/web/net/wire.js" */
/** @import {Bot, PlayOptions} from "rensa" */

const wasm = readFileSync(new URL("../../../../clients/web/rules/engine.wasm", import.meta.url));
const engine = await makeEngine(await WebAssembly.compile(wasm));
const field = defineField(engine);
const kSeat = { match: "31", seat: "SEAT_TWO" };
/** @type {Bot} */
const first = ({ placements }) => placements[0];

/** The messages of the test are JSON; those of the client have to be messages of the protocol.
 * @type {any} */
const codec = {
  encode: (/** @type {object} */ message) => {
    engine.messages.encode(message);
    return new TextEncoder().encode(JSON.stringify(message));
  },
  decode: (/** @type {Uint8Array} */ bytes) => JSON.parse(new TextDecoder().decode(bytes)),
};

/** The field of a view: an empty one, or one that cannot occur. @param {string} [cells] @returns {any[]} */
const match = (cells = "0".repeat(84)) => {
  const side = { field: cells, pairs: "455664", hand: 1, phase: "PHASE_CONTROL",
    falling: { x: 3, y: 12, fallCounter: 16 } };
  return [
    { matchStart: { ...kSeat, players: ["other", "bot"], terms: { ruleset: "tsu-1", clock: "CLOCK_VIRTUAL" },
      token: "key" } },
    { gameStart: { ...kSeat, game: 1 } },
    { update: { ...kSeat, number: "1", game: 1, answerDue: true,
      view: { seat: "SEAT_TWO", clock: 73, decisionDue: true, own: side, opponent: side } } },
  ];
};

/** A server that greets, begins a match when it is asked for one, and answers pings.
 * @param {any[]} [messages]   that follow a request @param {any[]} [farewells]   with which it refuses the first Hellos */
function serverOf(messages = match(), farewells = []) {
  /** @type {any[]} the messages of the client */
  const heard = [];
  /** @type {?Listener} */
  let client = null;
  const say = (/** @type {ServerMessage} */ message) =>
    client?.received(new TextEncoder().encode(JSON.stringify(message)));
  /** @param {any} message */
  const answer = (message) => {
    heard.push(message);
    const farewell = message.hello && farewells.shift();
    if (farewell) {
      say(farewell);
      return client?.closed("the server closed the connection");
    }
    if (message.hello) say({ welcome: { name: "bot" } });
    if (message.ping) say({ pong: { nonce: message.ping.nonce } });
    if (message.quickMatch) messages.forEach(say);
    if (message.leave?.match) say({ matchEnd: { match: "31", seat: "SEAT_TWO", wins: [1, 0] } });
  };
  /** @type {Platform} */
  const platform = {
    engine: Object.create(engine, { messages: { value: codec } }), field, clientId: () => "c1", environment: {},
    connect: (_, listener) => {
      client = listener;
      setImmediate(listener.opened);
      return { send: (bytes) => void setImmediate(() => answer(codec.decode(bytes))), close: () => {} };
    },
  };
  const play = definePlay(platform);
  return {
    heard,
    /** @param {PlayOptions} options @param {Bot} [bot] */
    play: (options, bot = first) => within(play({ server: "here", matches: 1, ...options }, bot), kLimit,
      () => `play() does not end: ${JSON.stringify(heard)}`),
  };
}

const kLeave = { leave: kSeat };

test("a bot comes back when the server has told it to", async (t) => {
  const { setTimeout: startTimer } = globalThis;
  /** @type {(number | undefined)[]} */
  const waits = [];
  t.mock.method(globalThis, "setTimeout", (/** @type {() => void} */ action, /** @type {number} */ ms) => {
    waits.push(ms);
    return startTimer(action, ms === 12_500 ? 0 : ms);
  });
  const farewell = { error: { code: "ERROR_CODE_BUSY", text: "come back in 13 s", retryAfterMilliseconds: 12_500 } };
  const { play } = serverOf([...match(), { matchEnd: { ...kSeat, wins: [0, 1] } }], [farewell, farewell]);
  /** @type {string[]} */
  const notices = [];
  assert.equal((await play({ notice: (text) => void notices.push(text) })).matches, 1);
  assert.equal(notices[0], "the server has too many clients at once: the next attempt is in 13 s");
  assert.equal(waits.filter((ms) => ms === 12_500).length, 2);
});

test("wrong options are refused before the bot connects", async () => {
  const { heard, play } = serverOf();
  /** @type {any[]} */
  const wrong = [
    { games: 1.5 }, { games: "x" }, { games: 0 }, { name: 7 }, { token: 5 }, { charge: -1 }, { charge: "free" },
    { charge: NaN }, { name: "\ud800" }, { slots: 0 }, { slots: NaN }, { matches: NaN }, { matches: 0 },
    { clock: "toString" }, { clock: "sundial" }, { origin: "nowhere" }, { notice: "aloud" }, { signal: true },
    { opponent: 3 }, { ruleset: {} }, { server: "" }, { matchs: 1 },
  ];
  for (const options of wrong) await assert.rejects(play(options), TypeError, JSON.stringify(options));
  await assert.rejects(play({}, /** @type {any} */ (7)), TypeError);
  assert.deepEqual(heard, []);
});

test("whatever a bot throws is passed on, and its match is resigned", async () => {
  for (const thrown of [new Error("broken"), undefined, null, 0]) {
    const { heard, play } = serverOf();
    const end = await play({}, () => { throw thrown; }).then((summary) => ({ summary }), (error) => ({ error }));
    assert.deepEqual(end, { error: thrown });
    assert.deepEqual(heard.filter(({ leave }) => leave), [kLeave]);
  }
  const { play } = serverOf();
  await assert.rejects(play({}, () => Promise.reject()), (error) => error === undefined);
});

test("a notice that throws ends the bot with its error", async () => {
  const error = new Error("no terminal");
  await assert.rejects(serverOf().play({ notice: () => { throw error; } }), error);
});

test("a view that cannot occur ends the bot, which resigns its match", async () => {
  for (const digit of ["3", "9", "x"]) {
    const { heard, play } = serverOf(match(digit + "0".repeat(83)));
    await assert.rejects(play({}), PlayError, digit);
    assert.deepEqual(heard.filter(({ leave }) => leave), [kLeave]);
  }
});

test("a message that cannot be understood ends the bot, which resigns its match", async () => {
  const { heard, play } = serverOf([...match().slice(0, 2), { error: { code: "ERROR_CODE_MALFORMED", text: "no" } }]);
  await assert.rejects(play({}), PlayError);
  assert.deepEqual(heard.filter(({ leave }) => leave), [kLeave]);
});

test("bots that play one after the other take no more memory", async () => {
  const { exports } = engine;
  const taken = new Set();
  engine.exports = { ...exports,
    malloc: (/** @type {number} */ size) => {
      const pointer = exports.malloc(size);
      taken.add(pointer);
      return pointer;
    },
    free: (/** @type {number} */ pointer) => {
      taken.delete(pointer);
      exports.free(pointer);
    } };
  try {
    const { play } = serverOf([...match(), { matchEnd: { ...kSeat, wins: [0, 1] } }]);
    await play({});
    const { size } = taken;
    await play({});
    assert.equal(taken.size, size);
    assert.throws(() => engine.withBytes(new Uint8Array(3), () => { throw new RangeError(); }), RangeError);
    assert.equal(taken.size, size, "after an error");
  } finally {
    engine.exports = exports;
  }
});
