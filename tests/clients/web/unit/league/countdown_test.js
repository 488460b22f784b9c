import assert from "node:assert/strict";
import { test } from "node:test";

import { timeUntil } from "../../../../../clients/web/league/countdown.js";

const kSecond = 1000;
const kHour = 3600 * kSecond;

test("the time until a start is short, and never too early", () => {
  assert.equal(timeUntil(0), "0");
  assert.equal(timeUntil(1), "1");
  assert.equal(timeUntil(59 * kSecond), "59");
  assert.equal(timeUntil(59 * kSecond + 1), "1:00");
  assert.equal(timeUntil(65 * kSecond), "1:05");
  assert.equal(timeUntil(2 * kHour + 65 * kSecond), "2:01:05");
  assert.equal(timeUntil(47 * kHour + 65 * kSecond), "47:01:05");
  assert.equal(timeUntil(76 * kHour), "3 d 4 h");
});
