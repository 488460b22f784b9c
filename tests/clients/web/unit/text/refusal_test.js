import assert from "node:assert/strict";
import { test } from "node:test";

import { refusalText } from "../../../../../clients/web/text/refusal.js";

test("what the server often refuses is said in the page's words, all else in the server's", () => {
  assert.equal(refusalText("ERROR_CODE_BUSY", "too many"), "The server is full. Try again in a moment.");
  assert.equal(refusalText("ERROR_CODE_OUT_OF_TUNE", "tune it"), "The server refused: tune it");
  assert.equal(refusalText("", "why not"), "The server refused: why not");
});
