import assert from "node:assert/strict";
import { test } from "node:test";

import { keyName } from "../../../../../clients/web/settings/key_name.js";

test("keys are called what is printed on them", () => {
  assert.equal(keyName("KeyX"), "X");
  assert.equal(keyName("Digit7"), "7");
  assert.equal(keyName("ArrowLeft"), "←");
  assert.equal(keyName("Numpad4"), "Num 4");
  assert.equal(keyName("F5"), "F5");
});

test("a free slot is called so", () => {
  assert.equal(keyName(""), "none");
});
