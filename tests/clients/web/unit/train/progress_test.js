import assert from "node:assert/strict";
import { test } from "node:test";

import {
  kFirstLevel, kMostEntries, kProgressKey, kUnknownEssence, parseProgress, Progress,
} from "../../../../../clients/web/train/progress.js";
import { requestFor } from "../../../../../clients/web/train/problems.js";
import { countsOf, plotPoints } from "../../../../../clients/web/train/progress_view.js";

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
  progress.changeLast({ fun: 4 });
  progress.setLevel(2.4);
  progress.setSize({ hands: 3, links: 5 });
  const again = new Progress(storage);
  assert.deepEqual(again.entries, [entry({ fun: 4 })]);
  assert.deepEqual([again.level, again.size], [2.4, { hands: 3, links: 5 }]);
  again.forget();
  const forgotten = new Progress(storage);
  assert.deepEqual([forgotten.entries, forgotten.level, forgotten.size], [[], kFirstLevel, { hands: 3, links: 5 }]);
});

test("only the last entries are kept", () => {
  const progress = new Progress(someStorage());
  for (let i = 0; i < kMostEntries + 5; ++i) progress.add(entry({ essence: `a${i}`, seconds: i }));
  assert.deepEqual([progress.entries.length, progress.entries[0].seconds], [kMostEntries, 5]);
});

test("a problem that is had again counts once, and as solved once it was", () => {
  const progress = new Progress(someStorage());
  progress.add(entry({ fun: 4 }));
  progress.add(entry({ essence: "cd34" }));
  progress.add(entry({ seconds: 3 }));
  progress.changeLast({ usefulness: 2 });
  assert.deepEqual(progress.entries, [entry({ essence: "cd34" }), entry({ fun: 4, usefulness: 2 })]);
  progress.add(entry({ solved: false, seconds: 50 }));
  assert.deepEqual(progress.entries[1], entry({ fun: 4, usefulness: 2 }));
  progress.add(entry({ essence: "ef56", solved: false, seconds: 50 }));
  progress.add(entry({ essence: "ef56", seconds: 20 }));
  assert.deepEqual(countsOf(progress.entries), { total: 3, solved: 3, medianSeconds: 12 });
});

test("a problem that turns out to be an old one counts once as well", () => {
  const progress = new Progress(someStorage());
  progress.add(entry());
  progress.add(entry({ essence: kUnknownEssence, features: null }));
  progress.add(entry({ essence: kUnknownEssence, features: null }));
  assert.equal(progress.entries.length, 3);
  progress.changeLast({ essence: "ab12", features: kFeatures });
  assert.deepEqual(progress.entries.map(({ essence }) => essence), [kUnknownEssence, "ab12"]);
});

test("entries that are broken are left out, the others stay", () => {
  const broken = [null, 7, {}, entry({ hands: 99 }), entry({ essence: "<b>" }), { ...entry(), solved: "yes" },
    entry({ seconds: -1 })];
  const foreign = entry({ essence: kUnknownEssence, features: null });
  const stored = { version: 1, entries: [...broken, entry({ fun: 9 }), foreign, entry()], level: "high" };
  assert.deepEqual(parseProgress(stored), {
    entries: [foreign, entry()], level: kFirstLevel, size: { hands: 2, links: 3 },
  });
  for (const other of [null, 3, [], { version: 2, entries: [] }, { version: 1, entries: {} }]) {
    assert.deepEqual(parseProgress(other).entries, []);
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
  const unsolved = entry({ solved: false, seconds: 1 });
  assert.deepEqual(countsOf([...entries, unsolved]), { total: 4, solved: 3, medianSeconds: 7 });
  assert.deepEqual(countsOf([]), { total: 0, solved: 0, medianSeconds: null });
});

test("levels are a line from left to right, the higher the harder", () => {
  const [first, second, third] = plotPoints([1, 3, 5]);
  assert.ok(first.x < second.x && second.x < third.x);
  assert.ok(first.y > second.y && second.y > third.y);
  assert.equal(plotPoints([2]).length, 1);
});
