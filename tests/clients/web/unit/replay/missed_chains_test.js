import assert from "node:assert/strict";
import { test } from "node:test";

import {
  kMaxHandsBetween, kMinGarbage, kPointsPerGarbage, missedChains,
} from "../../../../../clients/web/replay/missed_chains.js";
import { chain, hand } from "./events.js";

/** @import {Hand} from "../../../../../clients/web/replay/hands.js" */

const kLarge = chain(5, 5000);

/** Hands in which nothing could be fired. @param {number} count @returns {Hand[]} */
const idle = (count) => Array.from({ length: count }, () => hand());

/** So many hands that a chain is lost. */
const kLost = kMaxHandsBetween + 1;

/** @param {Hand[]} hands @param {boolean} [hasLost] */
const missedAt = (hands, hasLost = false) => missedChains(hands, hasLost).map((one) => one.hand);

test("a chain that could be fired, and then no more, is missed", () => {
  const [missed] = missedChains([...idle(2), hand({ possible: kLarge }), ...idle(kLost)], false);
  assert.deepEqual(missed, { hand: 2, possible: kLarge, fired: chain(0, 0), first: 2, last: 2 });
});

test("a chain that is fired in time is not missed", () => {
  assert.deepEqual(missedAt([hand({ possible: kLarge, fired: kLarge }), ...idle(kLost)]), []);
  const later = [hand({ possible: kLarge }), ...idle(2), hand({ possible: chain(6, 7000), fired: chain(6, 7000) })];
  assert.deepEqual(missedAt([...later, ...idle(kLost)]), []);
});

test("a smaller chain makes up for it only if it has half of its points", () => {
  const fired = (/** @type {number} */ points) =>
    [hand({ possible: kLarge }), hand({ possible: kLarge, fired: chain(3, points) }), ...idle(kLost)];
  assert.deepEqual(missedAt(fired(2500)), []);
  const [missed] = missedChains(fired(2499), false);
  assert.deepEqual([missed.hand, missed.fired], [0, chain(3, 2499)]);
});

test("a chain whose trigger lacks its colour for some hands is kept, for more it is lost", () => {
  const again = hand({ possible: kLarge, fired: kLarge });
  assert.deepEqual(missedAt([hand({ possible: kLarge }), ...idle(kMaxHandsBetween - 1), again, ...idle(kLost)]), []);
  assert.deepEqual(missedAt([hand({ possible: kLarge }), ...idle(kMaxHandsBetween), again, ...idle(kLost)]), [0]);
});

test("of all hands of a span the one with the largest chain is named", () => {
  const hands = [hand({ possible: kLarge }), hand({ possible: chain(7, 9000) }), hand({ possible: kLarge })];
  assert.deepEqual(missedAt([...hands, ...idle(kLost)]), [1]);
});

test("the largest is named first", () => {
  const hands = [hand({ possible: kLarge }), ...idle(kLost), hand({ possible: chain(8, 12000) }), ...idle(kLost)];
  assert.deepEqual(missedAt(hands), [kLost + 1, 0]);
});

test("a chain of less than three rows of garbage is not worth telling", () => {
  const least = kMinGarbage * kPointsPerGarbage;
  assert.deepEqual(missedAt([hand({ possible: chain(3, least - 1) }), ...idle(kLost)]), []);
  assert.deepEqual(missedAt([hand({ possible: chain(3, least) }), ...idle(kLost)]), [0]);
});

test("a chain that was still kept at the end is missed by the seat that lost", () => {
  const hands = [...idle(3), hand({ possible: kLarge }), ...idle(2)];
  assert.deepEqual(missedAt(hands, false), []);
  assert.deepEqual(missedAt(hands, true), [3]);
});

/** The same by the words of the definition: a chain is missed if it was worth telling, and no chain of half its points
 * was fired until the last hand at which half of it could be fired.
 * @param {Hand[]} hands @param {boolean} hasLost */
function missedByDefinition(hands, hasLost) {
  const all = hands.map(({ possible }, first) => {
    const isEnough = (/** @type {number} */ points) => 2 * points >= possible.points;
    const later = hands.map((one, i) => ({ one, i })).filter(({ one, i }) => i >= first && isEnough(one.possible.points));
    const gap = later.findIndex(({ i }, k) => k + 1 === later.length || later[k + 1].i - i > kMaxHandsBetween);
    const last = gap < 0 ? first : later[gap].i;
    const wasFired = hands.some(({ fired }, i) => i >= first && i <= last && isEnough(fired.points));
    const isOpen = hands.length - last <= kMaxHandsBetween;
    const isMissed = possible.points >= kMinGarbage * kPointsPerGarbage && !wasFired && (hasLost || !isOpen);
    return { first, last, points: possible.points, isMissed };
  }).filter(({ isMissed }) => isMissed);
  /** @type {typeof all} */
  const chosen = [];
  for (;;) {
    const free = all.filter((one) => chosen.every((taken) => one.last < taken.first || one.first > taken.last));
    if (free.length === 0) return chosen.map(({ first }) => first);
    chosen.push(free.reduce((best, one) => (one.points > best.points ? one : best)));
  }
}

test("random games have the same missed chains by the words of the definition", () => {
  let state = 7;
  const random = (/** @type {number} */ below) => (state = (state * 48271) % 2147483647) % below;
  let count = 0;
  for (let game = 0; game < 500; ++game) {
    const hands = Array.from({ length: 1 + random(60) }, () => {
      const points = random(3) > 0 ? 0 : random(9000);
      return hand({ possible: chain(1, points), fired: random(6) > 0 ? chain(0, 0) : chain(1, random(6000)) });
    });
    for (const hasLost of [false, true]) {
      const missed = missedAt(hands, hasLost);
      assert.deepEqual(missed, missedByDefinition(hands, hasLost), `game ${game}`);
      count += missed.length;
    }
  }
  assert.ok(count > 500, String(count));
});
