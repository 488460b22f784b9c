// The chains that both players of a watched game could fire.

import assert from "node:assert/strict";
import { test } from "node:test";

import { ReadyChains } from "../../../../../clients/web/watch/ready_strip.js";
import { newEngine } from "../rules/engine_file.js";

/** @import {Side} from "../../../../../clients/web/net/wire.js" */
/** @typedef {import("../../../../../clients/web/net/wire.js").WireEvent} WireEvent */

/** @param {number} hand @param {Partial<Side>} [parts] @returns {Side} */
const side = (hand, parts = {}) => ({ cells: new Uint8Array(84), pairs: [], falling: null, pending: 0, fixed: 0, score: 0,
  link: 0, hand, phase: "control", motion: null, ...parts });

/** An engine that counts how often it is asked. */
const counting = () => ({ asked: 0, possibleChain() {
  return { links: ++this.asked, points: 40 };
} });

test("a chain is found once for each pair, when the field is at rest", () => {
  const engine = counting();
  const known = new ReadyChains(engine);
  known.add(1, [side(1), null], []);
  known.add(2, [side(1), side(1, { phase: "vanishing" })], []);
  known.add(9, [side(1), side(1)], []);
  known.add(30, [side(2), side(1)], []);
  assert.equal(engine.asked, 3);
  assert.deepEqual(known.chains.map((chains) => chains.map(({ clock, links }) => [clock, links])),
    [[[1, 1], [30, 3]], [[9, 2]]]);
  known.reset();
  known.add(1, [side(1), null], []);
  assert.deepEqual(known.chains[0].map(({ clock }) => clock), [1], "of another game");
});

test("what is older than half a minute is forgotten, except the chain with which the picture begins", () => {
  const known = new ReadyChains(counting());
  /** @type {WireEvent} */
  const attack = { kind: "EVENT_KIND_GARBAGE_SENT", seat: "SEAT_TWO", amount: 5, cancelled: 2 };
  known.add(10, [side(1), null], [attack]);
  known.add(20, [side(2), null], []);
  known.add(1900, [side(3), null], [attack]);
  assert.deepEqual(known.chains[0].map(({ clock }) => clock), [20, 1900]);
  assert.deepEqual(known.attacks.map(({ clock, seat, amount, cancelled }) => [clock, seat, amount, cancelled]),
    [[1900, 1, 5, 2]]);
});

test("the rules say which chain a side could fire, as in a replay", async () => {
  const engine = await newEngine();
  // Three green ones lie on the floor, and the pair brings the fourth.
  const cells = new Uint8Array(84);
  cells.set([7, 7, 7]);
  const ready = side(1, { cells, pairs: [{ axis: 7, child: 4 }, { axis: 5, child: 5 }] });
  assert.deepEqual(engine.possibleChain(ready), { links: 1, points: 40 });
  assert.deepEqual(engine.possibleChain(side(1, { pairs: [{ axis: 7, child: 4 }] })), { links: 0, points: 0 });
});
