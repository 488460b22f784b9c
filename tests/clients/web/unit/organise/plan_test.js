import assert from "node:assert/strict";
import { test } from "node:test";

import { fieldOfError, kNewPlan, planOf, utcOf, wrongStart } from "../../../../../clients/web/organise/plan.js";

test("a new plan needs only its players", () => {
  assert.deepEqual(planOf({ ...kNewPlan, name: " Spring cup ", builtIn: ["greedy"], guests: "bob\n\n ann \n" }), {
    name: "Spring cup", format: "round-robin", pairs: 5, clock: "virtual",
    players: ["greedy", { name: "bob", guest: true }, { name: "ann", guest: true }],
  });
  assert.equal(Object.hasOwn(planOf(kNewPlan), "name"), false, "the server names it");
});

test("a plan has the numbers of its format only", () => {
  const given = { ...kNewPlan, pairs: "2", rounds: "7", bestOf: "9", delay: "30" };
  assert.deepEqual(planOf({ ...given, format: "swiss" }),
    { format: "swiss", pairs: 2, rounds: 7, clock: "virtual", spectator_delay_seconds: 30, players: [] });
  assert.deepEqual(planOf({ ...given, format: "double-knock-out", clock: "real", delay: " " }),
    { format: "double-knock-out", best_of: 9, clock: "real", players: [] });
});

test("what is no number is left to the server to refuse", () => {
  assert.equal(/** @type {any} */ (planOf({ ...kNewPlan, pairs: "many" })).pairs, "many");
  assert.equal(/** @type {any} */ (planOf({ ...kNewPlan, pairs: "" })).pairs, "");
});

test("a time is told in UTC, and only if the tournament starts by it", () => {
  const time = "2026-12-24T18:00";
  const plan = /** @type {any} */ (planOf({ ...kNewPlan, start: "time", time }));
  assert.equal(plan.starts, new Date(time).toISOString().replace(".000", ""));
  assert.match(plan.starts, /^2026-12-2\dT\d\d:\d\d:00Z$/);
  assert.equal(Object.hasOwn(planOf({ ...kNewPlan, start: "later", time }), "starts"), false);
  assert.equal(utcOf(""), "");
});

test("an error of the server is about the field that gave the member", () => {
  /** @type {[string, string][]} */
  const cases = [
    ['line 4: "pairs" has to be a number from 1 to 1000000', "pairs"],
    ['"players" has to name from 2 to 10000', "players"],
    ["two players are called bob", "players"],
    ["the name of a player must have 1 to 32 bytes of UTF-8", "players"],
    ['line 1: "name" has to have at most 64 bytes of UTF-8', "name"],
    ["the tournament would have the id winter, and this account may not organise it", "id"],
    ["id: the id spring-cup is taken", "id"],
    ['"best_of" has to be odd', "bestOf"],
    ['"starts" has to be a time in UTC', "start"],
    ["jobs has to be from 1 to 64", "jobs"],
    ["in real time this machine can play 1 games at a time; a forced start plays more", "jobs"],
    ["the server is about to stop", ""],
    ['"pears" is not known', ""],
    ['"toString" is not known', ""],
  ];
  for (const [error, field] of cases) assert.equal(fieldOfError(error), field, error);
});

test("a start is at a time that is still to come", () => {
  const now = new Date(2026, 10, 28, 18, 0);
  const at = (/** @type {string} */ time) => wrongStart({ ...kNewPlan, start: "time", time }, now);
  assert.equal(at(""), "organise.time_missing");
  assert.equal(at("2020-01-01T10:00"), "organise.time_past");
  assert.equal(at("2026-11-28T18:01"), null);
  assert.equal(wrongStart({ ...kNewPlan, time: "2020-01-01T10:00" }, now), null, "it does not begin at a time");
});
