import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, test } from "node:test";

import { makeEngine } from "../../../../../clients/web/rules/engine.js";
import { TrainingPosition } from "../../../../../clients/web/rules/training_position.js";
import { setLanguage } from "../../../../../clients/web/text/translation.js";
import { linkErrorText } from "../../../../../clients/web/train/problem_text.js";
import { requestErrorText } from "../../../../../clients/web/train/problems.js";

const kEngine = new URL("../../../../../clients/web/rules/engine.wasm", import.meta.url);
const kCompiled = await WebAssembly.compile(readFileSync(kEngine));

/** A link for each error that a link can have. */
const kWrongLinks = /** @type {const} */ ({
  unreadable: "%",
  no_goal: "800F08J08A0EB_8161",
  goal_of_nothing: "800F08J08A0EB_8161__u00",
  strange_cells: "~9_01__u01",
  hangs: "100000_0161__u01",
  vanishes: "991_01__u01",
  choked: "~6.6.6.6.6.6.6.6.6.6.6.6".replaceAll("6", "006") + "_01__u01",
  no_pair: "800F08J08A0EB___270",
  endless: "_010101010101010101010101010101__u01",
});

after(() => setLanguage("en"));

test("what is wrong with a link is known by name, and the problem before goes on", async () => {
  const position = new TrainingPosition(await makeEngine(kCompiled));
  assert.equal(position.start("_0101__u01"), "");
  for (const [error, url] of Object.entries(kWrongLinks)) assert.equal(position.start(url), error, url);
  assert.equal(position.pairs().length, 2);
});

test("what is wrong with a link is said in Japanese to who reads that", () => {
  setLanguage("ja");
  const errors = /** @type {(keyof typeof kWrongLinks)[]} */ (Object.keys(kWrongLinks));
  for (const wrong of [...errors, /** @type {const} */ ("colourless"), /** @type {const} */ ("elsewhere")]) {
    assert.match(linkErrorText(wrong), /[ぁ-ん]/, wrong);
    assert.doesNotMatch(linkErrorText(wrong), /[a-z]{4}/, wrong);
  }
  assert.equal(linkErrorText(""), "");
  setLanguage("en");
});

test("what a server may refuse to anybody is said in the page's words", () => {
  const none = "No problem of this size could be made. Ask again, or choose another size.";
  assert.equal(requestErrorText(404, "none"), none);
  assert.equal(requestErrorText(429, "wait"), "Too many requests at once. Try again in a moment.");
  assert.equal(requestErrorText(400, "what is this"), "The server refused: what is this");
});
