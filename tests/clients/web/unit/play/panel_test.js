import assert from "node:assert/strict";
import { test } from "node:test";

import { contentOf } from "../../../../../clients/web/play/panel.js";

/** @param {string} name @param {boolean} isAnyConnected */
function linesOf(name, isAnyConnected) {
  const topic = { kind: "no_free_opponent", name, isAnyConnected };
  const content = contentOf(/** @type {any} */ (topic), /** @type {any} */ ({}), /** @type {any} */ ({}));
  return (content?.lines ?? []).join(" ");
}

test("a page that finds no opponent connected says so, and how to start one", () => {
  for (const name of ["", "gaze"]) {
    assert.match(linesOf(name, false), /No opponent is connected/);
    assert.match(linesOf(name, false), /rensa-worker .*--open 4/);
  }
});

test("a page whose opponents are busy says that", () => {
  assert.match(linesOf("", true), /All opponents are busy/);
  assert.match(linesOf("gaze", true), /gaze is not connected, or is busy/);
});
