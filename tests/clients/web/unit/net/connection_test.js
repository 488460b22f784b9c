import assert from "node:assert/strict";
import { test } from "node:test";

import { RoundTrip, waitBeforeTry } from "../../../../../clients/web/net/connection.js";

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
  assert.equal(trip.oldestWait(350), 250);
  trip.endPing("no such", 120);
  trip.endPing(nonce, 130);
  assert.equal(trip.median, 30);
  assert.equal(trip.oldestWait(500), 0);
});

test("what is usual and what is long are told apart, and old ones are forgotten", () => {
  const trip = new RoundTrip();
  for (let i = 0; i < 40; ++i) trip.endPing(trip.startPing(i * 1000), i * 1000 + (i % 5 === 0 ? 200 : 20));
  assert.equal(trip.median, 20);
  assert.equal(trip.percentile90, 200);
  for (let i = 40; i < 60; ++i) trip.endPing(trip.startPing(i * 1000), i * 1000 + 20);
  assert.equal(trip.percentile90, 20);
});
