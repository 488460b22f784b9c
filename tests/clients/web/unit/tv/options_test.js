import assert from "node:assert/strict";
import { test } from "node:test";

import { kParts, parseTvOptions } from "../../../../../clients/web/tv/options.js";

test("an address without a choice shows everything", () => {
  assert.deepEqual(parseTvOptions(""), { isBare: false, parts: new Set(kParts), match: "", tournament: "" });
});

test("parts, a match and a tournament can be chosen for a program for streaming", () => {
  assert.deepEqual(parseTvOptions("?bare=1&show=match,table&match=7&tournament=autumn-cup"), {
    isBare: true, parts: new Set(["match", "table"]), match: "7", tournament: "autumn-cup",
  });
});

test("unknown parts are ignored, and an address with only such parts shows everything", () => {
  assert.deepEqual(parseTvOptions("?show=wall,<b>").parts, new Set(["wall"]));
  assert.deepEqual(parseTvOptions("?show=nothing").parts, new Set(kParts));
});
