import assert from "node:assert/strict";
import { test } from "node:test";

import { causeText, refusalText } from "../../../../../clients/web/text/server_codes.js";

test("causes are said alike, however they are written", () => {
  assert.equal(causeText("no_move", ""), "No move was left");
  assert.equal(causeText("CAUSE_NO_MOVE", ""), "No move was left");
});

test("what somebody did is said of them", () => {
  assert.equal(causeText("resigned", "ann"), "ann resigned");
  assert.equal(causeText("resigned", ""), "A player resigned");
});

test("a cause that this page does not know yet breaks nothing", () => {
  assert.equal(causeText("CAUSE_OUT_OF_TUNE", ""), "out of tune");
  assert.equal(causeText("", ""), "");
});

test("what the server often refuses is said in the page's words, all else in the server's", () => {
  assert.equal(refusalText("ERROR_CODE_BUSY", "too many"), "The server is full. Try again in a moment.");
  assert.equal(refusalText("ERROR_CODE_OUT_OF_TUNE", "tune it"), "The server refused: tune it");
  assert.equal(refusalText("", "why not"), "The server refused: why not");
});
