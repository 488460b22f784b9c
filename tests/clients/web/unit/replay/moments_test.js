import assert from "node:assert/strict";
import { test } from "node:test";

import {
  clockOfMissed, clockOfMoment, isSearched, momentAddress, momentOfHash,
} from "../../../../../clients/web/replay/moments.js";
import { happening } from "./events.js";

/** @import {MissedMoment} from "../../../../../clients/web/replay/missed_moments.js" */

/** The first seat sets off three links and sends garbage, the second one two links that cancel it, then one. */
const kGame = [
  happening(10, "controllable"), happening(12, "controllable", { seat: 1 }),
  happening(50, "link_started", { number: 1 }), happening(60, "controllable", { seat: 1 }),
  happening(90, "link_started", { seat: 1, number: 1 }), happening(100, "link_started", { number: 2 }),
  happening(140, "link_started", { seat: 1, number: 2 }), happening(150, "link_started", { number: 3 }),
  happening(180, "garbage_sent", { amount: 30 }), happening(190, "garbage_sent", { seat: 1, cancelled: 3 }),
  happening(200, "controllable"), happening(210, "controllable", { seat: 1 }),
  happening(230, "link_started", { seat: 1, number: 1 }), happening(250, "garbage_sent", { seat: 1, amount: 1 }),
];

test("the longest chain begins when the pair that sets it off comes under control", () => {
  assert.equal(clockOfMoment("longest_chain", kGame, 1), 10);
});

test("the decision is the last attack of the winner that reached the opponent", () => {
  assert.equal(clockOfMoment("decision", kGame, 0), 10);
  assert.equal(clockOfMoment("decision", kGame, 1), 210);
});

test("in a game by turns, where no pair is under control, a chain begins with its first link", () => {
  const turns = kGame.filter(({ kind }) => kind !== "controllable");
  assert.equal(clockOfMoment("decision", turns, 1), 230);
});

test("a game without chains or without a winner has no such moment", () => {
  assert.equal(clockOfMoment("longest_chain", [happening(10, "controllable")], 0), null);
  assert.equal(clockOfMoment("decision", kGame, -1), null);
});

test("only known moments are read from an address", () => {
  assert.equal(momentOfHash("#moment=longest_chain"), "longest_chain");
  assert.equal(momentOfHash("#moment=decision"), "decision");
  assert.equal(momentOfHash("#moment=missed_chain"), "missed_chain");
  assert.equal(momentOfHash("#moment=missed_answer"), "missed_answer");
  for (const hash of ["", "#moment=", "#moment=end", "#frame=7", "#moment=decision&x"]) {
    assert.equal(momentOfHash(hash), null, hash);
  }
});

/** @param {number} clock @param {MissedMoment["kind"]} kind @returns {MissedMoment} */
const missed = (clock, kind) =>
  ({ seat: 0, clock, kind, links: 5, garbage: 60, fired: 1, hasDied: false, problem: "" });

test("the largest of each kind that was missed has a name, and only that needs an analysis", () => {
  const all = [missed(30, "survived"), missed(10, "chain"), missed(20, "chain"), missed(40, "cancelled")];
  assert.equal(clockOfMissed("missed_chain", all), 10);
  assert.equal(clockOfMissed("missed_answer", all), 30);
  assert.equal(clockOfMissed("missed_answer", [missed(10, "chain")]), null);
  assert.deepEqual([isSearched("missed_chain"), isSearched("decision"), isSearched(null)], [true, false, false]);
});

test("the address of a moment is that of its replay", () => {
  const place = { origin: "https://rensa.example", pathname: "/replay/7", search: "" };
  assert.equal(momentAddress(missed(1, "chain"), place), "https://rensa.example/replay/7#moment=missed_chain");
  assert.equal(momentAddress(missed(1, "survived"), { ...place, pathname: "/replay/", search: "?record=/api/x" }),
    "https://rensa.example/replay/?record=/api/x#moment=missed_answer");
});
