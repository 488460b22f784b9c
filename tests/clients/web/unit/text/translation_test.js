import assert from "node:assert/strict";
import { afterEach, test } from "node:test";

import { languageOf, setLanguage, t } from "../../../../../clients/web/text/translation.js";

afterEach(() => setLanguage("en"));

test("the language that was chosen counts more than the browser's", () => {
  assert.equal(languageOf("ja", ["en-GB"]), "ja");
  assert.equal(languageOf("en", ["ja"]), "en");
});

test("else it is the first that both the browser and we know", () => {
  assert.equal(languageOf("system", ["fr", "ja-JP", "en"]), "ja");
  assert.equal(languageOf("system", ["en-US", "ja"]), "en");
  assert.equal(languageOf("system", ["fr"]), "en");
  assert.equal(languageOf("system", []), "en");
});

test("names are filled in, numbers as the language writes them", () => {
  assert.equal(t("board.attack", { n: 12345 }), "Sent: 12,345");
  setLanguage("ja");
  assert.equal(t("board.link", { n: 5 }), "5 連鎖");
});

test("what is filled in is not filled in again", () => {
  assert.equal(t("board.other", { name: "{name} $& <b>" }), "Field of {name} $& <b>");
});

test("a name that was not given stays visible as such", () => {
  assert.equal(t("board.link"), "{n}-chain");
});
