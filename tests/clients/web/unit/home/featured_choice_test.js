import assert from "node:assert/strict";
import { test } from "node:test";

import { FeaturedChoice } from "../../../../../clients/web/home/featured_choice.js";

/** @param {...[string, string, string]} matches   number and players */
const lobby = (...matches) => ({ lobby: { matches: matches.map(([match, ...players]) =>
  ({ match, players, terms: { clock: "CLOCK_REAL" } })) } });
/** @type {[string, string, string]} */
const kWeak = ["1", "random", "greedy"];
/** @type {[string, string, string]} */
const kStrong = ["2", "gaze", "joseki"];

test("a stronger match does not replace the chosen one", () => {
  const choice = new FeaturedChoice();
  choice.receive(lobby(kWeak), 0);
  choice.receive(lobby(kWeak, kStrong), 3000);
  assert.equal(choice.number, "1");
});

test("a delayed match stays until its shown end, also when the list has it no more", () => {
  const choice = new FeaturedChoice();
  choice.receive(lobby(kWeak), 0);
  choice.receive({ matchStart: { match: "1", terms: { spectatorDelaySeconds: 30 } } }, 10);
  choice.receive(lobby(kStrong), 3000);
  choice.receive(lobby(kStrong), 32_000);
  assert.equal(choice.number, "1");
  choice.receive({ matchEnd: { match: "1" } }, 33_000);
  choice.receive(lobby(kStrong), 35_000);
  assert.equal(choice.number, "2");
});

test("without any match there is none to show", () => {
  const choice = new FeaturedChoice();
  choice.receive(lobby(), 0);
  assert.equal(choice.number, "");
});
