import assert from "node:assert/strict";
import { test } from "node:test";

import {
  featuredMatch, kKnownPlayers, knownPlayer, opponentsOf, strengthOf,
} from "../../../../../clients/web/home/opponents.js";
import { kTexts } from "../../../../../clients/web/text/texts.js";

/** @param {string} match @param {[string, string]} players @param {string} [clock] */
const running = (match, players, clock = "CLOCK_REAL") => ({ match, players, terms: { clock } });

test("the strongest match in real time is featured", () => {
  const matches = [running("1", ["random", "greedy"]), running("2", ["gaze-demo", "joseki-demo"]),
    running("3", ["gaze", "random"]), running("4", ["gaze", "gaze"], "CLOCK_VIRTUAL")];
  assert.equal(featuredMatch(matches)?.match, "2");
});

test("matches between unknown players are featured too", () => {
  assert.equal(featuredMatch([running("7", ["Ada", "Bruno"])])?.match, "7");
});

test("free opponents come in the order of their strength, and unknown ones last", () => {
  const open = [{ name: "Bruno", free: 1 }, { name: "gaze", free: 1 }, { name: "Ada", free: 1 },
    { name: "random", free: 4 }, { name: "joseki" }];
  assert.deepEqual(opponentsOf(open), ["random", "gaze", "Ada", "Bruno"]);
});

test("a player of the computer is known by its name, also with a suffix", () => {
  assert.equal(knownPlayer("gaze-demo"), "gaze");
  assert.equal(knownPlayer("gazebo"), null);
  assert.equal(strengthOf("gazebo"), 0);
  assert.ok(strengthOf("gaze") > strengthOf("random"));
});

test("each known player has a text about its style", () => {
  for (const player of kKnownPlayers) assert.ok(Object.hasOwn(kTexts, `style.${player}`), player);
});
