import assert from "node:assert/strict";
import { test } from "node:test";

import { setLanguage } from "../../../../../clients/web/text/translation.js";
import { interludeOf } from "../../../../../clients/web/tv/between.js";
import { messageText, parseTournament } from "../../../../../clients/web/tv/table.js";
import { WatchedMatch } from "../../../../../clients/web/watch/watched_match.js";

setLanguage("en");
const kNext = { match: "8", players: ["cid", "dan"] };

/** A match of ann and bob whose games were won by these seats; "": by none.
 * @param {...("SEAT_ONE"|"SEAT_TWO"|"")} winners */
function matchAfter(...winners) {
  const match = new WatchedMatch("7");
  match.receive({ matchStart: { match: "7", players: ["ann", "bob"] } });
  winners.forEach((winner, i) => {
    match.receive({ gameStart: { match: "7", game: i + 1 } });
    const outcome = { winner: winner || undefined, cause: "CAUSE_CHOKED" };
    match.receive({ gameEnd: { match: "7", game: i + 1, outcome, record: String(i + 1) } });
  });
  return match;
}

test("between two games stand the winner of the last one and the next one", () => {
  assert.deepEqual(interludeOf(matchAfter("SEAT_ONE", "SEAT_TWO"), kNext),
    { winner: "bob", title: "bob won game 2", next: "Game 3" });
  assert.deepEqual(interludeOf(matchAfter(""), kNext), { winner: "", title: "No player won game 1", next: "Game 2" });
});

test("nothing stands over a game that is being played", () => {
  const match = matchAfter("SEAT_ONE");
  match.receive({ gameStart: { match: "7", game: 2 } });
  assert.equal(interludeOf(match, kNext), null);
});

test("after a match stand its winner and the next match", () => {
  const match = matchAfter("SEAT_ONE", "SEAT_ONE", "SEAT_TWO");
  match.receive({ matchEnd: { match: "7", winner: "SEAT_ONE" } });
  assert.deepEqual(interludeOf(match, kNext), { winner: "ann", title: "ann won the match", next: "cid – dan" });
  assert.equal(interludeOf(match, null)?.next, "Waiting for the next match");
});

test("a player that resigns while it leads has not won the match", () => {
  const match = matchAfter("SEAT_ONE", "SEAT_ONE");
  match.receive({ matchEnd: { match: "7", winner: "SEAT_TWO" } });
  assert.deepEqual(interludeOf(match, kNext), { winner: "bob", title: "bob won the match", next: "cid – dan" });
});

test("a match without a winner is drawn", () => {
  const match = matchAfter("SEAT_ONE", "SEAT_TWO");
  match.receive({ matchEnd: { match: "7" } });
  assert.deepEqual(interludeOf(match, null),
    { winner: "", title: "The match is drawn", next: "Waiting for the next match" });
});

test("without any match the page waits for one", () => {
  assert.deepEqual(interludeOf(null, null), { winner: "", title: "", next: "Waiting for the next match" });
});

test("nothing comes after the only match of a page", () => {
  const match = matchAfter("SEAT_ONE");
  match.receive({ matchEnd: { match: "7", winner: "SEAT_ONE" } });
  assert.deepEqual(interludeOf(match, "none"), { winner: "ann", title: "ann won the match", next: "" });
  assert.equal(interludeOf(null, "none"), null);
});

test("the leaders of a tournament come in the order of its ranking, with their points", () => {
  const told = {
    name: "Autumn Cup", ranking: ["bob", "ann"],
    standings: [{ player: "ann", points: 2 }, { player: "bob", points: 3.5 }],
    running_games: [{ match: 12, game: "0-0", players: /** @type {[string, string]} */ (["ann", "bob"]) }],
  };
  assert.deepEqual(parseTournament("autumn-cup", told), {
    id: "autumn-cup", name: "Autumn Cup", starts: null, leaders: [{ player: "bob", points: 3.5 }, { player: "ann", points: 2 }],
    matches: ["12"], legs: [], message: null,
  });
});

test("a message of the organisers is shown for ten minutes", () => {
  const told = { name: "Cup", last_message: { number: 3, text: "The final begins at 18:00", sent: "2026-12-24T17:50:00Z" } };
  const tournament = parseTournament("cup", told);
  const sent = Date.parse("2026-12-24T17:50:00Z");
  assert.equal(messageText(tournament, sent), "The final begins at 18:00");
  assert.equal(messageText(tournament, sent - 5_000), "The final begins at 18:00", "this clock is behind");
  assert.equal(messageText(tournament, sent + 600_000), "");
  assert.equal(messageText(parseTournament("cup", { name: "Cup", last_message: null }), sent), "");
  assert.equal(messageText(null, sent), "");
});

/** A knock-out in which ann and bob play their second game. */
const kKnockOut = {
  name: "Cup", running_games: [{ match: 7, game: "3-1", players: /** @type {[string, string]} */ (["ann", "bob"]) }],
  stages: [{ best_of: 3, matches: [
    { players: /** @type {[string, string]} */ (["bob", "ann"]), points: /** @type {[number, number]} */ ([1, 0]),
      winner: null },
  ] }],
};

test("a game of a knock-out has the points and the number that it has in its pair", () => {
  assert.deepEqual(parseTournament("cup", kKnockOut).legs,
    [{ match: "7", leg: { points: [0, 1], game: 2, firstTo: 2 } }]);
  const [decided] = kKnockOut.stages[0].matches;
  const stages = [{ best_of: 3, matches: [{ ...decided, winner: "bob" }] }];
  assert.deepEqual(parseTournament("cup", { ...kKnockOut, stages }).legs, [], "another pair of the same players");
});

test("after a game of a knock-out stands the winner of the game, and after the last one that of the pair", () => {
  const [{ leg }] = parseTournament("cup", kKnockOut).legs;
  const match = matchAfter("SEAT_ONE");
  match.setLeg(leg);
  match.receive({ matchEnd: { match: "7" } });
  assert.deepEqual(match.wins, [1, 1]);
  assert.deepEqual(interludeOf(match, kNext), { winner: "ann", title: "ann won game 2", next: "cid – dan" });
  match.setLeg({ ...leg, points: [1, 1] });
  assert.deepEqual(match.wins, [1, 1], "a later answer has the result of the match itself");
  const last = matchAfter("SEAT_TWO");
  last.setLeg(leg);
  last.receive({ matchEnd: { match: "7" } });
  assert.deepEqual(interludeOf(last, kNext), { winner: "bob", title: "bob won the match", next: "cid – dan" });
});
