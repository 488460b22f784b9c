// This browser stores a person's settings. The stored value may be old, foreign or broken: each part that is not
// understood has its default.

import { kPalettes, parsePalette } from "../draw/look.js";
import { kArrRange, kDasRange, kDefaultRepeat } from "../input/frame_keys.js";
import { kDefaultKeyMap, parseKeyMap } from "../input/key_map.js";

/** @import {Palette, PaletteName} from "../draw/look.js" */
/** @import {RepeatSettings} from "../input/frame_keys.js" */
/** @import {KeyMap} from "../input/key_map.js" */

/**
 * @typedef {object} LookSettings
 * @property {PaletteName|"own"} palette
 * @property {Palette} own
 * @property {boolean} shapes
 * @property {boolean} letters
 * @property {boolean} landing
 * @property {"system"|"reduced"|"full"} motion
 */
/** @typedef {{master: number, effects: number, muted: boolean}} SoundSettings   volumes 0..1 */
/** @typedef {"system"|"en"|"ja"} LanguageSetting */
/**
 * @typedef {object} SettingsValue
 * @property {string} name   "": none chosen
 * @property {LanguageSetting} language
 * @property {KeyMap} keys
 * @property {RepeatSettings} repeat
 * @property {LookSettings} look
 * @property {SoundSettings} sound
 */

export const kSettingsKey = "rensa.settings";
export const kSettingsVersion = 1;
export const kLongestName = 24;
/** The server takes names of at most so many bytes: ten Japanese characters. */
const kMostNameBytes = 32;
const kEncoder = new TextEncoder();

/** @type {SettingsValue} */
export const kDefaultSettings = {
  name: "",
  language: "system",
  keys: kDefaultKeyMap,
  repeat: kDefaultRepeat,
  look: {
    palette: "usual", own: kPalettes.usual, shapes: true, letters: false, landing: true, motion: "system",
  },
  sound: { master: 0.7, effects: 1, muted: false },
};

/** @param {unknown} value @returns {Record<string, unknown>} */
function asObject(value) {
  return typeof value === "object" && value !== null ? /** @type {Record<string, unknown>} */ (value) : {};
}

/** @template {string} T @param {unknown} value @param {readonly T[]} known @param {T} otherwise @returns {T} */
function oneOf(value, known, otherwise) {
  return known.find((word) => word === value) ?? otherwise;
}

/** @param {unknown} value @param {boolean} otherwise */
function asFlag(value, otherwise) {
  return typeof value === "boolean" ? value : otherwise;
}

/** @param {unknown} value @param {{least: number, most: number}} range @param {number} otherwise */
function inRange(value, { least, most }, otherwise) {
  return typeof value === "number" && value >= least && value <= most ? value : otherwise;
}

/** @param {unknown} value @param {{least: number, most: number}} range @param {number} otherwise */
function wholeInRange(value, range, otherwise) {
  return Number.isInteger(value) ? inRange(value, range, otherwise) : otherwise;
}

/** @param {unknown} value */
export function parseName(value) {
  if (typeof value !== "string") return "";
  let name = "";
  for (const character of [...value.replace(/\p{C}/gu, "").trim()].slice(0, kLongestName)) {
    if (kEncoder.encode(name + character).length > kMostNameBytes) break;
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
  const given = asObject(value);
  const { keys, repeat, look, sound } = kDefaultSettings;
  if (given.version !== kSettingsVersion) return kDefaultSettings;
  const [givenRepeat, givenLook, givenSound] = [asObject(given.repeat), asObject(given.look), asObject(given.sound)];
  const unit = { least: 0, most: 1 };
  return {
    name: parseName(given.name),
    language: oneOf(given.language, ["system", "en", "ja"], "system"),
    keys: parseKeyMap(given.keys) ?? keys,
    repeat: {
      das: wholeInRange(givenRepeat.das, kDasRange, repeat.das),
      arr: wholeInRange(givenRepeat.arr, kArrRange, repeat.arr),
    },
    look: {
      palette: oneOf(givenLook.palette, ["usual", "deuteranopia", "contrast", "own"], look.palette),
      own: parsePalette(givenLook.own) ?? look.own,
      shapes: asFlag(givenLook.shapes, look.shapes),
      letters: asFlag(givenLook.letters, look.letters),
      landing: asFlag(givenLook.landing, look.landing),
      motion: oneOf(givenLook.motion, ["system", "reduced", "full"], look.motion),
    },
    sound: {
      master: inRange(givenSound.master, unit, sound.master),
      effects: inRange(givenSound.effects, unit, sound.effects),
      muted: asFlag(givenSound.muted, sound.muted),
    },
  };
}

/** The settings of this page, shared by its parts; parts are replaced as a whole. */
export class Settings {
  /** @param {() => Storage} storage   may throw: browsers can forbid it, and then nothing is kept */
  constructor(storage) {
    this.storage_ = storage;
    /** @type {Set<(value: SettingsValue) => void>} */
    this.listeners_ = new Set();
    this.value_ = this.read_();
  }

  get value() {
    return this.value_;
  }

  /** @param {Partial<SettingsValue>} parts */
  change(parts) {
    this.value_ = parseSettings({ ...this.value_, ...parts, version: kSettingsVersion });
    try {
      this.storage_().setItem(kSettingsKey, JSON.stringify({ version: kSettingsVersion, ...this.value_ }));
    } catch {
      // They hold until the page is left.
    }
    this.tell_();
  }

  /** Reads the stored settings again after another tab has changed them. */
  reload() {
    this.value_ = this.read_();
    this.tell_();
  }

  /**
   * Calls `listener` now and after each change.
   * @param {(value: SettingsValue) => void} listener
   * @returns {() => void} ends it
   */
  subscribe(listener) {
    this.listeners_.add(listener);
    listener(this.value_);
    return () => this.listeners_.delete(listener);
  }

  read_() {
    try {
      return parseSettings(JSON.parse(this.storage_().getItem(kSettingsKey) ?? "null"));
    } catch {
      return kDefaultSettings;
    }
  }

  tell_() {
    for (const listener of [...this.listeners_]) listener(this.value_);
  }
}

/** The settings of this browser, which follow those of its other tabs. */
export function browserSettings() {
  const settings = new Settings(() => window.localStorage);
  window.addEventListener("storage", (event) => {
    if (event.key === kSettingsKey || event.key === null) settings.reload();
  });
  return settings;
}
