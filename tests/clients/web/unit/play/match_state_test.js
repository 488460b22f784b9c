import assert from "node:assert/strict";
import { test } from "node:test";
import { MatchState } from "../../../../../clients/web/play/match_state.js";

/** @typedef {import("../../../../../clients/web/net/wire.js").Seat} Seat */
const about = { match: "7", seat: /** @type {Seat} */ ("SEAT_TWO") };
const start = { matchStart: { ...about, players: ["gaze", "Ringo"], token: "key", graceSeconds: 60 } };

function playing() {
  const state = new MatchState();
  state.receive(start);
  state.receive({ gameStart: { ...about, game: 1 } });
  return state;
}

test("a match begins, is played and ends", () => {
  const state = playing();
  assert.equal(state.stage, "playing");
  assert.deepEqual(state.names, { own: "Ringo", other: "gaze" });
  const field = `${"0".repeat(78)}456700`;
  const update = { ...about, number: "3", game: 1, view: { clock: 73, own: { field, pairs: "4556" }, opponent: {} } };
  assert.deepEqual(state.receive({ update }), [{ kind: "updated", events: [] }]);
  assert.equal(state.frame, 73);
  assert.deepEqual([...(state.own?.cells.subarray(0, 6) ?? [])], [4, 5, 6, 7, 0, 0]);
  assert.deepEqual(state.own?.pairs, [{ axis: 4, child: 5 }, { axis: 5, child: 6 }]);
  const outcome = { winner: about.seat, cause: "CAUSE_CHOKED", clock: 90 };
  const gameEnd = { ...about, game: 1, outcome, record: "12" };
  assert.deepEqual(state.receive({ gameEnd }),
    [{ kind: "game_ended", won: true, drawn: false, cause: "CAUSE_CHOKED", record: "12", frame: 90 }]);
  assert.deepEqual(state.score, { own: 1, other: 0 });
  assert.deepEqual(state.receive({ matchEnd: { ...about, wins: [0, 1] } }), [{ kind: "match_ended" }]);
  assert.equal(state.claim, null);
});

test("how the other's connection does is kept for the match", () => {
  const state = playing();
  assert.equal(state.opponentConnection, null);
  state.receive({ line: { match: "8", seat: about.seat, roundTripMilliseconds: 10 } });
  assert.equal(state.opponentConnection, null, "another match's");
  state.receive({ line: { ...about, roundTripMilliseconds: 48, late: 2 } });
  assert.deepEqual(state.opponentConnection, { roundTrip: 48, late: 2 });
  state.receive({ gameStart: { ...about, game: 2 } });
  assert.deepEqual(state.opponentConnection, { roundTrip: 48, late: 2 });
  state.receive({ matchStart: { ...start.matchStart, match: "9" } });
  assert.equal(state.opponentConnection, null);
});

test("what is about another match or seat is not heard", () => {
  const state = playing();
  assert.deepEqual(state.receive({ update: { match: "8", seat: "SEAT_TWO", view: { clock: 5 } } }), []);
  assert.deepEqual(state.receive({ update: { match: "7", seat: "SEAT_ONE", view: { clock: 5 } } }), []);
  assert.equal(state.frame, 0);
});

test("a match that is watched does not begin one of one's own", () => {
  const state = new MatchState();
  assert.deepEqual(state.receive({ matchStart: { match: "7", players: ["a", "b"] } }), []);
  assert.equal(state.stage, "none");
});

test("a lost seat is claimed with the last update that was heard", () => {
  const state = playing();
  state.receive({ update: { ...about, number: "41", view: {} } });
  assert.deepEqual(state.claim, { match: "7", seat: "SEAT_TWO", token: "key", last: "41" });
});

test("a match that is taken over again keeps its score", () => {
  const state = playing();
  state.receive({ gameEnd: { ...about, game: 1, outcome: { winner: "SEAT_ONE" } } });
  state.receive({ matchStart: { ...start.matchStart, wins: [1, 0] } });
  assert.deepEqual(state.score, { own: 0, other: 1 });
  assert.equal(state.stage, "starting");
});

test("a game that goes on after a crash of the server goes back, until it is where it was", () => {
  const state = playing();
  const at = (/** @type {number} */ clock) => state.receive({ update: { ...about, game: 1, view: { clock } } });
  const comeBackAt = (/** @type {number} */ clock, game = 1) => {
    state.receive(start);
    state.receive({ gameStart: { ...about, game } });
    at(clock);
  };
  at(90);
  assert.equal(state.hasGoneBack, false);
  comeBackAt(90);
  assert.equal(state.hasGoneBack, false, "only the connection was lost");
  comeBackAt(80);
  assert.equal(state.hasGoneBack, true);
  comeBackAt(80);
  assert.equal(state.hasGoneBack, true, "the connection was lost once more");
  at(90);
  assert.equal(state.hasGoneBack, false);
  comeBackAt(1, 2);
  assert.equal(state.hasGoneBack, false, "another game has begun");
});

test("who comes late learns the score, and no game counts twice", () => {
  const state = new MatchState();
  state.receive({ matchStart: { ...start.matchStart, wins: [1, 2], draws: 1 } });
  assert.deepEqual(state.score, { own: 2, other: 1 });
  state.receive({ gameEnd: { ...about, game: 4, outcome: { winner: about.seat } } });
  assert.deepEqual(state.score, { own: 2, other: 1 }, "it ended while nobody was there");
  state.receive({ gameEnd: { ...about, game: 5, outcome: { winner: about.seat } } });
  assert.deepEqual(state.score, { own: 3, other: 1 });
});

test("a match that is broken off is lost by who gave up, whatever the score", () => {
  const state = playing();
  state.receive({ matchEnd: { ...about, wins: [1, 2], cause: "CAUSE_RESIGNED", winner: "SEAT_ONE" } });
  assert.equal(state.loser, "own");
});

test("a void game counts for nobody, and a drawn one is a draw", () => {
  const state = playing();
  state.receive({ gameEnd: { ...about, game: 1, outcome: { cause: "CAUSE_VOIDED" } } });
  assert.equal(state.draws, 0);
  state.receive({ gameEnd: { ...about, game: 2, outcome: { cause: "CAUSE_LIMIT" } } });
  assert.equal(state.draws, 1);
});

test("it is told who is gone, and that the seat is another's", () => {
  const state = playing();
  assert.deepEqual(state.receive({ standing: { match: "7", missing: "SEAT_ONE", secondsLeft: 50 } }),
    [{ kind: "paused", missing: "other", seconds: 50 }]);
  assert.deepEqual(state.receive({ standing: { match: "7" } }), [{ kind: "paused", missing: "", seconds: 0 }]);
  assert.deepEqual(state.receive({ error: { match: "7", code: "ERROR_CODE_LATE" } }), []);
  assert.deepEqual(state.receive({ error: { match: "7", code: "ERROR_CODE_NOT_YOURS" } }), [{ kind: "seat_gone" }]);
  assert.equal(state.claim, null);
});

test("the loser of a match that was missed is told by its games", () => {
  const loserAfter = (/** @type {number[]} */ ...winners) => {
    const state = playing();
    state.addMissedGames(winners.map((winner, i) => ({ game: i + 1, winner, cause: "choked", record: i + 1 })));
    return state.loser;
  };
  assert.equal(loserAfter(1, 0, 1), "other");
  assert.equal(loserAfter(0, -1), "own");
  assert.equal(loserAfter(0, 1), "");
});
