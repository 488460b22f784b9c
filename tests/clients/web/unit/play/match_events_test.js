import assert from "node:assert/strict";
import { test } from "node:test";

import { playingTimeText } from "../../../../../clients/web/play/match_events.js";

test("time is minutes and seconds", () => {
  assert.equal(playingTimeText(0), "0:00");
  assert.equal(playingTimeText(59), "0:00");
  assert.equal(playingTimeText(60 * 61), "1:01");
  assert.equal(playingTimeText(60 * 600), "10:00");
});
