import assert from "node:assert/strict";
import { test } from "node:test";

import { kScoresKey, ScoreBook } from "../../../../../clients/web/home/score_book.js";

/** A storage of a browser, with a text under the key of the scores. @param {string} [text] */
function storageWith(text) {
  const texts = new Map(text === undefined ? [] : [[kScoresKey, text]]);
  const storage = {
    getItem: (/** @type {string} */ key) => texts.get(key) ?? null,
    setItem: (/** @type {string} */ key, /** @type {string} */ value) => void texts.set(key, value),
  };
  return () => /** @type {Storage} */ (/** @type {unknown} */ (storage));
}

test("won and lost games are counted for each player of the computer, whatever it is called", () => {
  const storage = storageWith();
  const book = new ScoreBook(storage);
  assert.equal(book.scoreAgainst("gaze"), null);
  book.add("gaze", { won: false, record: "1" });
  book.add("gaze-demo", { won: true, record: "2" });
  book.add("greedy", { won: true, record: "3" });
  assert.deepEqual(book.scoreAgainst("gaze-2"), { won: 1, lost: 1 });
  assert.deepEqual(new ScoreBook(storage).scoreAgainst("greedy"), { won: 1, lost: 0 }, "on the next page");
});

test("a game whose end is told twice counts once", () => {
  const book = new ScoreBook(storageWith());
  book.add("gaze", { won: true, record: "7" });
  book.add("gaze", { won: true, record: "7" });
  assert.deepEqual(book.scoreAgainst("gaze"), { won: 1, lost: 0 });
});

test("games against people are not kept", () => {
  const book = new ScoreBook(storageWith());
  book.add("Ada", { won: true, record: "7" });
  assert.equal(book.scoreAgainst("Ada"), null);
});

test("a wrong text in the storage, or a forbidden storage, has no scores", () => {
  for (const text of ["", "null", "7", '{"scores":7}', '{"scores":{"gaze":{"won":-1,"lost":"2"}}}', "{"]) {
    const book = new ScoreBook(storageWith(text));
    assert.equal(book.scoreAgainst("gaze"), null, text);
    book.add("gaze", { won: true, record: "1" });
    assert.deepEqual(book.scoreAgainst("gaze"), { won: 1, lost: 0 }, text);
  }
  const forbidden = new ScoreBook(() => {
    throw new Error("forbidden");
  });
  forbidden.add("gaze", { won: true, record: "1" });
  assert.equal(forbidden.scoreAgainst("gaze"), null);
});
