import assert from "node:assert/strict";
import { test } from "node:test";

import {
  attackBars, clockAt, greatChains, possibleChainAt, possibleChainsPath, stretchOf, timeMarks,
} from "../../../../../clients/web/replay/scrub_bar.js";

/** @param {number} clock @param {number} seat @param {number} amount @param {number} cancelled */
const sent = (clock, seat, amount, cancelled) =>
  ({ clock, kind: "garbage_sent", seat, number: 0, amount, cancelled, points: 0 });

test("an attack is a bar at its time, with the part of it that was cancelled", () => {
  const [bar] = attackBars([sent(50, 0, 75, 25), sent(60, 1, 9, 0), sent(70, 0, 0, 0)], 0, 200);
  assert.equal(bar.x, 250);
  assert.equal(bar.height, 24);
  assert.equal(bar.cancelled, 6);
});

test("what could be fired holds until the next pair, as far as it is known", () => {
  const threats = [{ clock: 20, links: 1, points: 7000 }, { clock: 60, links: 0, points: 0 }];
  assert.equal(possibleChainsPath(threats, 80, 100, -1), "M0 0H200V-24H600V0H800V0Z");
  assert.deepEqual(possibleChainAt(threats, 59), threats[0]);
  assert.equal(possibleChainAt(threats, 19), null);
});

test("the greatest of a game fills the picture, but not if it is small", () => {
  assert.equal(stretchOf([sent(1, 0, 100, 0)], []), 2);
  assert.equal(stretchOf([sent(1, 0, 1, 0)], [{ clock: 1, links: 1, points: 7000 }]), 2);
  assert.equal(stretchOf([sent(1, 0, 1, 0)], []), stretchOf([], []));
});

test("a place on the bar is a clock, also beside its ends", () => {
  assert.deepEqual([-0.2, 0, 0.5, 1, 1.3].map((share) => clockAt(share, 601)), [0, 0, 301, 601, 601]);
});

/** @param {number} clock @param {number} seat @param {number} number */
const link = (clock, seat, number) =>
  ({ clock, kind: "link_started", seat, number, amount: 0, cancelled: 0, points: 0 });

test("a long chain has its number where its last link burst, also if the opponent's ran meanwhile", () => {
  const links = [1, 2, 3, 4, 5, 6].flatMap((n) => [link(100 * n, 0, n), link(100 * n + 50, 1, Math.min(n, 4))]);
  assert.deepEqual(greatChains([...links, link(900, 0, 1)]), [{ seat: 0, clock: 600, links: 6 }]);
  assert.deepEqual(greatChains([sent(50, 0, 75, 25)]), []);
});

test("every ten seconds have a mark, except where it would stand at an end", () => {
  assert.deepEqual(timeMarks(1500), [{ clock: 600, text: "0:10" }]);
  assert.deepEqual(timeMarks(1600).map(({ clock }) => clock), [600, 1200]);
  assert.deepEqual(timeMarks(0), []);
});

test("a long game has as many marks of the time as a phone has room for", () => {
  for (const seconds of [95, 150, 196, 600, 3600, 30_000]) {
    const marks = timeMarks(60 * seconds);
    assert.ok(marks.length <= 8, `${seconds} seconds have ${marks.length} marks`);
  }
  assert.deepEqual(timeMarks(60 * 196).map(({ text }) => text), ["0:30", "1:00", "1:30", "2:00", "2:30", "3:00"]);
});
