import assert from "node:assert/strict";
import { test } from "node:test";

import {
  kDefaultSettings, kMaxNameCharacters, kSettingsKey, parseName, parseSettings, Settings,
} from "../../../../../clients/web/base/settings.js";

/** @returns {Storage} */
function memory() {
  /** @type {Map<string, string>} */
  const items = new Map();
  return {
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
    clear: () => items.clear(),
    key: () => null,
    length: 0,
  };
}

test("what was chosen is there after the page was left", () => {
  const storage = memory();
  const first = new Settings(() => storage);
  first.change({ name: "Ada", repeat: { das: 12, arr: 4 } });
  const second = new Settings(() => storage);
  assert.deepEqual(second.value, { ...kDefaultSettings, name: "Ada", repeat: { das: 12, arr: 4 } });
});

test("each part that is not understood has its default", () => {
  const settings = parseSettings({
    version: 1, name: 5, language: "xx", keys: [], repeat: { das: 99, arr: 5 }, look: { palette: "own", own: 1 },
    sound: { master: 2, muted: true },
  });
  assert.deepEqual(settings.repeat, { das: kDefaultSettings.repeat.das, arr: 5 });
  assert.equal(settings.look.palette, "own");
  assert.deepEqual(settings.look.own, kDefaultSettings.look.own);
  assert.equal(settings.sound.master, kDefaultSettings.sound.master);
  assert.equal(settings.sound.muted, true);
  assert.equal(settings.language, "system");
  assert.equal(settings.name, "");
});

test("a stored repeat that is quicker than the rules allow has the default", () => {
  assert.deepEqual(parseSettings({ version: 1, repeat: { das: 7, arr: 2 } }).repeat, { das: 7, arr: 4 });
});

test("settings of another version are not guessed at", () => {
  assert.deepEqual(parseSettings({ version: 2, name: "Ada" }), kDefaultSettings);
  assert.deepEqual(parseSettings("nonsense"), kDefaultSettings);
});

test("broken text in the storage is as none", () => {
  const storage = memory();
  storage.setItem(kSettingsKey, "{");
  assert.deepEqual(new Settings(() => storage).value, kDefaultSettings);
});

test("a browser that forbids storage still changes settings", () => {
  const settings = new Settings(() => {
    throw new Error("denied");
  });
  settings.change({ name: "Ada" });
  assert.equal(settings.value.name, "Ada");
});

test("listeners hear of the value at once and of each change until they leave", () => {
  const settings = new Settings(memory);
  /** @type {string[]} */
  const heard = [];
  const leave = settings.subscribe((value) => heard.push(value.name));
  settings.change({ name: "Ada" });
  leave();
  settings.change({ name: "Bob" });
  assert.deepEqual(heard, ["", "Ada"]);
});

test("names lose what cannot be seen and what is too long", () => {
  assert.equal(parseName("  A\u202eda\u0000 "), "Ada");
  assert.equal(parseName("x".repeat(99)).length, kMaxNameCharacters);
  // A server counts bytes.
  assert.equal(parseName("😀".repeat(99)), "😀".repeat(8));
  assert.equal(parseName("ぷよぷよ大好きな太郎さんです"), "ぷよぷよ大好きな太郎");
});

test("a chosen scheme is kept, and an unknown one is the usual one", () => {
  const { look } = kDefaultSettings;
  const stored = (/** @type {string} */ scheme) => ({ ...kDefaultSettings, version: 1, look: { ...look, scheme } });
  assert.equal(parseSettings(stored("light")).look.scheme, "light");
  assert.equal(parseSettings(stored("neon")).look.scheme, "usual");
});
