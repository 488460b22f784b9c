import assert from "node:assert/strict";
import { test } from "node:test";

import {
  kFirstLevel, kMostEntries, kProgressKey, parseProgress, Progress,
} from "../../../../../clients/web/train/progress.js";
import { requestFor } from "../../../../../clients/web/train/problems.js";
import { countsOf, pointsOf } from "../../../../../clients/web/train/progress_view.js";

/** @typedef {import("../../../../../clients/web/train/progress.js").Entry} Entry */

const kFeatures = { puyos: 20, solutions: 1, firing: 30, falling: 4, colours: 4, used: 3, misleading: 1 };

/** @param {Partial<Entry>} parts @returns {Entry} */
const entry = (parts = {}) => ({
  essence: "ab12", hands: 2, links: 3, features: kFeatures, level: 2, solved: true, seconds: 12, difficulty: null,
  fun: null, usefulness: null, ...parts,
});

/** @param {Record<string, string>} [kept] */
function someStorage(kept = {}) {
  const storage = {
    getItem: (/** @type {string} */ key) => kept[key] ?? null,
    setItem: (/** @type {string} */ key, /** @type {string} */ value) => void (kept[key] = value),
  };
  return () => /** @type {Storage} */ (/** @type {unknown} */ (storage));
}

test("what was done is there again after a reload, and forgotten when that is wanted", () => {
  const storage = someStorage();
  const progress = new Progress(storage);
  progress.add(entry());
  progress.amend({ fun: 4 });
  progress.reach(2.4);
  progress.choose({ hands: 3, links: 5 });
  const again = new Progress(storage);
  assert.deepEqual(again.entries, [entry({ fun: 4 })]);
  assert.deepEqual([again.level, again.size], [2.4, { hands: 3, links: 5 }]);
  again.forget();
  const forgotten = new Progress(storage);
  assert.deepEqual([forgotten.entries, forgotten.level, forgotten.size], [[], kFirstLevel, { hands: 3, links: 5 }]);
});

test("only the last entries are kept", () => {
  const progress = new Progress(someStorage());
  for (let i = 0; i < kMostEntries + 5; ++i) progress.add(entry({ seconds: i }));
  assert.deepEqual([progress.entries.length, progress.entries[0].seconds], [kMostEntries, 5]);
});

test("entries that are broken are left out, the others stay", () => {
  const broken = [null, 7, {}, entry({ hands: 99 }), entry({ essence: "<b>" }), { ...entry(), solved: "yes" },
    entry({ seconds: -1 })];
  const stored = { version: 1, entries: [...broken, entry({ fun: 9 }), entry({ features: null })], level: "high" };
  assert.deepEqual(parseProgress(stored), {
    entries: [entry(), entry({ features: null })], level: kFirstLevel, size: { hands: 2, links: 3 },
  });
  for (const foreign of [null, 3, [], { version: 2, entries: [] }, { version: 1, entries: {} }]) {
    assert.deepEqual(parseProgress(foreign).entries, []);
  }
  assert.deepEqual(new Progress(someStorage({ [kProgressKey]: "{" })).entries, []);
});

test("a browser that keeps nothing is no hindrance", () => {
  const progress = new Progress(() => {
    throw new Error("forbidden");
  });
  progress.add(entry());
  assert.equal(progress.entries.length, 1);
});

test("the server is told what counts, and what has been seen", () => {
  const entries = [entry({ fun: 2 }), entry({ essence: "0", features: null }), entry({ solved: false })];
  assert.deepEqual(requestFor({ hands: 2, links: 3 }, entries), {
    hands: 2,
    links: 3,
    seen: ["ab12", "0"],
    ratings: [
      { features: kFeatures, difficulty: null, fun: 2, usefulness: null, solved: true, seconds: 12 },
      { features: kFeatures, difficulty: null, fun: null, usefulness: null, solved: false, seconds: 12 },
    ],
  });
});

test("the usual time is that of the problem in the middle of those that were solved", () => {
  const entries = [9, 5, 7].map((seconds) => entry({ seconds }));
  assert.deepEqual(countsOf([...entries, entry({ solved: false, seconds: 1 })]), { had: 4, solved: 3, usual: 7 });
  assert.deepEqual(countsOf([]), { had: 0, solved: 0, usual: null });
});

test("levels are a line from left to right, the higher the harder", () => {
  const [first, second, third] = pointsOf([1, 3, 5]);
  assert.ok(first.x < second.x && second.x < third.x);
  assert.ok(first.y > second.y && second.y > third.y);
  assert.equal(pointsOf([2]).length, 1);
});
