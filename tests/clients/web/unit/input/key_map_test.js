import assert from "node:assert/strict";
import { test } from "node:test";

import {
  actionOf, findConflicts, kActions, kDefaultKeyMap, keyName, parseKeyMap, withKey,
} from "../../../../../clients/web/input/key_map.js";

test("the keys that come with the client do not conflict", () => {
  assert.deepEqual(findConflicts(kDefaultKeyMap), []);
});

test("both slots of an action do it", () => {
  assert.equal(actionOf(kDefaultKeyMap, "ArrowLeft"), "left");
  assert.equal(actionOf(kDefaultKeyMap, "KeyA"), "left");
  assert.equal(actionOf(kDefaultKeyMap, "F13"), null);
});

test("a free slot is no key", () => {
  assert.equal(actionOf(kDefaultKeyMap, ""), null);
});

test("a key that two actions want is a conflict", () => {
  const map = withKey(kDefaultKeyMap, "rematch", 1, "KeyX");
  assert.deepEqual(findConflicts(map), [{ code: "KeyX", actions: ["turn_cw", "rematch"] }]);
  assert.equal(actionOf(map, "KeyX"), "turn_cw");
  assert.equal(kDefaultKeyMap.rematch[1], "");
});

test("a key moves between the slots of one action", () => {
  assert.deepEqual(withKey(kDefaultKeyMap, "left", 1, "ArrowLeft").left, ["", "ArrowLeft"]);
  assert.deepEqual(withKey(kDefaultKeyMap, "left", 0, "").left, ["", "KeyA"]);
});

test("a map survives JSON", () => {
  const map = withKey(kDefaultKeyMap, "resign", 0, "Digit0");
  assert.deepEqual(parseKeyMap(JSON.parse(JSON.stringify(map))), map);
});

test("an action that a map lacks has its default keys", () => {
  assert.deepEqual(parseKeyMap({ left: ["KeyQ", ""] }), { ...kDefaultKeyMap, left: ["KeyQ", ""] });
});

test("what is no map is refused", () => {
  for (const value of [
    null, 1, [], { fly: ["KeyA", ""] }, { left: ["KeyA"] }, { left: ["KeyA", 3] }, { left: ["Escape", ""] },
    { left: ["Tab", ""] }, { left: ["<b>", ""] }, { left: ["KeyA", "KeyA"] }, { left: "KeyA" },
  ]) {
    assert.equal(parseKeyMap(value), null, JSON.stringify(value));
  }
});

test("every action has two slots", () => {
  for (const action of kActions) assert.equal(kDefaultKeyMap[action].length, 2);
});

test("keys are called what is printed on them", () => {
  assert.equal(keyName("KeyX"), "X");
  assert.equal(keyName("Digit7"), "7");
  assert.equal(keyName("ArrowLeft"), "←");
  assert.equal(keyName("Numpad4"), "Num 4");
  assert.equal(keyName("F5"), "F5");
});

test("a free slot is called so", () => {
  assert.equal(keyName(""), "none");
});
