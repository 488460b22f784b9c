// The progress of a person, stored only in this browser. The stored data may come from another version or be broken:
// entries that cannot be read are left out.

import { BrowserStore, objectOrEmpty } from "../base/browser_store.js";

/**
 * The numbers by which the server describes a problem.
 * @typedef {{puyos: number, solutions: number, firing: number, falling: number, colours: number, used: number,
 *   misleading: number}} Features
 */
/** @typedef {"difficulty"|"fun"|"usefulness"} Aspect   the person rates each from 1 to 5 */
/** @typedef {Record<Aspect, ?number>} Ratings */
/**
 * A problem that the person has had. features: null if the server has not analysed it. level: the person's level then
 * @typedef {{essence: string, hands: number, links: number, features: ?Features, level: number, solved: boolean,
 *   seconds: number} & Ratings} Entry
 */
/** @typedef {{hands: number, links: number}} Size */

export const kProgressKey = "rensa.training";
const kVersion = 1;
/** The server takes so many entries in a request. */
export const kMostEntries = 200;
export const kFirstLevel = 2;
/** The essence of a problem that the server has not analysed. */
export const kUnknownEssence = "0";
/** @type {Size[]} */
export const kSizes = [[1, 2], [2, 3], [2, 4], [3, 4], [3, 5], [3, 6], [4, 6], [4, 7], [4, 8]].map(
  ([hands, links]) => ({ hands, links }),
);
const kFirstSize = kSizes[1];
/** @type {Aspect[]} */
export const kAspects = ["difficulty", "fun", "usefulness"];
const kFeatures = /** @type {const} */ (["puyos", "solutions", "firing", "falling", "colours", "used", "misleading"]);
const kMaxFeatureValue = 1000;
const kMostSeconds = 86400;

/** @param {unknown} value @param {number} least @param {number} most @returns {value is number} */
const isWithin = (value, least, most) => typeof value === "number" && value >= least && value <= most;

/** @param {unknown} value @returns {?Features} */
export function parseFeatures(value) {
  const given = objectOrEmpty(value);
  if (!kFeatures.every((name) => isWithin(given[name], 0, kMaxFeatureValue))) return null;
  return /** @type {Features} */ (Object.fromEntries(kFeatures.map((name) => [name, given[name]])));
}

/** @param {unknown} value @returns {?number} */
const parseRating = (value) => (Number.isInteger(value) && isWithin(value, 1, 5) ? value : null);

/** @param {unknown} value @returns {Entry[]} empty, if the value is no entry */
function parseEntry(value) {
  const given = objectOrEmpty(value);
  const { essence, hands, links, level, solved, seconds } = given;
  if (typeof essence !== "string" || !/^[0-9a-f]{1,16}$/.test(essence)) return [];
  if (!isWithin(hands, 1, 12) || !isWithin(links, 0, 63) || !isWithin(level, 1, 5)) return [];
  if (typeof solved !== "boolean" || !isWithin(seconds, 0, kMostSeconds)) return [];
  const [difficulty, fun, usefulness] = kAspects.map((aspect) => parseRating(given[aspect]));
  const features = parseFeatures(given.features);
  return [{ essence, hands, links, features, level, solved, seconds, difficulty, fun, usefulness }];
}

/** @param {unknown} value @returns {Size} */
function parseSize(value) {
  const given = objectOrEmpty(value);
  return kSizes.find(({ hands, links }) => hands === given.hands && links === given.links) ?? kFirstSize;
}

/** @typedef {{entries: Entry[], level: number, size: Size}} Stored */

/** @param {unknown} value @returns {Stored} */
export function parseProgress(value) {
  const given = objectOrEmpty(value);
  if (given.version !== kVersion || !Array.isArray(given.entries)) {
    return { entries: [], level: kFirstLevel, size: kFirstSize };
  }
  return {
    entries: given.entries.flatMap(parseEntry).reduce(withEntry, /** @type {Entry[]} */ ([])),
    level: isWithin(given.level, 1, 5) ? given.level : kFirstLevel,
    size: parseSize(given.size),
  };
}

/** Returns the entries with this one added. A repeated problem has one entry: it stays solved if it was solved once,
 * and keeps the time of then. @param {readonly Entry[]} entries @param {Entry} entry @returns {Entry[]} */
export function withEntry(entries, entry) {
  const isAgain = (/** @type {Entry} */ { essence }) => essence !== kUnknownEssence && essence === entry.essence;
  const before = entries.find(isAgain);
  const others = entries.filter((one) => one !== before);
  return [...others, before ? mergeRepeated(before, entry) : entry].slice(-kMostEntries);
}

/** @param {Entry} before @param {Entry} entry @returns {Entry} */
function mergeRepeated(before, entry) {
  return {
    ...entry,
    features: entry.features ?? before.features,
    solved: before.solved || entry.solved,
    seconds: before.solved ? before.seconds : entry.seconds,
    difficulty: entry.difficulty ?? before.difficulty,
    fun: entry.fun ?? before.fun,
    usefulness: entry.usefulness ?? before.usefulness,
  };
}

export class Progress {
  /** @param {() => Storage} storage   throws if the browser forbids storage; then progress ends with the page */
  constructor(storage) {
    this.store_ = new BrowserStore(storage);
    this.stored_ = parseProgress(this.store_.readJson(kProgressKey));
  }

  get entries() {
    return this.stored_.entries;
  }

  /** The level of the person, as the server computed it last. */
  get level() {
    return this.stored_.level;
  }

  get size() {
    return this.stored_.size;
  }

  /** @param {number} level */
  setLevel(level) {
    this.change_({ level: Math.min(5, Math.max(1, level)) });
  }

  /** @param {Size} size */
  setSize(size) {
    this.change_({ size });
  }

  /** @param {Entry} entry */
  add(entry) {
    this.change_({ entries: withEntry(this.entries, entry) });
  }

  /** Changes the entry that was added last. @param {Partial<Entry>} parts */
  changeLast(parts) {
    const last = this.entries.at(-1);
    if (last) this.change_({ entries: withEntry(this.entries.slice(0, -1), { ...last, ...parts }) });
  }

  forget() {
    this.change_({ entries: [], level: kFirstLevel });
  }

  /** @param {Partial<Stored>} parts */
  change_(parts) {
    this.stored_ = { ...this.stored_, ...parts };
    this.store_.write(kProgressKey, JSON.stringify({ version: kVersion, ...this.stored_ }));
  }
}
