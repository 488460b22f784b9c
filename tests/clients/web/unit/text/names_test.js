import assert from "node:assert/strict";
import { test } from "node:test";

import { pairOfNames } from "../../../../../clients/web/text/names.js";

test("two names stand in the order of their seats", () => {
  assert.equal(pairOfNames(["ann", "ボブ"]), "ann – ボブ");
  assert.equal(pairOfNames(["ann"]), "ann – ");
  assert.equal(pairOfNames([]), " – ");
});

test("a name that is written from right to left does not change places with its neighbour", () => {
  assert.equal(pairOfNames(["דנה", "سلمى"]), "\u2068דנה\u2069 – \u2068سلمى\u2069");
  assert.equal(pairOfNames(["ann", "דנה 7"]), "ann – \u2068דנה 7\u2069");
});
