import assert from "node:assert/strict";
import { test } from "node:test";

import { Account, answerOf, isTokenLike } from "../../../../../clients/web/organise/account.js";
import { refusalText } from "../../../../../clients/web/organise/refusals.js";
import { deedsOf, inOrder, partsOf, playersOf, stateText } from "../../../../../clients/web/organise/tournament.js";

/** @typedef {import("../../../../../clients/web/organise/tournament.js").Report} Report */
/** @typedef {import("../../../../../clients/web/organise/tournament.js").Standing} Standing */
/** @typedef {import("../../../../../clients/web/organise/tournament.js").Summary} Summary */

/** @param {Partial<Report>} given @returns {Report} */
const reportOf = (given) => ({
  id: "cup", name: "cup", players: 0, state: "running", starts: null, why_failed: null, storage_error: null, games: 0,
  games_played: 0, most_games: null, running: 0, awaited: [], standings: [], running_games: [], ...given,
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
