import assert from "node:assert/strict";
import { test } from "node:test";

import { Draft } from "../../../../../clients/web/organise/draft.js";
import { kNewPlan } from "../../../../../clients/web/organise/plan.js";

/** @param {Record<string, string>} texts */
function storageOf(texts) {
  const stored = new Map(Object.entries(texts));
  return () => /** @type {Storage} */ (/** @type {unknown} */ ({
    getItem: (/** @type {string} */ key) => stored.get(key) ?? null,
    setItem: (/** @type {string} */ key, /** @type {string} */ text) => stored.set(key, text),
    removeItem: (/** @type {string} */ key) => stored.delete(key),
  }));
}

test("what was typed and the key of its request outlive a reload, until the tournament is created", () => {
  const storage = storageOf({});
  const draft = new Draft(storage);
  assert.deepEqual(draft.fields, kNewPlan);
  draft.fields.name = "Spring cup";
  draft.fields.builtIn = ["greedy"];
  draft.json = "{}";
  draft.save();
  const again = new Draft(storage);
  assert.deepEqual([again.fields, again.json, again.key], [draft.fields, "{}", draft.key]);
  again.renewKey();
  assert.notEqual(again.key, draft.key);
  assert.equal(new Draft(storage).key, again.key);
  again.clear();
  assert.deepEqual([again.fields, again.json], [kNewPlan, null], "a page that is shown again begins anew, too");
  assert.deepEqual(new Draft(storage).fields, kNewPlan);
  assert.notEqual(new Draft(storage).key, again.key);
});

test("a draft is found again by its own account only", () => {
  const storage = storageOf({});
  const draft = new Draft(storage);
  draft.useFor("ann");
  draft.fields.guests = "bob";
  draft.json = "{}";
  draft.save();
  const reloaded = new Draft(storage);
  reloaded.useFor("ann");
  assert.deepEqual([reloaded.fields.guests, reloaded.json], ["bob", "{}"]);
  reloaded.useFor("eve");
  assert.deepEqual([reloaded.fields, reloaded.json], [kNewPlan, null]);
});

test("a stored draft that cannot be one is no draft", () => {
  for (const text of ["", "no JSON", "[]", '{"fields": 3, "json": 4, "key": 5}', '{"fields": {"builtIn": 1, "name": null}}']) {
    const draft = new Draft(storageOf({ "rensa.organise_draft": text }));
    assert.deepEqual([draft.fields, draft.json], [kNewPlan, null], text);
  }
});
