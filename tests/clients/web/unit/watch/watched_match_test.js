import assert from "node:assert/strict";
import { test } from "node:test";

import { parseHistory } from "../../../../../clients/web/watch/history.js";
import { MessageDelay, WatchedMatch } from "../../../../../clients/web/watch/watched_match.js";

/** @import {ServerMessage} from "../../../../../clients/web/net/wire.js" */

/** @param {...ServerMessage} messages */
function watched(...messages) {
  const match = new WatchedMatch("31");
  match.receive({ matchStart: { match: "31", players: ["ann", "bob"] } });
  for (const message of messages) match.receive(message);
  return match;
}

/** @param {number} game @param {number} clock @returns {ServerMessage} */
const update = (game, clock) =>
  ({ update: { match: "31", game, view: { clock, own: { pairs: "4455" }, opponent: { score: "70" } } } });

test("who comes in the middle of a game sees it from the first update on", () => {
  const match = watched(update(3, 410));
  assert.deepEqual([match.stage, match.game, match.frame, match.players], ["playing", 3, 410, ["ann", "bob"]]);
  assert.deepEqual(match.sides[0]?.pairs, [{ axis: 4, child: 4 }, { axis: 5, child: 5 }]);
  assert.equal(match.sides[1]?.score, 70);
});

test("the delay is what the server tells with the start of the match", () => {
  assert.equal(watched().delaySeconds, 0);
  const match = watched({ matchStart: { match: "31", players: ["ann", "bob"], terms: { spectatorDelaySeconds: 3 } } });
  assert.equal(match.delaySeconds, 3);
});

test("other matches are none of its business", () => {
  const match = watched(update(1, 5));
  match.receive({ update: { match: "32", game: 9, view: { clock: 99 } } });
  match.receive({ error: { match: "32", code: "ERROR_CODE_UNKNOWN_MATCH" } });
  match.receive({ comment: { match: "32", text: "hello" } });
  assert.deepEqual([match.stage, match.game, match.frame, match.comments], ["playing", 1, 5, ["", ""]]);
});

test("a game that ends counts once, however often it is told", () => {
  /** @type {ServerMessage} */
  const end = {
    gameEnd: { match: "31", game: 2, outcome: { winner: "SEAT_TWO", cause: "CAUSE_CHOKED" }, record: "8" },
  };
  const match = watched(update(2, 900), end);
  const before = { games: [{ record: 7, game: 1, winner: 1, cause: "no_move" },
    { record: 8, game: 2, winner: 2, cause: "choked" }] };
  match.receive(parseHistory(before));
  match.receive(end);
  assert.equal(match.stage, "between");
  assert.deepEqual(match.wins, [1, 1]);
  assert.deepEqual(match.played, [
    { game: 1, winner: 0, cause: "no_move", record: 7 }, { game: 2, winner: 1, cause: "choked", record: 8 },
  ]);
});

test("the result of the shown game is not known before its shown end", () => {
  const match = watched(update(2, 900));
  match.receive(parseHistory({ games: [{ record: 7, game: 1, winner: 1, cause: "no_move" },
    { record: 8, game: 2, winner: 2, cause: "choked" }] }));
  assert.deepEqual(match.wins, [1, 0]);
});

test("a draw is nobody's win", () => {
  const match = watched({ gameEnd: { match: "31", game: 1, outcome: { cause: "CAUSE_LIMIT" }, record: "4" } });
  assert.deepEqual(match.wins, [0, 0]);
  assert.equal(match.played[0].winner, -1);
});

test("what a player says is gone after a while, and at the end of the game", () => {
  const match = watched(update(1, 5), { comment: { match: "31", seat: "SEAT_TWO", text: "12-chain" } });
  assert.deepEqual(match.comments, ["", "12-chain"]);
  match.receive(update(1, 244));
  assert.deepEqual(match.comments, ["", "12-chain"]);
  match.receive(update(1, 245));
  assert.deepEqual(match.comments, ["", ""]);
  match.receive({ comment: { match: "31", seat: "SEAT_TWO", text: "again" } });
  match.receive({ gameEnd: { match: "31", game: 1, outcome: { cause: "CAUSE_LIMIT" }, record: "4" } });
  assert.deepEqual(match.comments, ["", ""]);
  match.receive({ gameStart: { match: "31", game: 2 } });
  assert.deepEqual(match.comments, ["", ""]);
});

test("a player that is gone is missing until it is back", () => {
  const match = watched({ standing: { match: "31", missing: "SEAT_TWO", secondsLeft: 40 } });
  assert.deepEqual([match.missing, match.secondsLeft], [1, 40]);
  match.receive({ standing: { match: "31" } });
  assert.equal(match.missing, -1);
});

test("a match that is not there is gone, one that was seen to its end is over", () => {
  /** @type {ServerMessage} */
  const unknown = { error: { match: "31", code: "ERROR_CODE_UNKNOWN_MATCH" } };
  assert.equal(watched(unknown).stage, "gone");
  assert.equal(watched({ matchEnd: { match: "31" } }, unknown).stage, "over");
});

test("of a match that is over, the games and their players are known from the history", () => {
  const match = new WatchedMatch("31");
  match.receive({ error: { match: "31", code: "ERROR_CODE_UNKNOWN_MATCH" } });
  match.receive(parseHistory({ games: [{ record: 7, game: 1, winner: 2, cause: "choked", players: ["ann", "bob"] }] }));
  assert.deepEqual(match.players, ["ann", "bob"]);
  assert.deepEqual(match.played.map(({ record }) => record), [7]);
});

test("who was missing when the connection broke is not said to be for ever", () => {
  const match = watched({ standing: { match: "31", missing: "SEAT_ONE", secondsLeft: 40 } });
  match.receive({ matchStart: { match: "31", players: ["ann", "bob"] } });
  assert.equal(match.missing, -1);
});

/** @returns {MessageDelay<string>} */
const delay = () => new MessageDelay();

test("without a delay a message is shown at once", () => {
  const some = delay();
  some.push("a", 100);
  assert.deepEqual(some.takeDue(100), ["a"]);
  assert.deepEqual(some.takeDue(100), []);
});

test("with one, each waits for its own time", () => {
  const some = delay();
  some.ms = 5000;
  some.push("a", 0);
  some.push("b", 1000);
  assert.deepEqual(some.takeDue(4999), []);
  assert.deepEqual(some.takeDue(5000), ["a"]);
  assert.deepEqual(some.takeDue(6000), ["b"]);
});

test("a delay that is lengthened holds what waits, one that is shortened lets it go in its order", () => {
  const some = delay();
  some.ms = 5000;
  some.push("a", 0);
  some.push("b", 10);
  some.ms = 30000;
  assert.deepEqual(some.takeDue(6000), []);
  some.ms = 0;
  assert.deepEqual(some.takeDue(6000), ["a", "b"]);
});
