import assert from "node:assert/strict";
import { test } from "node:test";

import { kMaxWaitForEndMs, ShownMatches } from "../../../../../clients/web/watch/shown_matches.js";

/** @param {...string} numbers */
const list = (...numbers) => numbers.map((match) => ({ match }));
/** @param {import("../../../../../clients/web/net/wire.js").LobbyMatch[]} matches */
const numbersOf = (matches) => matches.map(({ match }) => match);

test("a watched match that leaves the list goes on, but a page cannot begin to watch it", () => {
  const shown = new ShownMatches();
  shown.setListed(list("1", "2", "3"), new Set(), 0);
  shown.setListed(list("3"), new Set(["1"]), 100);
  assert.deepEqual(numbersOf(shown.running), ["1", "3"]);
  assert.deepEqual(numbersOf(shown.joinable), ["3"]);
});

test("a match ends when the spectators are told so, and an older list does not bring it back", () => {
  const shown = new ShownMatches();
  shown.setListed(list("1", "2"), new Set(), 0);
  shown.receive({ matchEnd: { match: "1" } });
  shown.setListed(list("1", "2"), new Set(["1"]), 100);
  assert.deepEqual(numbersOf(shown.running), ["2"]);
});

test("a match that the server does not know has ended", () => {
  const shown = new ShownMatches();
  shown.setListed(list("1"), new Set(), 0);
  shown.receive({ error: { match: "1", code: "ERROR_CODE_BUSY" } });
  assert.deepEqual(numbersOf(shown.running), ["1"]);
  shown.receive({ error: { match: "1", code: "ERROR_CODE_UNKNOWN_MATCH" } });
  assert.deepEqual(numbersOf(shown.running), []);
});

test("a match whose end does not come after its delay is not waited for without end", () => {
  const shown = new ShownMatches();
  shown.setListed(list("1"), new Set(), 0);
  shown.receive({ matchStart: { match: "1", terms: { spectatorDelaySeconds: 30 } } });
  shown.setListed([], new Set(["1"]), 1000);
  shown.setListed([], new Set(["1"]), 4000);
  shown.advance(1000 + 30_000 + kMaxWaitForEndMs - 1);
  assert.deepEqual(numbersOf(shown.running), ["1"]);
  shown.advance(1000 + 30_000 + kMaxWaitForEndMs);
  assert.deepEqual(numbersOf(shown.running), []);
});

test("the time of a lost connection does not count", () => {
  const shown = new ShownMatches();
  shown.setListed(list("1"), new Set(), 0);
  shown.setListed([], new Set(["1"]), 1000);
  shown.forgetWaits();
  shown.advance(1000 + 2 * kMaxWaitForEndMs);
  assert.deepEqual(numbersOf(shown.running), ["1"]);
});
