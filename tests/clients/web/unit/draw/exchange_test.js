// The order in which an exchange of attacks is seen.

import assert from "node:assert/strict";
import { test } from "node:test";

import {
  arrivedAge, counterOf, impactsOf, kBurstFrames, kShownFrames, legOf, seenScene, shownGarbage, timesOf, toldAttack,
} from "../../../../../clients/web/draw/exchange.js";

/** @import {Attack, SideScene} from "../../../../../clients/web/draw/scene.js" */

const kMoves = { reducesMotion: false };
const kCalm = { reducesMotion: true };
const kPlain = /** @type {const} */ ({ from: "own", amount: 30, cancelled: 0 });
const kCounter = /** @type {const} */ ({ from: "own", amount: 12, cancelled: 18 });

/** @param {Omit<Attack, "age">} attack @param {number} age @returns {Attack} */
const at = (attack, age) => ({ ...attack, age });

test("an attack leaves when its groups burst, lands, and only then counts", () => {
  const { lands } = timesOf(kPlain);
  assert.equal(legOf(at(kPlain, kBurstFrames - 1)), null);
  assert.deepEqual(legOf(at(kPlain, kBurstFrames)), { way: "direct", share: 0, frames: lands - kBurstFrames });
  assert.equal(legOf(at(kPlain, lands - 1))?.way, "direct");
  assert.equal(legOf(at(kPlain, lands)), null);
  for (const age of [0, kBurstFrames, lands - 1]) assert.equal(shownGarbage("other", 34, [at(kPlain, age)], kMoves), 4);
  assert.deepEqual(impactsOf(at(kPlain, lands - 1)), []);
  assert.deepEqual(impactsOf(at(kPlain, lands)), [{ at: "receiver", share: 0 }]);
});

test("a number rolls to its value, and with reduced motion it only changes", () => {
  const { lands } = timesOf(kPlain);
  let before = 4;
  for (let age = lands; age < lands + 12; ++age) {
    const shown = shownGarbage("other", 34, [at(kPlain, age)], kMoves);
    assert.ok(shown > before && shown <= 34, `${shown} after ${before}`);
    before = shown;
  }
  assert.equal(before, 34);
  assert.equal(shownGarbage("other", 34, [at(kPlain, lands - 1)], kCalm), 4);
  assert.equal(shownGarbage("other", 34, [at(kPlain, lands)], kCalm), 34);
});

test("a counter meets the garbage of the own tray first, and its surplus flies on", () => {
  const { meets, lands } = timesOf(kCounter);
  assert.ok(kBurstFrames < meets && meets < lands);
  assert.deepEqual([kBurstFrames, meets - 1, meets, lands - 1].map((age) => legOf(at(kCounter, age))?.way),
    ["counter", "counter", "surplus", "surplus"]);
  // The rules have taken the 18 from the own tray, and the 12 wait for the other.
  assert.equal(shownGarbage("own", 0, [at(kCounter, meets - 1)], kMoves), 18);
  assert.equal(shownGarbage("own", 0, [at(kCounter, meets + 12)], kMoves), 0);
  assert.equal(shownGarbage("other", 12, [at(kCounter, lands - 1)], kMoves), 0);
  assert.equal(shownGarbage("other", 12, [at(kCounter, lands + 12)], kMoves), 12);
});

test("an attack that only cancels flies no further than the own tray", () => {
  const attack = { ...kCounter, amount: 0 };
  const { meets, lands } = timesOf(attack);
  assert.equal(lands, Infinity);
  assert.equal(legOf(at(attack, meets - 1))?.way, "counter");
  assert.equal(legOf(at(attack, meets)), null);
  assert.equal(toldAttack([at(attack, meets)]), null);
});

test("the word of a counter comes with its impact, says whether all is cancelled, and goes", () => {
  const { meets } = timesOf(kCounter);
  assert.equal(counterOf("own", 0, [at(kCounter, meets - 1)]), null);
  assert.deepEqual(counterOf("own", 0, [at(kCounter, meets)]), { cancelled: 18, isAll: true, age: meets });
  assert.equal(counterOf("own", 34, [at({ ...kCounter, amount: 0 }, meets)])?.isAll, false);
  assert.equal(counterOf("other", 0, [at(kCounter, meets)]), null);
  assert.equal(counterOf("own", 0, [at(kCounter, kShownFrames - 1)]), null);
});

test("the number of an attack is told from its leaving until shortly after its arrival", () => {
  const { lands } = timesOf(kPlain);
  assert.deepEqual([kBurstFrames - 1, kBurstFrames, lands, kShownFrames - 1].map((age) =>
    toldAttack([at(kPlain, age)])?.amount), [undefined, 30, 30, undefined]);
});

test("the word of a counter does not change while it stands", () => {
  const { meets } = timesOf(kCounter);
  const all = { ...kCounter, amount: 0 };
  // The opponent's next link has been sent since, and does not count.
  const next = at({ from: "other", amount: 6, cancelled: 0 }, 5);
  assert.equal(counterOf("own", 6, [at(all, meets), next])?.isAll, true);
  for (const [waiting, isAll] of /** @type {const} */ ([[0, true], [34, false]])) {
    const word = counterOf("own", waiting, [at(all, meets)]);
    assert.deepEqual(counterOf("own", 34 - waiting, [at(all, meets + 20)], word), { ...word, isAll, age: meets + 20 });
  }
  const [older, newer] = [at({ ...all, cancelled: 9 }, meets + 20), at(all, meets)];
  assert.equal(counterOf("own", 0, [older, newer], counterOf("own", 34, [older]))?.isAll, true);
});

test("of an attack by turns nothing moves any more, and it is told", () => {
  for (const attack of [kPlain, kCounter, { ...kCounter, amount: 0 }]) {
    const arrived = at(attack, arrivedAge(attack));
    assert.equal(legOf(arrived), null);
    assert.deepEqual(impactsOf(arrived), []);
    for (const look of [kMoves, kCalm]) {
      assert.equal(shownGarbage("other", 30, [arrived], look), 30);
      assert.equal(shownGarbage("own", 30, [arrived], look), 30);
    }
    assert.equal(toldAttack([arrived])?.amount, attack.amount > 0 ? attack.amount : undefined);
    assert.equal(counterOf("own", 0, [arrived])?.cancelled, attack.cancelled > 0 ? 18 : undefined);
  }
});

test("a link and its points count when its groups burst", () => {
  const scene = /** @type {SideScene} */ (/** @type {unknown} */ ({
    phase: "vanishing", progress: 0.2, link: 3, score: 1000, linkScore: { cells: 40, factor: 16, points: 640 },
  }));
  const { link, score, linkScore } = seenScene(scene);
  assert.deepEqual([link, score, linkScore], [2, 360, null]);
  for (const other of [{ ...scene, progress: 0.7 }, { ...scene, phase: /** @type {const} */ ("collapsing") }]) {
    assert.equal(seenScene(other), other);
  }
});
