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
/** The numbers of the watched matches. @type {ReadonlySet<string>} */
const kNone = new Set();

test("a stronger match does not replace the chosen one", () => {
  const choice = new FeaturedChoice();
  choice.receive(lobby(kWeak), kNone, 0);
  choice.receive(lobby(kWeak, kStrong), kNone, 3000);
  assert.equal(choice.number, "1");
});

test("a delayed match stays until its shown end, also when the list has it no more", () => {
  const choice = new FeaturedChoice();
  choice.receive(lobby(kWeak), kNone, 0);
  choice.receive({ matchStart: { match: "1", terms: { spectatorDelaySeconds: 30 } } }, kNone, 10);
  choice.receive(lobby(kStrong), kNone, 3000);
  choice.receive(lobby(kStrong), kNone, 32_000);
  assert.equal(choice.number, "1");
  choice.receive({ matchEnd: { match: "1" } }, kNone, 33_000);
  choice.receive(lobby(kStrong), kNone, 35_000);
  assert.equal(choice.number, "2");
});

test("a watched match that is not the chosen one stays until its shown end, too", () => {
  const choice = new FeaturedChoice();
  const watched = new Set(["2"]);
  const numbers = () => choice.running.map(({ match }) => match);
  choice.receive(lobby(kWeak), watched, 0);
  choice.receive(lobby(kWeak, kStrong), watched, 3000);
  choice.receive({ matchStart: { match: "2", terms: { spectatorDelaySeconds: 30 } } }, watched, 3010);
  choice.receive(lobby(kWeak), watched, 6000);
  assert.deepEqual(numbers(), ["1", "2"]);
  choice.receive({ matchEnd: { match: "2" } }, watched, 33_000);
  choice.receive(lobby(kWeak), watched, 36_000);
  assert.deepEqual(numbers(), ["1"]);
});

test("without any match there is none to show", () => {
  const choice = new FeaturedChoice();
  choice.receive(lobby(), kNone, 0);
  assert.equal(choice.number, "");
});
