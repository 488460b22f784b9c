// The chance to win as the page estimates it.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { GameChances } from "../../../../../clients/web/replay/game_chances.js";
import {
  areChancesOfReplayEstimated, chanceAtEnd, ChanceEstimator, leaderOf, percentOf,
} from "../../../../../clients/web/watch/chance.js";
import { chancePath, yOf } from "../../../../../clients/web/watch/chance_line.js";
import { LiveChances } from "../../../../../clients/web/watch/live_chances.js";
import { engineWith } from "../replay/records.js";
import { newEngine } from "../rules/engine_file.js";

/** @import {Side, WireEvent} from "../../../../../clients/web/net/wire.js" */

const data = new URL("../../../../data/", import.meta.url);

/** @param {number} hand @param {Partial<Side>} [parts] @returns {Side} */
const side = (hand, parts = {}) => ({ cells: new Uint8Array(84), pairs: [], falling: null, pending: 0, fixed: 0, score: 0,
  link: 0, hand, phase: "preparation", motion: null, ...parts });

test("the page estimates the same chances as the library", async () => {
  const lines = readFileSync(new URL("chances_of_record.txt", data), "utf8").trim().split("\n");
  const [file, ...rows] = lines;
  const engine = await engineWith(file);
  const chances = new GameChances(engine, engine.replay.matchEvents());
  chances.findSome(() => true);
  const found = chances.found.slice(0, -1).map(({ clock, chance }) => `${clock} ${chance}`);
  assert.ok(rows.length > 50);
  assert.deepEqual(found, rows);
  const end = chances.found.at(-1);
  assert.deepEqual(end, { clock: engine.replay.last, chance: engine.replay.winner === 0 ? 1000 : 0 });
});

test("a watched game mostly has the chances of its replay", async () => {
  const [file] = readFileSync(new URL("chances_of_record.txt", data), "utf8").split("\n", 1);
  const engine = await engineWith(file);
  const matchEvents = engine.replay.matchEvents();
  const replayed = new GameChances(engine, matchEvents);
  replayed.findSome(() => true);
  const live = new LiveChances((ruleset) => ChanceEstimator.ofPublished(engine, ruleset));
  live.beginMatch({ ruleset: engine.replay.ruleset, clock: "CLOCK_REAL_TIME" });
  for (const clock of new Set(matchEvents.map((event) => event.clock))) {
    if (clock === engine.replay.last) break;
    engine.replay.seek(clock);
    /** @type {WireEvent[]} */
    const events = matchEvents.filter((event) => event.clock === clock).map(({ kind, seat }) => ({
      kind: `EVENT_KIND_${kind.toUpperCase()}`, seat: seat === 0 ? "SEAT_ONE" : "SEAT_TWO",
    }));
    /** What spectators are sent of a side. @param {number} seat @returns {Side} */
    const seen = (seat) => ({ ...engine.replay.side(seat), motion: null });
    live.add(clock, [seen(0), seen(1)], events);
  }
  const byClock = new Map(live.found.map(({ clock, chance }) => [clock, chance]));
  const moments = replayed.found.slice(0, -1);
  for (const { clock } of moments) assert.ok(byClock.has(clock), `${clock}`);
  // Points of less than one garbage that a link has left over are not seen. They matter while chains are small.
  const differing = moments.filter(({ clock, chance }) => Math.abs((byClock.get(clock) ?? -1) - chance) > 40);
  assert.ok(differing.length <= moments.length / 10, `${differing.length} of ${moments.length}`);
});

test("chances of games in turns are not estimated", async () => {
  for (const file of ["record_v1_turns.rensa", "record_v1_turns_score.rensa"]) {
    const engine = await engineWith(file);
    assert.equal(areChancesOfReplayEstimated(engine), false, file);
    const chances = new GameChances(engine, engine.replay.matchEvents());
    assert.ok(chances.isComplete, file);
    chances.findSome(() => true);
    assert.deepEqual(chances.found, [], file);
  }
  assert.equal(areChancesOfReplayEstimated(await engineWith("record_v1_frames.rensa")), true);
});

test("a watched match in turns, or by rules that the page does not know, has no chances", async () => {
  const engine = await newEngine();
  const live = new LiveChances((ruleset) => ChanceEstimator.ofPublished(engine, ruleset));
  live.beginMatch({ ruleset: "tsu-1", clock: "CLOCK_TURNS" });
  assert.equal(live.areEstimated, false);
  live.beginMatch({ ruleset: "of-the-house", clock: "CLOCK_REAL_TIME" });
  assert.equal(live.areEstimated, false);
  live.add(9, [side(1), side(1)], []);
  live.end(20, { winner: "SEAT_ONE", cause: "CAUSE_CHOKED" });
  assert.equal(live.last, null);
  live.beginMatch({ ruleset: "tsu-1", clock: "CLOCK_REAL_TIME" });
  assert.equal(live.areEstimated, true);
});

test("the chances of a watched game change with hands, links and garbage, and end with its result", () => {
  /** @type {{clock: number, unsent: (?number)[]}[]} */
  const asked = [];
  const live = new LiveChances(() => ({ knowsRules: true, free() {},
    of: (clock, _, unsent) => asked.push({ clock, unsent: [...unsent] }) * 100 }));
  live.beginMatch({ ruleset: "tsu-1" });
  live.add(1, [side(1), null], []);
  live.add(2, [side(1), side(1)], []);
  live.add(3, [side(1), side(1)], [{ kind: "EVENT_KIND_LOCKED", seat: "SEAT_ONE" }]);
  live.add(4, [side(1), side(1)], [{ kind: "EVENT_KIND_LINK_STARTED", seat: "SEAT_TWO" }]);
  live.add(5, [side(1), side(1)], [{ kind: "EVENT_KIND_ALL_CLEAR", seat: "SEAT_TWO" }]);
  live.add(6, [side(1), side(2)], []);
  live.add(7, [side(1), side(2)], [{ kind: "EVENT_KIND_LINK_STARTED", seat: "SEAT_TWO" }]);
  assert.deepEqual(asked, [{ clock: 2, unsent: [0, 0] }, { clock: 4, unsent: [0, 0] }, { clock: 6, unsent: [0, 2100] },
    { clock: 7, unsent: [0, 0] }]);
  assert.equal(live.last, 400);
  live.end(9, { winner: "SEAT_TWO", cause: "CAUSE_NO_MOVE" });
  assert.equal(live.last, 0);
  live.reset();
  assert.equal(live.last, null);
});

test("a page that comes during a game does not know of all clears until the next link", () => {
  /** @type {(?number)[][]} */
  const asked = [];
  const live = new LiveChances(() => ({ knowsRules: true, free() {}, of: (_, __, unsent) => asked.push([...unsent]) }));
  live.beginMatch({ ruleset: "tsu-1" });
  live.add(900, [side(12), side(1)], []);
  live.add(950, [side(12), side(1)], [{ kind: "EVENT_KIND_LINK_STARTED", seat: "SEAT_ONE" }]);
  assert.deepEqual(asked, [[null, 0], [0, 0]]);
});

test("only a game that decides who wins ends with certainty", () => {
  assert.deepEqual([0, 1, -1].map((winner) => chanceAtEnd(winner, "choked")), [1000, 0, 500]);
  assert.deepEqual(["resigned", "disconnected", "crashed", "voided", ""].map((cause) => chanceAtEnd(0, cause)),
    [null, null, null, null, null]);
});

test("the leader is told in whole per cents, and only a game that is over is certain", () => {
  assert.deepEqual(leaderOf(714), { seat: 0, percent: 71 });
  assert.deepEqual(leaderOf(286), { seat: 1, percent: 71 });
  assert.deepEqual(leaderOf(503), { seat: -1, percent: 50 });
  assert.deepEqual([0, 1, 4, 996, 999, 1000].map(percentOf), [0, 1, 1, 99, 99, 100]);
});

test("the curve leaves the middle line upwards when the first seat leads", () => {
  assert.ok(yOf(900) < 0 && yOf(100) > 0 && yOf(500) === 0);
  assert.equal(chancePath([{ clock: 0, chance: 500 }, { clock: 50, chance: 1000 }], 100, 100), "M0 0H500V-47H1000");
  assert.equal(chancePath([], 10, 100), "M0 0");
});
