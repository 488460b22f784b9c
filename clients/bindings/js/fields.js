// The class Field, made for an engine: all rules are those of the engine.

import { cellIndex, kColumns, kRows } from "../../web/draw/grid.js";
import { kCells } from "../../web/net/wire.js";
import { RensaError } from "./errors.js";
import { placementsOf } from "./placements.js";

/** @import {Engine} from "../../web/rules/engine.js" */
/** @import {Chain, Field, Outcome, PossibleChain} from "./index.js" */

/** The letters of cells, by their numbers; 3 is none. */
const kLetters = ".OP?RBYG";
/** The letters of `needed` in a possible chain, in the order of rensa.h. */
const kNeeded = ["R", "B", "Y", "G", "P"];
const kPicture = 0;
const kDigits = 1;
const kSites = { puyop: 0, ips: 1 };

// The structs of rensa.h: sizes, and where their members stand.
export const kChainSize = 16;
export const kPossibleChainSize = 112;
const kNeededAt = 20;
const kAfterAt = 28;
const kMaxPossibleChains = 128;
const kMaxPairs = 128;

/** @param {{axis: number, child: number}} pair @returns {string} empty: the pair is not known */
export const textOfPair = ({ axis, child }) => (axis === 0 ? "" : kLetters[axis] + kLetters[child]);

/** @param {ArrayLike<number>} cells */
export const areCells = (cells) => cells.length === kCells &&
  Array.from(cells).every((cell) => kLetters[cell] !== undefined && cell !== 3);

/** Makes the class Field. @param {Engine} engine @returns {typeof Field} */
export function defineField(engine) {
  const { exports } = engine;
  const buffers = {
    before: exports.malloc(kCells),
    after: exports.malloc(kCells),
    chain: exports.malloc(kChainSize),
    pairs: exports.malloc(2 * kMaxPairs),
    chains: exports.malloc(kMaxPossibleChains * kPossibleChainSize),
  };

  /** @param {number} status */
  const check = (status) => {
    if (status !== 0) throw new RensaError(engine.error);
  };

  /** @param {readonly string[]} pairs */
  const writePairs = (pairs) => {
    if (pairs.length > kMaxPairs) throw new RensaError(`pairs: at most ${kMaxPairs}, not ${pairs.length}`);
    const cells = [...pairs.join("")].map((letter) => kLetters.indexOf(letter));
    if (pairs.some((pair) => pair.length !== 2) || cells.some((cell) => cell < 2 || cell === 3)) {
      throw new RensaError(`pairs: a pair is two of the letters RBYGP: "${pairs.join(" ")}"`);
    }
    engine.bytes.set(cells, buffers.pairs);
  };

  /** @returns {Chain} */
  const readChain = () => {
    const at = buffers.chain >> 2;
    const [links, score, frames, isQuick] = engine.words.subarray(at, at + 4);
    return { links, score, frames, isQuick: isQuick === 1 };
  };

  class EngineField {
    /** @param {string} [picture] */
    constructor(picture = "") {
      this.cells_ = new Uint8Array(kCells);
      if (picture.trim() !== "") this.cells_ = read(picture, kPicture);
    }

    /** @param {string} digits */
    static fromDigits(digits) {
      return fieldOf(read(digits, kDigits));
    }

    /** @param {Iterable<number>} cells */
    static fromCells(cells) {
      const all = [...cells];
      if (!areCells(all)) {
        throw new RensaError(`cells: not the ${kCells} cells of a field`);
      }
      return fieldOf(Uint8Array.from(all));
    }

    /** @param {string} url */
    static fromUrl(url) {
      const { out } = engine;
      return engine.withText(url, (...text) => {
        check(exports.rensa_field_from_url(engine.engine, ...text, buffers.after, 0, 0, out));
        const count = engine.word(out);
        return engine.withBytes(new Uint8Array(2 * count), (pairs) => {
          if (count > 0) check(exports.rensa_field_from_url(engine.engine, ...text, buffers.after, pairs, count, out));
          const cells = engine.bytes.slice(pairs, pairs + 2 * count);
          return { field: fieldOf(cellsAt(buffers.after)), pairs: Array.from({ length: count },
            (_, i) => textOfPair({ axis: cells[2 * i], child: cells[2 * i + 1] })) };
        });
      });
    }

    /** @param {readonly string[]} [pairs] @param {"puyop" | "ips"} [site] */
    url(pairs = [], site = "puyop") {
      if (!Object.hasOwn(kSites, site)) throw new RensaError(`site: it is puyop or ips, and not "${String(site)}"`);
      writePairs(pairs);
      return textOf((...into) =>
        exports.rensa_field_to_url(engine.engine, write(this), buffers.pairs, pairs.length, kSites[site], ...into));
    }

    get cells() {
      return this.cells_.slice();
    }

    toString() {
      return textOf((...into) => exports.rensa_field_to_text(engine.engine, write(this), kPicture, ...into));
    }

    digits() {
      return textOf((...into) => exports.rensa_field_to_text(engine.engine, write(this), kDigits, ...into));
    }

    /** @param {number} column @param {number} row */
    at(column, row) {
      if (!isBetween(column, kColumns) || !isBetween(row, kRows)) {
        throw new RensaError(`a field has no cell (${column},${row})`);
      }
      return kLetters[this.cells_[cellIndex(column, row)]];
    }

    /** @param {number} column */
    height(column) {
      if (!isBetween(column, kColumns)) throw new RensaError(`a field has no column ${column}`);
      let height = 0;
      for (let row = 1; row <= kRows; ++row) if (this.cells_[cellIndex(column, row)] !== 0) ++height;
      return height;
    }

    /** @param {Field} other */
    equals(other) {
      const { cells } = other;
      return this.cells_.every((cell, i) => cell === cells[i]);
    }

    /** @returns {Outcome} */
    simulate() {
      check(exports.rensa_field_simulate(engine.engine, write(this), buffers.after, buffers.chain));
      return { field: fieldOf(cellsAt(buffers.after)), chain: readChain() };
    }

    settle() {
      check(exports.rensa_field_settle(engine.engine, write(this), buffers.after, engine.out));
      return fieldOf(cellsAt(buffers.after));
    }

    placements() {
      check(exports.rensa_field_placements(engine.engine, write(this), engine.out));
      return placementsOf(engine.word(engine.out));
    }

    /** @param {string} pair @param {number} placement @returns {Outcome} */
    place(pair, placement) {
      if (!Number.isInteger(placement)) throw new RensaError(`placement: it is a whole number, and not ${placement}`);
      writePairs([pair]);
      check(exports.rensa_field_place(engine.engine, write(this), buffers.pairs, placement, buffers.after,
        buffers.chain));
      return { field: fieldOf(cellsAt(buffers.after)), chain: readChain() };
    }

    /** @param {readonly string[]} pairs */
    threat(pairs) {
      writePairs(pairs);
      check(exports.rensa_field_threat(engine.engine, write(this), buffers.pairs, pairs.length, buffers.chain));
      return readChain();
    }

    /** @param {{completions?: number, useBook?: boolean}} [options] @returns {PossibleChain[]} */
    possibleChains({ completions = 1, useBook = false } = {}) {
      if (!Number.isInteger(completions)) {
        throw new RensaError(`completions: it is a whole number, and not ${completions}`);
      }
      check(exports.rensa_field_possible_chains(engine.engine, write(this), completions, useBook ? 1 : 0,
        buffers.chains, kMaxPossibleChains, engine.out));
      return Array.from({ length: engine.word(engine.out) },
        (_, i) => possibleChainAt(buffers.chains + i * kPossibleChainSize));
    }
  }

  /** @param {Uint8Array} cells @returns {EngineField} */
  function fieldOf(cells) {
    const field = new EngineField();
    field.cells_ = cells;
    return field;
  }

  /** @param {string} text @param {number} form @returns {Uint8Array} */
  function read(text, form) {
    check(engine.withText(text, (...given) =>
      exports.rensa_field_from_text(engine.engine, ...given, form, buffers.after)));
    return cellsAt(buffers.after);
  }

  /** Writes the cells where the engine reads them. @param {EngineField} field @returns {number} their address */
  function write(field) {
    engine.bytes.set(field.cells_, buffers.before);
    return buffers.before;
  }

  /** @param {number} pointer @returns {Uint8Array} */
  function cellsAt(pointer) {
    return engine.bytes.slice(pointer, pointer + kCells);
  }

  /** @param {(text: number, capacity: number, length: number) => number} call @returns {string} */
  function textOf(call) {
    const text = engine.readText(call);
    if (text === null) throw new RensaError(engine.error);
    return text;
  }

  /** @param {number} pointer @returns {PossibleChain} */
  function possibleChainAt(pointer) {
    const at = pointer >> 2;
    const [links, score, frames, triggerColumn, triggerRow] = engine.words.subarray(at, at + 5);
    const counts = engine.bytes.subarray(pointer + kNeededAt, pointer + kNeededAt + kNeeded.length);
    const needed = Object.fromEntries(
      kNeeded.map((letter, i) => [letter, counts[i]]).filter(([, count]) => count !== 0));
    return { links, score, frames, triggerColumn, triggerRow, needed, after: fieldOf(cellsAt(pointer + kAfterAt)) };
  }

  return EngineField;
}

/** @param {number} value @param {number} last */
const isBetween = (value, last) => Number.isInteger(value) && value >= 1 && value <= last;
