import assert from "node:assert/strict";
import { test } from "node:test";

import { contentOf, isAboutEndedMatch } from "../../../../../clients/web/play/panel.js";

/** @param {string} name @param {boolean} isAnyConnected */
function linesOf(name, isAnyConnected) {
  const topic = { kind: "no_free_opponent", name, isAnyConnected };
  const content = contentOf(/** @type {any} */ (topic), /** @type {any} */ ({}), /** @type {any} */ ({}));
  return (content?.lines ?? []).join(" ");
}

test("a page that finds no opponent connected says so, and how to start one", () => {
  for (const name of ["", "gaze"]) {
    assert.match(linesOf(name, false), /No opponent is connected/);
    assert.match(linesOf(name, false), /rensa-worker .*--open 4/);
  }
});

test("a page whose opponents are busy says that", () => {
  assert.match(linesOf("", true), /All opponents are busy/);
  assert.match(linesOf("gaze", true), /gaze is not connected, or is busy/);
});

test("a game is told about only when its match is over, and not when another page has the seat", () => {
  /** @param {string} kind @param {string} stage */
  const isTold = (kind, stage) => isAboutEndedMatch(/** @type {any} */ ({ kind }), /** @type {any} */ ({ stage }));
  for (const kind of ["match_ended", "match_missed", "rematch_offered", "rematch_proposed", "rematch_declined"]) {
    assert.ok(isTold(kind, "over"), kind);
  }
  assert.ok(!isTold("seat_gone", "over"));
  assert.ok(!isTold("result_unknown", "over"));
  assert.ok(!isTold("game_ended", "between"));
  assert.ok(!isTold("refused", "playing"));
});

test("the result stays beside each question about a rematch", () => {
  const state = { stage: "over", record: "7", names: { own: "ann", other: "gaze" }, score: { own: 1, other: 0 }, loser: "own" };
  for (const kind of ["rematch_offered", "rematch_proposed", "rematch_declined", "match_missed"]) {
    const content = contentOf(/** @type {any} */ ({ kind }), /** @type {any} */ (state), /** @type {any} */ ({}));
    assert.equal(content?.result, state, kind);
  }
});
