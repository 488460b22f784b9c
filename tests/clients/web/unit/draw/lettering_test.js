import assert from "node:assert/strict";
import { test } from "node:test";

import { lettersOf } from "../../../../../clients/web/draw/lettering.js";
import { kTexts } from "../../../../../clients/web/text/texts.js";

test("every letter of the drawn words and every digit can be drawn", () => {
  const words = Object.entries(kTexts).filter(([key]) => key.startsWith("letters.")).flatMap(([, { en, ja }]) => [en, ja]);
  assert.ok(words.length >= 6);
  for (const word of [...words, "-0123456789"]) assert.equal(lettersOf(word).letters.length, [...word].length, word);
});

test("letters stand beside each other, from the left edge to the width", () => {
  const { letters, width, height } = lettersOf("10");
  assert.equal(letters[0].x, 0);
  assert.ok(letters[1].x > 3 && letters[1].x < width);
  assert.equal(height, 10);
  assert.ok(lettersOf("100").width > width);
  assert.ok(lettersOf("れんさ").height > height, "kana have more strokes");
});

test("an unknown letter is left out, and no letter takes no room", () => {
  assert.equal(lettersOf("1?").width, lettersOf("1").width);
  assert.deepEqual(lettersOf(""), { letters: [], width: 0, height: 10 });
});
