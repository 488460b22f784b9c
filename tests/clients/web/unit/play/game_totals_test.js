import assert from "node:assert/strict";
import { test } from "node:test";

import { kBurstFrames, timesOf } from "../../../../../clients/web/draw/exchange.js";
import { GameTotals, totalsAt } from "../../../../../clients/web/play/game_totals.js";

/** @import {Seat, WireEvent} from "../../../../../clients/web/net/wire.js" */

/** @param {Seat} seat @param {number} number @returns {WireEvent} */
const link = (seat, number) => ({ kind: "EVENT_KIND_LINK_STARTED", seat, number });
/** @param {Seat} seat @param {number} amount @param {number} cancelled @returns {WireEvent} */
const attack = (seat, amount, cancelled) => ({ kind: "EVENT_KIND_GARBAGE_SENT", seat, amount, cancelled });

test("the longest chain and all sent garbage of each player are counted", () => {
  const totals = new GameTotals();
  totals.addEvents([], "SEAT_TWO", 1);
  totals.addEvents([link("SEAT_TWO", 1), link("SEAT_ONE", 1), link("SEAT_ONE", 2)], "SEAT_TWO", 300);
  totals.addEvents([attack("SEAT_ONE", 12, 0), attack("SEAT_TWO", 0, 5), link("SEAT_ONE", 1)], "SEAT_TWO", 400);
  totals.addEvents([attack("SEAT_ONE", 3, 2)], "SEAT_TWO", 500);
  const { areKnown, longest, sent } = totals.at(Infinity);
  assert.equal(areKnown, true);
  assert.deepEqual(longest, { own: 1, other: 2 });
  assert.deepEqual(sent, { own: 0, other: 15 });
});

test("a link counts when its groups burst, and garbage when it arrives", () => {
  const totals = new GameTotals();
  totals.addEvents([], "SEAT_ONE", 1);
  totals.addEvents([link("SEAT_ONE", 4), attack("SEAT_ONE", 12, 0)], "SEAT_ONE", 300);
  const { lands } = timesOf({ amount: 12, cancelled: 0 });
  for (const [frame, longest, sent] of [[300, 0, 0], [300 + kBurstFrames - 1, 0, 0], [300 + kBurstFrames, 4, 0],
    [300 + lands - 1, 4, 0], [300 + lands, 4, 12]]) {
    assert.deepEqual([totals.at(frame).longest.own, totals.at(frame).sent.own], [longest, sent], String(frame));
  }
});

test("a page that comes into a running game does not know what happened before", () => {
  const totals = new GameTotals();
  assert.equal(totals.at(0).areKnown, false, "nothing has come");
  totals.addEvents([link("SEAT_ONE", 1)], "SEAT_ONE", 900);
  assert.equal(totals.at(950).areKnown, false);
  totals.reset();
  totals.addEvents([], "SEAT_ONE", 0);
  totals.addEvents([link("SEAT_ONE", 1)], "SEAT_ONE", 200);
  assert.equal(totals.at(250).areKnown, true);
  assert.deepEqual(totals.at(250).longest, { own: 1, other: 0 });
});

test("the totals of a recorded game are those up to a clock, and by turns at once", () => {
  const events = [
    { clock: 100, kind: "link_started", seat: 0, number: 1, amount: 0, cancelled: 0 },
    { clock: 160, kind: "link_started", seat: 0, number: 2, amount: 0, cancelled: 0 },
    { clock: 160, kind: "garbage_sent", seat: 0, number: 0, amount: 5, cancelled: 3 },
    { clock: 200, kind: "link_started", seat: 1, number: 7, amount: 0, cancelled: 0 },
  ];
  const turns = { countsTurns: true };
  assert.deepEqual(totalsAt(events, 99, turns),
    { areKnown: true, longest: { own: 0, other: 0 }, sent: { own: 0, other: 0 } });
  assert.deepEqual(totalsAt(events, 160, turns),
    { areKnown: true, longest: { own: 2, other: 0 }, sent: { own: 5, other: 0 } });
  assert.deepEqual(totalsAt(events, 160).longest, { own: 1, other: 0 });
  assert.deepEqual(totalsAt(events, 500).longest, { own: 2, other: 7 });
});
