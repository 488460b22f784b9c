import assert from "node:assert/strict";
import { test } from "node:test";

import { RoundTrip, waitBefore } from "../../../../../clients/web/net/connection.js";

test("the wait doubles, has an end, and chance in it", () => {
  assert.equal(waitBefore(1, () => 1), 250);
  assert.equal(waitBefore(1, () => 0), 125);
  assert.equal(waitBefore(3, () => 1), 1000);
  assert.equal(waitBefore(40, () => 1), 8000);
});

test("a round trip is the time from a ping to its pong", () => {
  const trip = new RoundTrip();
  assert.equal(trip.high, 0);
  const nonce = trip.ping(100);
  assert.equal(trip.overdue(350), 250);
  trip.pong("no such", 120);
  trip.pong(nonce, 130);
  assert.equal(trip.usual, 30);
  assert.equal(trip.overdue(500), 0);
});

test("what is usual and what is long are told apart, and old ones are forgotten", () => {
  const trip = new RoundTrip();
  for (let i = 0; i < 40; ++i) trip.pong(trip.ping(i * 1000), i * 1000 + (i % 5 === 0 ? 200 : 20));
  assert.equal(trip.usual, 20);
  assert.equal(trip.high, 200);
  for (let i = 40; i < 60; ++i) trip.pong(trip.ping(i * 1000), i * 1000 + 20);
  assert.equal(trip.high, 20);
});
