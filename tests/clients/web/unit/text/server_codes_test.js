import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { causeText, refusalText } from "../../../../../clients/web/text/server_codes.js";
import { kTexts } from "../../../../../clients/web/text/texts.js";
import { setLanguage } from "../../../../../clients/web/text/translation.js";

const kRoot = new URL("../../../../../", import.meta.url);
/** @param {string} path */
const textOf = (path) => readFileSync(new URL(path, kRoot), "utf8");

/** The words of a list in a source file. @param {string} path @param {RegExp} list @param {RegExp} word */
function listed(path, list, word) {
  const [, found] = textOf(path).match(list) ?? [];
  assert.ok(found, `${path} has no ${list}`);
  return [...found.matchAll(word)].map((match) => match[1].toLowerCase()).sort();
}

/** @param {string} path */
const namesInOrder = (path) => [...(textOf(path).match(/kCauseNames = \{([^}]*)\}/)?.[1] ?? "").matchAll(/"(\w+)"/g)]
  .map((match) => match[1]);

/** @param {string} prefix */
const keysOf = (prefix) => Object.keys(kTexts).filter((key) => key.startsWith(prefix))
  .map((key) => key.slice(prefix.length)).sort();

test("each cause of the engine, and no other, has a text in both languages and a number on the wire", () => {
  const causes = listed("engine/duel/outcome.h", /kCauseNames = \{([^}]*)\}/, /"(\w+)"/g);
  assert.ok(causes.includes("choked"));
  assert.deepEqual(keysOf("cause."), causes);
  const onTheWire = listed("proto/rensa/v1/game.proto", /enum Cause \{([^}]*)\}/, /CAUSE_(\w+) = [1-9]/g);
  assert.deepEqual(onTheWire, causes);
  // In records they have the numbers of the engine.
  for (const [number, name] of namesInOrder("engine/duel/outcome.h").entries()) {
    assert.match(textOf("docs/records.md"), new RegExp(`\\b${number}\\s+${name}\\b`));
  }
});

test("each refusal with a text of its own is an error of the server", () => {
  const codes = listed("proto/rensa/v1/server.proto", /enum ErrorCode \{([^}]*)\}/, /ERROR_CODE_(\w+) = [1-9]/g);
  assert.deepEqual(keysOf("refusal.").filter((code) => !codes.includes(code)), []);
});

test("causes are said alike, however they are written", () => {
  assert.equal(causeText("no_move", ""), "No move was left");
  assert.equal(causeText("CAUSE_NO_MOVE", ""), "No move was left");
});

test("what somebody did is said of them", () => {
  assert.equal(causeText("resigned", "ann"), "ann resigned");
  assert.equal(causeText("resigned", ""), "A player resigned");
});

test("a cause that this page does not know yet breaks nothing", () => {
  assert.equal(causeText("CAUSE_OUT_OF_TUNE", ""), "out of tune");
  assert.equal(causeText("", ""), "");
});

test("what the server often refuses is said in the page's words, all else in the server's", () => {
  assert.equal(refusalText("ERROR_CODE_BUSY", "too many"), "The server is full. Try again in a moment.");
  assert.equal(refusalText("ERROR_CODE_TERMS", "no such rules"), "The server does not allow such a match: no such rules");
  assert.equal(refusalText("ERROR_CODE_OUT_OF_TUNE", "tune it"), "The server refused: tune it");
  assert.equal(refusalText("", "why not"), "The server refused: why not");
});

test("of a drawn game no player is told to have topped out", () => {
  setLanguage("en");
  assert.equal(causeText("choked", ""), "Both topped out");
  assert.equal(causeText("CAUSE_CHOKED", "ann"), "ann topped out");
});
