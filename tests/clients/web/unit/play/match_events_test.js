import assert from "node:assert/strict";
import { test } from "node:test";

import { arrivedAge } from "../../../../../clients/web/draw/exchange.js";
import { MatchEvents, playingTimeText } from "../../../../../clients/web/play/match_events.js";

test("time is minutes and seconds", () => {
  assert.equal(playingTimeText(0), "0:00");
  assert.equal(playingTimeText(59), "0:00");
  assert.equal(playingTimeText(60 * 61), "1:01");
  assert.equal(playingTimeText(60 * 600), "10:00");
});

test("attacks of both players are recent at the same time, and are forgotten later and with the game", () => {
  const matchEvents = new MatchEvents();
  matchEvents.addEvents([{ kind: "EVENT_KIND_GARBAGE_SENT", seat: "SEAT_ONE", amount: 12 }], "SEAT_ONE", 100);
  matchEvents.addEvents([{ kind: "EVENT_KIND_GARBAGE_SENT", seat: "SEAT_TWO", cancelled: 9 }], "SEAT_ONE", 110);
  assert.deepEqual(matchEvents.attacksAt(120), [
    { from: "own", amount: 12, cancelled: 0, age: 20 }, { from: "other", amount: 0, cancelled: 9, age: 10 },
  ]);
  assert.deepEqual(matchEvents.attacksAt(225).map(({ from }) => from), ["other"]);
  assert.deepEqual(matchEvents.attacksAt(120, { countsTurns: true }), []);
  assert.deepEqual(matchEvents.attacksAt(110, { countsTurns: true }),
    [{ from: "other", amount: 0, cancelled: 9, age: arrivedAge({ amount: 0, cancelled: 9 }) }], "a turn has no frames");
  matchEvents.reset();
  assert.deepEqual(matchEvents.attacksAt(120), []);
});
