import assert from "node:assert/strict";
import { test } from "node:test";

import { handsOf } from "../../../../../clients/web/replay/hands.js";
import { happening } from "./events.js";

const kEvents = [
  happening(5, "garbage_sent", { seat: 1, amount: 9 }),
  happening(10, "controllable", { number: 1 }), happening(11, "controllable", { seat: 1, number: 1 }),
  happening(40, "link_started", { number: 1, points: 40 }), happening(90, "link_started", { number: 2, points: 320 }),
  happening(90, "garbage_sent", { amount: 2, cancelled: 3 }), happening(95, "link_started", { seat: 1, number: 1 }),
  happening(120, "controllable", { number: 2 }),
  happening(160, "garbage_fell", { amount: 6 }), happening(160, "died"),
];

test("a hand has all that happens to its seat until the next one", () => {
  const [first, second, ...more] = handsOf(kEvents, 0,
    [{ clock: 10, links: 4, points: 2280 }, { clock: 120, links: 0, points: 0 }]);
  assert.deepEqual(first, { clock: 10, possible: { links: 4, points: 2280 }, fired: { links: 2, points: 360 }, attack: 5,
    fell: 0, fellAt: 0, hasDied: false });
  assert.deepEqual(second, { clock: 120, possible: { links: 0, points: 0 }, fired: { links: 0, points: 0 }, attack: 0,
    fell: 6, fellAt: 160, hasDied: true });
  assert.deepEqual(more, []);
});

test("what happens before the first hand belongs to none", () => {
  const [only] = handsOf(kEvents, 1, []);
  assert.deepEqual([only.clock, only.attack, only.fired.links], [11, 0, 1]);
});
