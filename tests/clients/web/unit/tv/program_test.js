import assert from "node:assert/strict";
import { test } from "node:test";

import { kMaxOnWall, kResultMs, Program } from "../../../../../clients/web/tv/program.js";

/** @param {string} match @param {string[]} [players] @param {string} [clock] */
const running = (match, players = ["ann", "bob"], clock = "CLOCK_REAL") => ({ match, players, terms: { clock } });

test("the match of the strongest players is large, and the others are on the wall", () => {
  const program = new Program();
  program.setMatches([running("1", ["greedy", "random"]), running("2", ["gaze", "champion"]), running("3")], 0);
  assert.equal(program.featured, "2");
  assert.deepEqual(program.wall.map(({ match }) => match), ["1", "3"]);
});

test("a stronger match does not replace one that is being played", () => {
  const program = new Program();
  program.setMatches([running("1")], 0);
  program.setMatches([running("1"), running("2", ["gaze", "champion"])], 60_000);
  assert.equal(program.featured, "1");
});

test("a result stays for a while, and then the next match comes", () => {
  const program = new Program();
  program.setMatches([running("1"), running("2")], 0);
  program.endMatch("1", 1000);
  program.advance(1000 + kResultMs - 1);
  assert.equal(program.featured, "1");
  assert.equal(program.next?.match, "2");
  program.advance(1000 + kResultMs);
  assert.equal(program.featured, "2");
  assert.deepEqual(program.wall, []);
});

test("a match that leaves the list has ended, and its time does not begin anew with each list", () => {
  const program = new Program();
  program.setMatches([running("1"), running("2")], 0);
  program.setMatches([running("2")], 3000);
  program.setMatches([running("2")], 3000 + kResultMs - 1);
  assert.equal(program.featured, "1");
  program.setMatches([running("2")], 3000 + kResultMs);
  assert.equal(program.featured, "2");
});

test("without another match the last result stays, and the next match comes at once", () => {
  const program = new Program();
  program.setMatches([running("1")], 0);
  program.endMatch("1", 0);
  program.advance(10 * kResultMs);
  assert.equal(program.featured, "1");
  assert.equal(program.next, null);
  program.setMatches([running("2")], 10 * kResultMs + 1);
  assert.equal(program.featured, "2");
});

test("an ended match does not come back by a list that was made before its end", () => {
  const program = new Program();
  program.setMatches([running("1"), running("2")], 0);
  program.endMatch("1", 0);
  program.setMatches([running("1"), running("2")], 1);
  program.advance(kResultMs);
  assert.equal(program.featured, "2");
  program.setMatches([running("1"), running("2")], kResultMs + 1);
  assert.deepEqual(program.wall.map(({ match }) => match), []);
});

test("the wall has no matches that are over within seconds, and not more than it can show", () => {
  const program = new Program();
  const others = Array.from({ length: 20 }, (_, i) => running(String(i + 3)));
  program.setMatches([running("1"), running("2", ["ann", "bob"], "CLOCK_VIRTUAL"), ...others], 0);
  assert.equal(program.wall.length, kMaxOnWall);
  assert.ok(program.wall.every(({ match }) => match !== "1" && match !== "2"));
});
