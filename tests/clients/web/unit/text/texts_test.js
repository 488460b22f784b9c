import assert from "node:assert/strict";
import { test } from "node:test";

import { kChanceTexts } from "../../../../../clients/web/text/chance_texts.js";
import { kHowToPlayTexts } from "../../../../../clients/web/text/how_to_play_texts.js";
import { kOrganiseTexts } from "../../../../../clients/web/text/organise_texts.js";
import { kTexts } from "../../../../../clients/web/text/texts.js";
import { builtPrefixes, clientFiles, writtenKeys } from "./source_texts.js";

const kAllTexts = { ...kTexts, ...kChanceTexts, ...kHowToPlayTexts, ...kOrganiseTexts };
const kKeys = Object.keys(kAllTexts);
const kSources = clientFiles();

/** @param {string} text */
function names(text) {
  return [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1]).sort();
}

test("every text is there in both languages", () => {
  for (const [key, texts] of Object.entries(kAllTexts)) {
    assert.deepEqual(Object.keys(texts), ["en", "ja"], key);
    for (const text of Object.values(texts)) assert.notEqual(text.trim(), "", key);
  }
});

test("a text has the same names to fill in, in both languages", () => {
  for (const [key, { en, ja }] of Object.entries(kAllTexts)) assert.deepEqual(names(ja), names(en), key);
});

test("every text that the client asks for exists", () => {
  const missing = kSources.flatMap(({ path, source }) =>
    writtenKeys(source).filter((key) => !kKeys.includes(key)).map((key) => `${path}: ${key}`),
  );
  assert.deepEqual(missing, []);
});

test("every key that is built begins as some key does", () => {
  const prefixes = kSources.flatMap(({ source }) => builtPrefixes(source));
  assert.deepEqual(prefixes.filter((prefix) => !kKeys.some((key) => key.startsWith(prefix))), []);
});

test("every text is used", () => {
  const prefixes = kSources.flatMap(({ source }) => builtPrefixes(source));
  const isWritten = (/** @type {string} */ key) => kSources.some(({ source }) => source.includes(`"${key}"`));
  const unused = kKeys.filter((key) => !isWritten(key) && !prefixes.some((prefix) => key.startsWith(prefix)));
  assert.deepEqual(unused, []);
});

test("the keys of calls and of markup are found", () => {
  assert.deepEqual(writtenKeys('t("a.b", {n: 1}) at("c.d") <p data-text="e.f" data-text-label="g.h">'), [
    "a.b", "e.f", "g.h",
  ]);
  assert.deepEqual(builtPrefixes("t(`cause.${cause}`)"), ["cause."]);
});
