import assert from "node:assert/strict";
import { test } from "node:test";

import { kMaxTrayIcons, trayIcons } from "../../../../../clients/web/draw/garbage_tray.js";

test("an amount is shown in icons from the largest down", () => {
  assert.deepEqual(trayIcons(0), []);
  assert.deepEqual(trayIcons(1), ["small"]);
  assert.deepEqual(trayIcons(6), ["large"]);
  assert.deepEqual(trayIcons(37), ["rock", "large", "small"]);
  assert.deepEqual(trayIcons(180 + 60), ["star", "rock", "rock"]);
  assert.deepEqual(trayIcons(720 + 360), ["crown", "moon"]);
});

test("icons that do not fit are left out, the smallest first", () => {
  const icons = trayIcons(29);
  assert.equal(icons.length, kMaxTrayIcons);
  assert.deepEqual(icons, ["large", "large", "large", "large", "small", "small"]);
  assert.equal(trayIcons(1_000_000).length, kMaxTrayIcons);
});
