import assert from "node:assert/strict";
import { test } from "node:test";

import { causeText } from "../../../../../clients/web/text/cause.js";

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
