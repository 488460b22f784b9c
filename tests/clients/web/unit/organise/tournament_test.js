import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { Account, answerOf, isTokenLike } from "../../../../../clients/web/organise/account.js";
import { kRefusals, refusalText } from "../../../../../clients/web/organise/refusals.js";
import { deedsOf, inOrder, partsOf, playersOf, stateText } from "../../../../../clients/web/organise/tournament.js";

/** @typedef {import("../../../../../clients/web/organise/tournament.js").Report} Report */
/** @typedef {import("../../../../../clients/web/organise/tournament.js").Standing} Standing */
/** @typedef {import("../../../../../clients/web/organise/tournament.js").Summary} Summary */

/** @param {Partial<Report>} given @returns {Report} */
const reportOf = (given) => ({
  id: "cup", name: "cup", players: 0, state: "running", starts: null, why_failed: null, storage_error: null, games: 0,
  games_played: 0, most_games: null, running: 0, awaited: [], awaited_returns: [], standings: [], running_games: [], ...given,
});

/** @param {string} player @param {Partial<Standing>} [given] @returns {Standing} */
const standing = (player, given) => ({ player, points: 1, games: 2, ...given });

test("each player has the state that matters most to the organiser", () => {
  const report = reportOf({
    standings: [standing("gus", { benched: true, why_benched: "five failures" }), standing("eve"),
      standing("dan", { benched: true, why_benched: "withdrawn" }), standing("cid", { benched: true, disqualified: "x" }),
      standing("bob"), standing("ann"), standing("fay", { benched: true, why_benched: "withdrawn: ill" }), standing("hal")],
    awaited: ["ann", "bob", "dan"], running_games: [{ game: "0-0", match: 7, players: ["eve", "hal"] }],
  });
  const registration = { registration: 3, name: "bob", address: "192.0.2.1", made: "2026-01-02T03:04:05Z" };
  const dismissed = { ...registration, registration: 4, name: "dan" };
  const players = playersOf(report, [registration, dismissed]);
  assert.deepEqual(players.map(({ name, state, why }) => [name, state, why]), [
    ["ann", "absent", ""], ["bob", "unapproved", ""], ["cid", "disqualified", "x"], ["dan", "withdrawn", ""],
    ["eve", "playing", ""], ["fay", "withdrawn", "ill"], ["gus", "benched", "five failures"], ["hal", "playing", ""],
  ]);
});

test("a paused tournament without games was not started", () => {
  assert.equal(stateText({ state: "paused", games: 0, running: 0 }), "organise.state_not_started");
  assert.equal(stateText({ state: "paused", games: 1, running: 0 }), "organise.state_paused");
  assert.equal(stateText({ state: "paused", games: 0, running: 1 }), "organise.state_paused");
  assert.equal(stateText({ state: "waiting", games: 0, running: 0 }), "organise.state_waiting");
});

test("tournaments that go on come first", () => {
  /** @type {[string, Summary["state"]][]} */
  const given = [["b", "over"], ["c", "running"], ["a", "over"], ["d", "paused"], ["e", "failed"], ["f", "waiting"]];
  const names = inOrder(given.map(([name, state]) => reportOf({ id: name, name, state }))).map(({ name }) => name);
  assert.deepEqual(names, ["c", "f", "d", "e", "a", "b"]);
});

test("an entry of the audit log is told by its act, and by what it was about", () => {
  assert.deepEqual(partsOf({ act: "tournament annul refused", target: "cup: game 0-0" }),
    { act: "annul", isRefused: true, about: "0-0" });
  assert.deepEqual(partsOf({ act: "tournament withdraw", target: "cup: player a: b" }),
    { act: "withdraw", isRefused: false, about: "a: b" });
  assert.deepEqual(partsOf({ act: "tournament message", target: "cup: message player one: come" }),
    { act: "message", isRefused: false, about: "player one: come" });
  assert.deepEqual(partsOf({ act: "tournament pause", target: "cup" }), { act: "pause", isRefused: false, about: "" });
  assert.deepEqual(partsOf({ act: "something new", target: "cup" }),
    { act: "something new", isRefused: false, about: "" });
});

test("a tab takes over that the person has signed out in another one", () => {
  const stored = new Map([["rensa.account_token", "abc"]]);
  const storage = () => /** @type {Storage} */ (/** @type {unknown} */ ({
    getItem: (/** @type {string} */ key) => stored.get(key) ?? null,
    setItem: (/** @type {string} */ key, /** @type {string} */ text) => stored.set(key, text),
    removeItem: (/** @type {string} */ key) => stored.delete(key),
  }));
  const [one, other] = [new Account(storage), new Account(storage)];
  assert.equal(other.reload(), false);
  one.signOut();
  assert.equal(other.hasToken, true);
  assert.equal(other.reload(), true);
  assert.equal(other.hasToken, false);
});

test("a refused deed is one line, with the reason of the refusal", () => {
  const entry = (/** @type {number} */ number, /** @type {string} */ act, why = "", target = "cup: player dora") =>
    ({ number, time: "", actor: "olga", role: "organiser", act, target, why });
  const entries = [
    entry(6, "tournament withdraw refused", "it is over"), entry(5, "tournament withdraw", "ill"),
    entry(4, "tournament withdraw"), entry(3, "tournament pause refused", "it is over", "cup"),
    entry(2, "tournament pause", "", "cup"), entry(1, "tournament started", "", "cup"),
  ];
  assert.deepEqual(deedsOf(entries).map(({ entry: { number }, refusal }) => [number, refusal]),
    [[5, "it is over"], [4, ""], [2, "it is over"], [1, ""]]);
});

test("a known refusal of the server is told in the words of the page, another one as it is", () => {
  assert.equal(refusalText('line 4: "players" has to name from 2 to 10000'), "Name from 2 to 10000 players.");
  assert.equal(refusalText('"pairs" has to be a number from 1 to 1000000'), "It has to be from 1 to 1000000.");
  assert.equal(refusalText("jobs: this machine plays at most 1 in real time; a forced start plays more"),
    "This server plays 1 at a time in real time at most.");
  assert.equal(refusalText("the disk is full"), "the disk is full");
  const ofNoField = '"groups" has to be a whole number from 2 to 8';
  assert.equal(refusalText(ofNoField), ofNoField, "without its field the text would not say what is meant");
});

/** A refusal for each pattern, with the part of it that stands in a file of the server.
 * @type {readonly {file: string, part: string, refusal: string}[]} */
const kSentences = [
  { file: "tournament/plan/plan.cpp", part: '"\\"players\\" has to name from 2 to "', refusal: '"players" has to name from 2 to 9' },
  { file: "tournament/plan/json_values.cpp", part: '" has to be a whole number from "',
    refusal: '"rounds" has to be a whole number from 1 to 9' },
  { file: "tournament/plan/json_values.cpp", part: '" has to be a number from %g to %g"',
    refusal: '"pairs" has to be a number from 1 to 1000' },
  { file: "live_tournaments/tournament_starts.cpp", part: '"jobs has to be from 1 to "',
    refusal: "jobs has to be from 1 to 64" },
  { file: "http_api/authority.h", part: '"this token is unknown or revoked"', refusal: "this token is unknown or revoked" },
  { file: "live_tournaments/tournament_starts.cpp", part: '"the tournament would have the id "',
    refusal: "the tournament would have the id cup, and this account may not organise it" },
  { file: "live_tournaments/tournament_starts.cpp", part: '", and this account may not organise it"',
    refusal: "the tournament would have the id cup, and this account may not organise it" },
  { file: "live_tournaments/tournament_starts.cpp", part: '" in real time; a forced start plays more"',
    refusal: "jobs: this machine plays at most 1 in real time; a forced start plays more" },
  { file: "http_api/tournaments_api.cpp", part: '"why: a reason is expected"', refusal: "why: a reason is expected" },
  { file: "live_tournaments/tournament_orders.cpp", part: '"it is over"', refusal: "it is over" },
  { file: "tournament/plan/plan.cpp", part: '"\\"starts\\" has to be a time in UTC', refusal: '"starts" has to be a time in UTC, like' },
  { file: "live_tournaments/tournament_orders.cpp", part: '" has already been withdrawn or benched"',
    refusal: "bob has already been withdrawn or benched" },
  { file: "live_tournaments/tournament_starts.cpp", part: '", since the id without a number is taken"',
    refusal: "the tournament would have the id cup-2, and this account may not organise it, since the id without a number is taken" },
  { file: "live_tournaments/tournament_starts.cpp", part: '"id: the id " + request.id + " is taken"',
    refusal: "id: the id cup is taken" },
  { file: "live_tournaments/tournament_starts.cpp", part: '"id: up to 64 of the characters',
    refusal: "id: up to 64 of the characters a-z, 0-9 and - are expected, with no - at an end" },
  { file: "live_tournaments/tournament_starts.cpp", part: '"\\"starts\\" is in the past: "',
    refusal: '"starts" is in the past: 2020-01-01T10:00:00Z' },
  { file: "live_tournaments/keyed_starts.cpp", part: '" was created by an earlier request with this key, which was another one"',
    refusal: "the tournament cup was created by an earlier request with this key, which was another one" },
  { file: "live_tournaments/tournament_orders.cpp", part: '"a game of it has begun, so it cannot be deleted"',
    refusal: "a game of it has begun, so it cannot be deleted" },
  { file: "http_api/authority.cpp", part: '"this account has done too much in a short time: try again in "',
    refusal: "this account has done too much in a short time: try again in 20 seconds" },
  { file: "live_tournaments/tournament_orders.cpp", part: '"text: a line of 1 to "',
    refusal: "text: a line of 1 to 500 bytes of UTF-8 without control or invisible characters is expected" },
  { file: "live_tournaments/tournament_orders.cpp", part: '"the last message says the same"',
    refusal: "the last message says the same" },
  { file: "live_tournaments/tournament_orders.cpp", part: '"it was told too much in a short time: try again in "',
    refusal: "it was told too much in a short time: try again in 20 seconds" },
];

test("each refusal that the page tells in its own words is one of the server", () => {
  for (const { file, part, refusal } of kSentences) {
    const source = readFileSync(new URL(`../../../../../server/${file}`, import.meta.url), "utf8");
    assert.ok(source.includes(part), `${file} has no ${part}`);
    assert.notEqual(refusalText(refusal), refusal);
  }
  for (const { pattern } of kRefusals) {
    assert.ok(kSentences.some(({ refusal }) => pattern.test(refusal)), `${pattern}`);
  }
});

test("an answer tells why it refuses, as JSON or as plain text", () => {
  assert.deepEqual(answerOf(200, '{"a": 1}'), { status: 200, data: { a: 1 }, error: "" });
  assert.equal(answerOf(403, '{"error": "no"}').error, "no");
  assert.equal(answerOf(431, "Too large.\n").error, "Too large.");
  assert.equal(answerOf(500, "").error, "500");
});

test("a token that cannot be sent is not sent", () => {
  for (const token of ["", "日本", "a b", "a\nb"]) assert.equal(isTokenLike(token), false, token);
  assert.equal(isTokenLike("abcDEF-_0123"), true);
});
