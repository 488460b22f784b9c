import assert from "node:assert/strict";
import { test } from "node:test";

import { kMaxOnWall, kResultMs, Program } from "../../../../../clients/web/tv/program.js";
import { kMaxWaitForEndMs } from "../../../../../clients/web/watch/shown_matches.js";

/** @param {string} match @param {string[]} [players] @param {string} [clock] */
const running = (match, players = ["ann", "bob"], clock = "CLOCK_REAL") => ({ match, players, terms: { clock } });

/** Any match may be shown. */
const any = () => true;

/** @param {string} match */
const endOf = (match) => ({ matchEnd: { match } });

test("the match of the strongest players is large, and the others are on the wall", () => {
  const program = new Program();
  program.setMatches([running("1", ["greedy", "random"]), running("2", ["gaze", "champion"]), running("3")], any, 0);
  assert.equal(program.featured, "2");
  assert.deepEqual(program.wall.map(({ match }) => match), ["1", "3"]);
});

test("a stronger match does not replace one that is being played", () => {
  const program = new Program();
  program.setMatches([running("1")], any, 0);
  program.setMatches([running("1"), running("2", ["gaze", "champion"])], any, 60_000);
  assert.equal(program.featured, "1");
});

test("a result stays for a while, and then the next match comes", () => {
  const program = new Program();
  program.setMatches([running("1"), running("2")], any, 0);
  program.receive(endOf("1"), 1000);
  program.advance(1000 + kResultMs - 1);
  assert.equal(program.featured, "1");
  assert.equal(program.next?.match, "2");
  program.advance(1000 + kResultMs);
  assert.equal(program.featured, "2");
  assert.deepEqual(program.wall, []);
});

test("a delayed match stays until its shown end, large or on the wall, and its result for a while", () => {
  const program = new Program();
  const all = [running("1", ["gaze", "champion"]), running("2"), running("3")];
  program.setMatches(all, any, 0);
  for (const match of ["1", "2"]) {
    program.receive({ matchStart: { match, terms: { spectatorDelaySeconds: 30 } } }, 0);
  }
  program.setMatches([running("3")], any, 3000);
  program.advance(32_000);
  assert.equal(program.featured, "1");
  assert.deepEqual(program.wall.map(({ match }) => match), ["2", "3"]);
  assert.equal(program.next?.match, "3", "a match that has really ended does not come next");
  program.receive(endOf("1"), 33_000);
  program.receive(endOf("2"), 33_000);
  assert.deepEqual(program.wall.map(({ match }) => match), ["3"]);
  program.advance(33_000 + kResultMs - 1);
  assert.equal(program.featured, "1");
  program.advance(33_000 + kResultMs);
  assert.equal(program.featured, "3");
});

test("a match that left the list, and whose end the server does not send, gives way", () => {
  const program = new Program();
  program.setMatches([running("1"), running("2")], any, 0);
  program.setMatches([running("2")], any, 3000);
  program.advance(3000 + kMaxWaitForEndMs);
  program.advance(3000 + kMaxWaitForEndMs + kResultMs - 1);
  assert.equal(program.featured, "1");
  program.advance(3000 + kMaxWaitForEndMs + kResultMs);
  assert.equal(program.featured, "2");
});

test("a match that the server does not know any more gives way at once", () => {
  const program = new Program();
  program.setMatches([running("1"), running("2")], any, 0);
  program.receive({ error: { match: "1", code: "ERROR_CODE_UNKNOWN_MATCH" } }, 100);
  assert.equal(program.featured, "2");
});

test("a match that is shown stays when it may not be shown any more", () => {
  const program = new Program();
  const all = [running("1"), running("2"), running("3")];
  program.setMatches(all, (match) => match !== "3", 0);
  program.setMatches(all, () => false, 1000);
  assert.equal(program.featured, "1");
  assert.deepEqual(program.wall.map(({ match }) => match), ["2"]);
});

test("the only match is shown whatever its clock, also before any list, and no other one beside it", () => {
  const program = new Program("7");
  assert.equal(program.featured, "7");
  program.setMatches([running("1"), running("7", ["ann", "bob"], "CLOCK_TURNS")], any, 0);
  program.receive(endOf("7"), 1000);
  program.advance(1000 + kResultMs);
  assert.equal(program.featured, "7");
  assert.deepEqual(program.wall, []);
  assert.equal(program.next, null);
});

test("without another match the last result stays, and the next match comes at once", () => {
  const program = new Program();
  program.setMatches([running("1")], any, 0);
  program.receive(endOf("1"), 0);
  program.advance(10 * kResultMs);
  assert.equal(program.featured, "1");
  assert.equal(program.next, null);
  program.setMatches([running("2")], any, 10 * kResultMs + 1);
  assert.equal(program.featured, "2");
});

test("an ended match does not come back by a list that was made before its end", () => {
  const program = new Program();
  program.setMatches([running("1"), running("2")], any, 0);
  program.receive(endOf("1"), 0);
  program.setMatches([running("1"), running("2")], any, 1);
  program.advance(kResultMs);
  assert.equal(program.featured, "2");
  program.setMatches([running("1"), running("2")], any, kResultMs + 1);
  assert.deepEqual(program.wall.map(({ match }) => match), []);
});

test("the wall has no matches that are over within seconds, and not more than it can show", () => {
  const program = new Program();
  const others = Array.from({ length: 20 }, (_, i) => running(String(i + 3)));
  program.setMatches([running("1"), running("2", ["ann", "bob"], "CLOCK_VIRTUAL"), ...others], any, 0);
  assert.equal(program.wall.length, kMaxOnWall);
  assert.ok(program.wall.every(({ match }) => match !== "1" && match !== "2"));
});
