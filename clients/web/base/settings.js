// Keeps a person's settings in the storage of the browser. The stored value may come from another version or be broken:
// each part that cannot be read gets its default.

import { kPalettes, parsePalette } from "../draw/look.js";
import { kArrRange, kDasRange, kDefaultRepeat } from "../input/frame_keys.js";
import { kDefaultKeyMap, parseKeyMap } from "../input/key_map.js";
import { BrowserStore, objectOrEmpty } from "./browser_store.js";

/** @import {Palette, PaletteName} from "../draw/look.js" */
/** @import {RepeatSettings} from "../input/frame_keys.js" */
/** @import {KeyMap} from "../input/key_map.js" */

/**
 * @typedef {object} LookSettings
 * @property {PaletteName|"own"} palette
 * @property {Palette} own
 * @property {boolean} shapes    each colour is marked with its own shape
 * @property {boolean} letters   each colour is marked with its letter
 * @property {boolean} landing   the cells where the falling pair would come to rest are marked
 * @property {"system"|"reduced"|"full"} motion
 * @property {SchemeSetting} scheme   "usual": as in the system, but dark while playing
 */
/** @typedef {"usual"|"light"|"dark"} SchemeSetting */
/** @typedef {{master: number, effects: number, music: number, muted: boolean}} SoundSettings   volumes 0..1 */
/** @typedef {"system"|"en"|"ja"} LanguageSetting */
/**
 * @typedef {object} SettingsValue
 * @property {string} name   "": the person has chosen none
 * @property {LanguageSetting} language
 * @property {KeyMap} keys
 * @property {RepeatSettings} repeat
 * @property {LookSettings} look
 * @property {SoundSettings} sound
 */

export const kSettingsKey = "rensa.settings";
export const kSettingsVersion = 1;
export const kMaxNameCharacters = 24;
/** The server accepts names of at most so many bytes, which is ten Japanese characters. */
const kMaxNameBytes = 32;
const kUtf8Encoder = new TextEncoder();

/** @type {SettingsValue} */
export const kDefaultSettings = {
  name: "",
  language: "system",
  keys: kDefaultKeyMap,
  repeat: kDefaultRepeat,
  look: {
    palette: "usual", own: kPalettes.usual, shapes: true, letters: false, landing: true, motion: "system",
    scheme: "usual",
  },
  sound: { master: 0.7, effects: 1, music: 0.5, muted: false },
};

/** @template {string} T @param {unknown} value @param {readonly T[]} known @param {T} defaultValue @returns {T} */
function wordOrDefault(value, known, defaultValue) {
  return known.find((word) => word === value) ?? defaultValue;
}

/** @param {unknown} value @param {boolean} defaultValue */
function flagOrDefault(value, defaultValue) {
  return typeof value === "boolean" ? value : defaultValue;
}

/** @param {unknown} value @param {{least: number, most: number}} range @param {number} defaultValue */
function numberOrDefault(value, { least, most }, defaultValue) {
  return typeof value === "number" && value >= least && value <= most ? value : defaultValue;
}

/** @param {unknown} value @param {{least: number, most: number}} range @param {number} defaultValue */
function integerOrDefault(value, range, defaultValue) {
  return Number.isInteger(value) ? numberOrDefault(value, range, defaultValue) : defaultValue;
}

/** Makes a valid name of a stored or typed text: without control characters, trimmed, cut to the greatest length.
 * Returns "" if the value is no text. @param {unknown} value */
export function parseName(value) {
  if (typeof value !== "string") return "";
  let name = "";
  for (const character of [...value.replace(/\p{C}/gu, "").trim()].slice(0, kMaxNameCharacters)) {
    if (kUtf8Encoder.encode(name + character).length > kMaxNameBytes) break;
    name += character;
  }
  return name;
}

/**
 * Reads settings from a stored or imported value.
 * @param {unknown} value
 * @returns {SettingsValue}
 */
export function parseSettings(value) {
  const given = objectOrEmpty(value);
  const { keys, repeat, look, sound } = kDefaultSettings;
  if (given.version !== kSettingsVersion) return kDefaultSettings;
  const [givenRepeat, givenLook, givenSound] = [given.repeat, given.look, given.sound].map(objectOrEmpty);
  const unit = { least: 0, most: 1 };
  return {
    name: parseName(given.name),
    language: wordOrDefault(given.language, ["system", "en", "ja"], "system"),
    keys: parseKeyMap(given.keys) ?? keys,
    repeat: {
      das: integerOrDefault(givenRepeat.das, kDasRange, repeat.das),
      arr: integerOrDefault(givenRepeat.arr, kArrRange, repeat.arr),
    },
    look: {
      palette: wordOrDefault(givenLook.palette, ["usual", "deuteranopia", "contrast", "own"], look.palette),
      own: parsePalette(givenLook.own) ?? look.own,
      shapes: flagOrDefault(givenLook.shapes, look.shapes),
      letters: flagOrDefault(givenLook.letters, look.letters),
      landing: flagOrDefault(givenLook.landing, look.landing),
      motion: wordOrDefault(givenLook.motion, ["system", "reduced", "full"], look.motion),
      scheme: wordOrDefault(givenLook.scheme, ["usual", "light", "dark"], look.scheme),
    },
    sound: {
      master: numberOrDefault(givenSound.master, unit, sound.master),
      effects: numberOrDefault(givenSound.effects, unit, sound.effects),
      music: numberOrDefault(givenSound.music, unit, sound.music),
      muted: flagOrDefault(givenSound.muted, sound.muted),
    },
  };
}

/** The settings that all parts of a page share. A change replaces whole members of the value, and tells listeners. */
export class Settings {
  /** @param {() => Storage} storage   throws if the browser forbids storage; then changes end with the page */
  constructor(storage) {
    this.store_ = new BrowserStore(storage);
    /** @type {Set<(value: SettingsValue) => void>} */
    this.listeners_ = new Set();
    this.value_ = this.readStored_();
  }

  get value() {
    return this.value_;
  }

  /** @param {Partial<SettingsValue>} parts */
  change(parts) {
    this.value_ = parseSettings({ ...this.value_, ...parts, version: kSettingsVersion });
    this.store_.write(kSettingsKey, JSON.stringify({ version: kSettingsVersion, ...this.value_ }));
    this.notifyListeners_();
  }

  toggleMute() {
    this.change({ sound: { ...this.value_.sound, muted: !this.value_.sound.muted } });
  }

  /** Reads the stored settings again after another tab has changed them. */
  reload() {
    this.value_ = this.readStored_();
    this.notifyListeners_();
  }

  /**
   * Calls `listener` now and after each change.
   * @param {(value: SettingsValue) => void} listener
   * @returns {() => void} ends the subscription
   */
  subscribe(listener) {
    this.listeners_.add(listener);
    listener(this.value_);
    return () => this.listeners_.delete(listener);
  }

  readStored_() {
    return parseSettings(this.store_.readJson(kSettingsKey));
  }

  notifyListeners_() {
    for (const listener of [...this.listeners_]) listener(this.value_);
  }
}

/** Returns the settings stored in this browser. They change when the person changes them in another tab. */
export function browserSettings() {
  const settings = new Settings(() => window.localStorage);
  window.addEventListener("storage", (event) => {
    if (event.key === kSettingsKey || event.key === null) settings.reload();
  });
  return settings;
}
