import assert from "node:assert/strict";
import { test } from "node:test";

import { replayActionOf } from "../../../../../clients/web/replay/keys.js";

/** @param {string} key @param {{shiftKey?: boolean, ctrlKey?: boolean}} [held] */
const actionOf = (key, held = {}) =>
  replayActionOf({ key, shiftKey: false, ctrlKey: false, altKey: false, metaKey: false, ...held });

test("arrows go by placements, with Shift by links", () => {
  assert.equal(actionOf("ArrowLeft"), "back_placement");
  assert.equal(actionOf("ArrowLeft", { shiftKey: true }), "back_link");
  assert.equal(actionOf("ArrowRight", { shiftKey: true }), "forward_link");
});

test("what a layout needs Shift for still works", () => {
  assert.equal(actionOf(".", { shiftKey: true }), "forward_frame");
});

test("the browser keeps its own keys", () => {
  assert.equal(actionOf("ArrowLeft", { ctrlKey: true }), null);
  assert.equal(actionOf("a"), null);
});
