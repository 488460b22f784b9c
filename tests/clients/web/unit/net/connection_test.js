import assert from "node:assert/strict";
import { test } from "node:test";

import { Connection, RoundTrip, waitBeforeTry } from "../../../../../clients/web/net/connection.js";

test("the wait doubles, has an end, and chance in it", () => {
  assert.equal(waitBeforeTry(1, () => 1), 250);
  assert.equal(waitBeforeTry(1, () => 0), 125);
  assert.equal(waitBeforeTry(3, () => 1), 1000);
  assert.equal(waitBeforeTry(40, () => 1), 8000);
});

test("a round trip is the time from a ping to its pong", () => {
  const trip = new RoundTrip();
  assert.equal(trip.percentile90, 0);
  const nonce = trip.startPing(100);
  trip.endPing("no such", 120);
  trip.endPing(nonce, 130);
  assert.equal(trip.median, 30);
});

test("what is usual and what is long are told apart, and old ones are forgotten", () => {
  const trip = new RoundTrip();
  for (let i = 0; i < 40; ++i) trip.endPing(trip.startPing(i * 1000), i * 1000 + (i % 5 === 0 ? 200 : 20));
  assert.equal(trip.median, 20);
  assert.equal(trip.percentile90, 200);
  for (let i = 40; i < 60; ++i) trip.endPing(trip.startPing(i * 1000), i * 1000 + 20);
  assert.equal(trip.percentile90, 20);
});

/** Opens a connection with a fake socket and fake timers. Returns functions that drive it, the messages that it has
 * sent, and its states. */
function openConnection() {
  /** @type {(() => void)[]} */
  const timers = [];
  /** @type {object[]} */
  const sent = [];
  /** @type {string[]} */
  const states = [];
  /** @type {number[]} of all timers, in ms */
  const waits = [];
  class Socket {
    static OPEN = 1;
    readyState = 1;
    /** @param {string} message */
    send = (message) => void sent.push(JSON.parse(message));
    close() {}
  }
  Object.assign(globalThis, {
    WebSocket: Socket,
    window: {
      setInterval: (/** @type {() => void} */ tick) => timers.push(tick),
      clearInterval: () => {},
      setTimeout: (/** @type {() => void} */ _, /** @type {number} */ ms) => waits.push(ms),
      clearTimeout: () => {},
      addEventListener: () => {},
      removeEventListener: () => {},
    },
  });
  const connection = new Connection({
    url: "ws://server/ws",
    hello: () => ({}),
    onMessage: () => {},
    onStateChange: (state) => void states.push(state),
  });
  const receive = (/** @type {object} */ message) =>
    connection.socket?.onmessage?.(/** @type {MessageEvent} */ ({ data: JSON.stringify(message) }));
  receive({ welcome: { name: "guest-1" } });
  const close = () => connection.socket?.onclose?.(/** @type {CloseEvent} */ ({}));
  return { tick: timers[0], receive, close, sent, states, waits };
}

test("a connection is lost when the server says nothing for five pings", () => {
  const { tick, states } = openConnection();
  for (let i = 0; i < 4; ++i) tick();
  assert.deepEqual(states, ["open"]);
  tick();
  assert.deepEqual(states, ["open", "lost"]);
});

test("a connection on which messages come is not lost, however late its pongs are", () => {
  const { tick, receive, states } = openConnection();
  for (let i = 0; i < 20; ++i) {
    tick();
    if (i % 3 === 0) receive({ update: {} });
  }
  assert.deepEqual(states, ["open"]);
});

test("a page comes back when the server has told it to", () => {
  const { receive, close, states, waits } = openConnection();
  receive({ error: { code: "ERROR_CODE_BUSY", retryAfterMilliseconds: 12_500 } });
  receive({ error: { code: "ERROR_CODE_BUSY" } });
  close();
  assert.deepEqual(states, ["open", "lost"]);
  assert.equal(waits.at(-1), 12_500);
});

test("a page that stood still asks the server again before it gives the connection up", (t) => {
  const { tick, receive, sent, states } = openConnection();
  let now = 0;
  t.mock.method(performance, "now", () => now);
  for (let i = 0; i < 5; ++i) {
    now += 60_000;
    tick();
    assert.deepEqual(states, ["open"]);
    receive({ pong: { nonce: "0" } });
  }
  assert.equal(sent.filter((message) => "ping" in message).length, 6);
});
