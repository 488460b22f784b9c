// The rules of the game: the C++ engine, compiled to WebAssembly, so that the page needs no second copy of them.
// clients/bindings/c/rensa/rensa.h describes its functions and structs. An Engine holds one game of each kind at a
// time; a page that needs two games makes two engines.

import { kVisiblePairs } from "../draw/scene.js";
import { kCells, kPhases } from "../net/wire.js";
import { MessageCodec } from "./message_codec.js";

// The members of structs as numbers of 32 bits, in the order of rensa.h.
export const kSideSize = 232;
const kFactsSize = 108;
const kEventSize = 44;
const kStateSize = 72;
const kInfoSize = 40;
const kCheckpointSize = 16;
const kClockSize = 4;
/** The structs that the page reads: number in rensa.h, size. @type {[number, number][]} */
export const kStructSizes = [[6, kSideSize], [7, kFactsSize], [4, kEventSize], [11, kStateSize], [13, kInfoSize],
  [15, kCheckpointSize]];

// Where members of a side stand: bytes for cells and pairs, words for the others.
const kCellsAt = 16;
const kPairsAt = 100;
const kWord = { score: 0, unsent: 2, pairsShown: 29, phase: 30, hand: 31, link: 32, pending: 33, fixed: 34, falls: 35,
  x: 36, y: 37, r: 38, turnLock: 39, arrowLock: 40, quickTurnWindow: 41, fallCounter: 42, touches: 43, touching: 44,
  motionKnown: 45, wait: 46, rows: 47, entering: 48, dropping: 54, held: 55, reveal: 56 };
const kVanishingAt = 24;
export { kWord as kSideWords };

// Room in the memory of the engine for arguments and results.
const kOutAt = 0;
const kInputAt = 128;
const kSideAt = 256;
const kFactsAt = kSideAt + kSideSize;
const kEventsAt = kFactsAt + 112;
const kMaxEvents = 56;
const kRoom = kEventsAt + kMaxEvents * kEventSize;

const kPlacementInput = 1;
const kKeysInput = 2;
const kTextError = 4;

/**
 * A side of a game as the engine has it: the fields of a view, and the facts that follow from them.
 * @typedef {import("../net/wire.js").Side & {waitInAll: number, axisLands: number, childLands: number,
 *   linkScore: ?{cells: number, factor: number, points: number}, vanishing: Uint8Array}} SideFacts
 *   waitInAll: the whole length of the phase in frames, 0: not known. axisLands, childLands: the rows in which the
 *   halves of the pair would rest, 0: no pair falls, or the half vanishes. vanishing: 84, 1 for a cell of the running
 *   link
 */

/** An event of a game; its numbers are told at rensa_event in rensa.h.
 * @typedef {{clock: number, kind: string, seat: number, number: number, amount: number, cancelled: number,
 *   points: number}} GameEvent */

// The kinds of events in the order of their numbers (RENSA_EVENT_...).
const kEventKinds = ["preparation_started", "controllable", "next_next_revealed", "locked", "link_started",
  "garbage_sent", "garbage_fixed", "garbage_fell", "all_clear", "placement_accepted", "placement_refused", "died",
  "game_over"];

const kDecoder = new TextDecoder();
const kEncoder = new TextEncoder();

/** @typedef {Record<string, any> & {memory: WebAssembly.Memory}} Exports */

/** Makes an engine with a memory of its own. The code is fetched and compiled only once. @returns {Promise<Engine>} */
export async function loadEngine() {
  compiledModule ??= WebAssembly.compileStreaming(fetch(new URL("./engine.wasm", import.meta.url)));
  return makeEngine(await compiledModule);
}

/** @type {Promise<WebAssembly.Module> | undefined} */
let compiledModule;

/** @param {WebAssembly.Module} compiled @returns {Promise<Engine>} */
export async function makeEngine(compiled) {
  // Stubs for the system calls of the C library; the engine needs none of them to work.
  /** @type {Record<string, () => number>} */
  const system = {};
  for (const wanted of WebAssembly.Module.imports(compiled)) system[wanted.name] = () => 52;
  const instance = await WebAssembly.instantiate(compiled, { wasi_snapshot_preview1: system });
  const exports = /** @type {Exports} */ (instance.exports);
  exports._initialize();
  return new Engine(exports);
}

export class Engine {
  /** @param {Exports} exports */
  constructor(exports) {
    this.exports = exports;
    this.room_ = exports.malloc(kRoom);
    this.words_ = new Int32Array(0);
    this.bytes_ = new Uint8Array(0);
    this.check(exports.rensa_engine_create(this.out));
    this.engine = this.word(this.out);
    this.messages = new MessageCodec(this);
    this.prediction = new SidePrediction(this);
    this.practice = new PracticeSide(this);
    this.replay = new ReplayCursor(this);
  }

  // Addresses of arguments and results.
  get out() {
    return this.room_ + kOutAt;
  }

  get sideRoom() {
    return this.room_ + kSideAt;
  }

  get eventRoom() {
    return this.room_ + kEventsAt;
  }

  /** All memory as numbers of 32 bits; valid until the engine is called. */
  get words() {
    if (this.words_.buffer !== this.exports.memory.buffer) this.words_ = new Int32Array(this.exports.memory.buffer);
    return this.words_;
  }

  get bytes() {
    if (this.bytes_.buffer !== this.exports.memory.buffer) this.bytes_ = new Uint8Array(this.exports.memory.buffer);
    return this.bytes_;
  }

  /** @param {number} pointer */
  word(pointer) {
    return this.words[pointer >> 2];
  }

  /** The handle that the last call has made. @returns {bigint} */
  handle() {
    return this.long(this.out);
  }

  /** A number of 64 bits without sign. @param {number} pointer @returns {bigint} */
  long(pointer) {
    return new DataView(this.exports.memory.buffer).getBigUint64(pointer, true);
  }

  /** The reason of the last error. */
  get error() {
    const begin = this.exports.rensa_error_text(this.engine);
    return kDecoder.decode(this.bytes.subarray(begin, this.bytes.indexOf(0, begin)));
  }

  /** @param {number} status of a call that cannot fail */
  check(status) {
    if (status !== 0) throw new Error(this.error);
  }

  /** @param {bigint} handle of an object; 0: none */
  free(handle) {
    if (handle !== 0n) this.check(this.exports.rensa_free(this.engine, handle));
  }

  /** Calls with bytes in the memory of the engine. @template T
   * @param {Uint8Array} bytes @param {(pointer: number, length: number) => T} call @returns {T} */
  withBytes(bytes, call) {
    const pointer = this.exports.malloc(bytes.length + 1);
    this.bytes.set(bytes, pointer);
    try {
      return call(pointer, bytes.length);
    } finally {
      this.exports.free(pointer);
    }
  }

  /** @template T @param {string} text @param {(pointer: number, length: number) => T} call @returns {T} */
  withText(text, call) {
    return this.withBytes(kEncoder.encode(text), call);
  }

  /** @param {(text: number, capacity: number, length: number) => number} call that writes a text
   * @returns {?string} null: it has failed */
  readText(call) {
    if (call(0, 0, this.out) !== 0) return null;
    const length = this.word(this.out);
    const pointer = this.exports.malloc(length + 1);
    this.check(call(pointer, length + 1, this.out));
    const text = kDecoder.decode(this.bytes.subarray(pointer, pointer + length));
    this.exports.free(pointer);
    return text;
  }

  /** Reads a list. @template T @param {number} size of a value
   * @param {(values: number, capacity: number, count: number) => number} call that writes the list
   * @param {(pointer: number) => T} read @returns {T[]} */
  readList(size, call, read) {
    this.check(call(0, 0, this.out));
    const count = this.word(this.out);
    const pointer = this.exports.malloc(count * size + 1);
    this.check(call(pointer, count, this.out));
    const values = Array.from({ length: count }, (_, i) => read(pointer + i * size));
    this.exports.free(pointer);
    return values;
  }

  /** Writes an input. @param {number | undefined} keys   held from now on; undefined: as before
   * @returns {number} its address */
  writeInput(keys) {
    const pointer = this.room_ + kInputAt;
    const bytes = this.bytes;
    bytes.fill(0, pointer, pointer + 4);
    if (keys !== undefined) {
      bytes[pointer] = kKeysInput;
      bytes[pointer + 1] = keys;
    }
    return pointer;
  }

  /** Writes an input that steers the pair to a placement. @param {number} placement @returns {number} its address */
  writePlacement(placement) {
    const pointer = this.room_ + kInputAt;
    this.bytes.set([kPlacementInput, 0, placement, 0], pointer);
    return pointer;
  }

  /** @param {number} pointer @returns {GameEvent} */
  readEvent(pointer) {
    const begin = pointer >> 2;
    const [clock, kind, seat, number, amount, cancelled, points] = this.words.subarray(begin, begin + 7);
    return { clock, kind: kEventKinds[kind], seat, number, amount, cancelled, points };
  }

  /** Makes one step. @param {(events: number, capacity: number, count: number) => number} call
   * @returns {GameEvent[]} */
  readEvents(call) {
    this.check(call(this.eventRoom, kMaxEvents, this.out));
    return this.eventsInRoom_();
  }

  /** Makes one step if it can be made. @param {(events: number, capacity: number, count: number) => number} call
   * @returns {?GameEvent[]} null: it cannot */
  tryEvents(call) {
    return call(this.eventRoom, kMaxEvents, this.out) === 0 ? this.eventsInRoom_() : null;
  }

  eventsInRoom_() {
    return Array.from({ length: this.word(this.out) }, (_, i) => this.readEvent(this.eventRoom + i * kEventSize));
  }

  /** The side that a call writes, with its facts. @param {(side: number) => number} call @returns {SideFacts} */
  readSide(call) {
    this.check(call(this.sideRoom));
    return this.readSideInRoom();
  }

  /** @returns {SideFacts} */
  readSideInRoom() {
    const factsAt = this.room_ + kFactsAt;
    this.check(this.exports.rensa_side_facts_of(this.engine, this.sideRoom, factsAt));
    const { words, bytes } = this;
    const s = this.sideRoom >> 2;
    const f = factsAt >> 2;
    const cellsAt = this.sideRoom + kCellsAt;
    const pairsAt = this.sideRoom + kPairsAt;
    const vanishingAt = factsAt + kVanishingAt;
    const enteringAt = s + kWord.entering;
    const pairs = [];
    for (let i = 0; i < words[s + kWord.pairsShown]; ++i) {
      pairs.push({ axis: bytes[pairsAt + 2 * i], child: bytes[pairsAt + 2 * i + 1] });
    }
    return {
      cells: bytes.slice(cellsAt, cellsAt + kCells),
      phase: kPhases[words[s + kWord.phase]],
      hand: words[s + kWord.hand],
      link: words[s + kWord.link],
      score: pointsAt(words, s + kWord.score),
      pending: words[s + kWord.pending],
      fixed: words[s + kWord.fixed],
      pairs,
      falling: words[s + kWord.falls] === 0 ? null : {
        x: words[s + kWord.x],
        y: words[s + kWord.y],
        r: words[s + kWord.r],
        turnLock: words[s + kWord.turnLock],
        arrowLock: words[s + kWord.arrowLock],
        quickTurnWindow: words[s + kWord.quickTurnWindow],
        fallCounter: words[s + kWord.fallCounter],
        touches: words[s + kWord.touches],
        touching: words[s + kWord.touching] === 1,
      },
      motion: words[s + kWord.motionKnown] === 0 ? null : {
        wait: words[s + kWord.wait],
        rows: words[s + kWord.rows],
        entering: [...words.subarray(enteringAt, enteringAt + 6)],
        dropping: words[s + kWord.dropping],
        held: words[s + kWord.held],
        reveal: words[s + kWord.reveal],
        unsent: pointsAt(words, s + kWord.unsent),
      },
      waitInAll: words[f],
      axisLands: words[f + 1],
      childLands: words[f + 2],
      linkScore: words[f + 3] > 0 ? { cells: words[f + 3], factor: words[f + 4], points: words[f + 5] } : null,
      vanishing: bytes.slice(vanishingAt, vanishingAt + kCells),
    };
  }

  /** Writes the received state of a side where the engine reads it. @param {import("../net/wire.js").Side} side
   * @returns {number} its address */
  writeSide(side) {
    const { words, bytes } = this;
    const s = this.sideRoom >> 2;
    const pairsAt = this.sideRoom + kPairsAt;
    words.fill(0, s, s + (kSideSize >> 2));
    bytes.set(side.cells, this.sideRoom + kCellsAt);
    writePoints(words, s + kWord.score, side.score);
    words[s + kWord.phase] = kPhases.indexOf(side.phase);
    for (const name of /** @type {const} */ (["hand", "link", "pending", "fixed"])) words[s + kWord[name]] = side[name];
    const pairs = side.pairs.slice(0, kVisiblePairs);
    words[s + kWord.pairsShown] = pairs.length;
    pairs.forEach((pair, i) => bytes.set([pair.axis, pair.child], pairsAt + 2 * i));
    const { falling } = side;
    if (falling && side.phase === "control") {
      words[s + kWord.falls] = 1;
      for (const name of /** @type {const} */ (["x", "y", "r", "turnLock", "arrowLock", "quickTurnWindow",
        "fallCounter", "touches"])) words[s + kWord[name]] = falling[name];
      words[s + kWord.touching] = falling.touching ? 1 : 0;
    }
    const motion = side.motion;
    if (motion) {
      words[s + kWord.motionKnown] = 1;
      for (const name of /** @type {const} */ (["wait", "rows", "dropping", "held", "reveal"])) {
        words[s + kWord[name]] = motion[name];
      }
      writePoints(words, s + kWord.unsent, motion.unsent);
      words.set(motion.entering.slice(0, 6), s + kWord.entering);
    }
    return this.sideRoom;
  }

  /** Adds the facts that follow from a side. @param {import("../net/wire.js").Side} side @returns {SideFacts} */
  factsOf(side) {
    this.writeSide(side);
    return this.readSideInRoom();
  }

  /** Returns the largest chain that a side can fire with its current and next pair. Its field must be at rest.
   * @param {import("../net/wire.js").Side} side */
  possibleChain(side) {
    const from = this.writeSide(side);
    const pairs = Math.min(2, side.pairs.length);
    const { exports, engine, out } = this;
    this.check(exports.rensa_field_threat(engine, from + kCellsAt, from + kPairsAt, pairs, out));
    return { links: this.word(out), points: this.word(out + 4) };
  }

  /** Returns the field of a side as a URL that people share. @param {import("../net/wire.js").Side} side
   * @param {"puyop" | "ips"} format @param {number} [pairs]   the number of the side's pairs that the URL has
   * @returns {?string} null: row 14 is not empty */
  urlOf(side, format, pairs = 0) {
    const from = this.writeSide(side);
    const site = format === "puyop" ? 0 : 1;
    return this.readText((...text) =>
      this.exports.rensa_field_to_url(this.engine, from + kCellsAt, from + kPairsAt, pairs, site, ...text));
  }
}

/** The facts of a side that is drawn in every frame, but changes only with an update: then it is another object. */
export class ReceivedSideFacts {
  /** @param {Engine} engine */
  constructor(engine) {
    this.engine_ = engine;
    /** @type {?import("../net/wire.js").Side} */
    this.side_ = null;
    /** @type {?SideFacts} */
    this.facts_ = null;
  }

  /** @param {import("../net/wire.js").Side} side @returns {SideFacts} */
  of(side) {
    if (side !== this.side_ || this.facts_ === null) this.facts_ = this.engine_.factsOf(side);
    this.side_ = side;
    return this.facts_;
  }
}

/** A number of 64 bits. @param {Int32Array} words @param {number} index @returns {number} */
const pointsAt = (words, index) => words[index + 1] * 2 ** 32 + (words[index] >>> 0);

/** @param {Int32Array} words @param {number} index @param {number} value */
function writePoints(words, index, value) {
  words[index] = value | 0;
  words[index + 1] = Math.floor(value / 2 ** 32);
}

/** Predicts the player's own side in the next frames, from the state that the server has sent. */
export class SidePrediction {
  /** @param {Engine} engine */
  constructor(engine) {
    this.engine_ = engine;
    this.handle_ = 0n;
  }

  get handle() {
    return this.handle_;
  }

  /** Chooses the rules. @param {string} id   of a published ruleset @returns {boolean} false: it cannot be predicted */
  useRuleset(id) {
    const { exports, engine, out } = this.engine_;
    this.engine_.free(this.handle_);
    this.handle_ = 0n;
    const status = this.engine_.withText(id, (...text) => exports.rensa_ruleset_published(engine, ...text, out));
    if (status !== 0) return false;
    const ruleset = this.engine_.handle();
    const isKnown = exports.rensa_prediction_create(engine, ruleset, out) === 0;
    if (isKnown) this.handle_ = this.engine_.handle();
    this.engine_.free(ruleset);
    return isKnown;
  }

  /** Starts from a side as it was after a frame. @param {import("../net/wire.js").Side} side   with its motion
   * @param {number} frame @returns {boolean} false: the side is impossible */
  start(side, frame) {
    const { exports, engine } = this.engine_;
    return exports.rensa_prediction_start(engine, this.handle_, this.engine_.writeSide(side), frame) === 0;
  }

  /** Predicts one frame. @param {number | undefined} keys   held from this frame on; undefined: as before
   * @returns {boolean} false: the next frame cannot be known, and nothing has moved */
  step(keys) {
    const { exports, engine, out } = this.engine_;
    return exports.rensa_prediction_step(engine, this.handle_, this.engine_.writeInput(keys), 0, 0, out) === 0;
  }

  side() {
    const { exports, engine } = this.engine_;
    return this.engine_.readSide((side) => exports.rensa_prediction_side(engine, this.handle_, side));
  }
}

/** @typedef {"" | "unreadable" | "strange_cells"} StartError   the error of a link to a field; empty: no error */

/** A game for one person: there is no opponent, so no garbage falls. */
export class PracticeSide {
  /** @param {Engine} engine */
  constructor(engine) {
    this.engine_ = engine;
    this.handle_ = 0n;
  }

  /**
   * @param {bigint} seed @param {number} colours @param {string} url   of the field at the start; empty: an empty field
   * @returns {StartError} after an error, the game before goes on
   */
  start(seed, colours, url) {
    const field = this.engine_.writeSide(kEmptySide) + kCellsAt;
    return this.engine_.withText(url, (text, length) => this.start_(seed, colours, field, text, length));
  }

  /** @param {bigint} seed @param {number} colours @param {number} field @param {number} url @param {number} length
   * @returns {StartError} */
  start_(seed, colours, field, url, length) {
    const { exports, engine, out } = this.engine_;
    let count = 0;
    if (length > 0) {
      const status = exports.rensa_field_from_url(engine, url, length, field, 0, 0, out);
      if (status !== 0) return status === kTextError ? "unreadable" : "strange_cells";
      count = this.engine_.word(out);
    }
    const pairs = exports.malloc(2 * count + 1);
    if (count > 0) this.engine_.check(exports.rensa_field_from_url(engine, url, length, field, pairs, count, out));
    this.engine_.check(exports.rensa_field_settle(engine, field, field, out)); // floating cells of a drawing fall
    const between = Math.min(5, Math.max(3, colours));
    this.engine_.check(exports.rensa_practice_create(engine, seed, between, field, pairs, count, out));
    exports.free(pairs);
    const started = this.engine_.handle();
    this.engine_.free(this.handle_);
    this.handle_ = started;
    return "";
  }

  /** Plays one frame. @param {number | undefined} keys   held from this frame on; undefined: as before
   * @returns {GameEvent[]} */
  step(keys) {
    const { exports, engine } = this.engine_;
    const input = this.engine_.writeInput(keys);
    return this.engine_.readEvents((...events) => exports.rensa_practice_step(engine, this.handle_, input, ...events));
  }

  /** Goes back to the time when the last placed pair appeared. @returns {boolean} false: no pair has been placed */
  undo() {
    return this.engine_.exports.rensa_practice_undo(this.engine_.engine, this.handle_) === 0;
  }

  side() {
    const { exports, engine } = this.engine_;
    return this.engine_.readSide((side) => exports.rensa_practice_side(engine, this.handle_, side));
  }
}

/** @type {import("../net/wire.js").Side} */
const kEmptySide = { cells: new Uint8Array(kCells), pairs: [], falling: null, pending: 0, fixed: 0, score: 0, link: 0,
  hand: 0, phase: "opening", motion: null };

/** A finished game, which can be shown at any of its frames. */
export class ReplayCursor {
  /** @param {Engine} engine */
  constructor(engine) {
    this.engine_ = engine;
    this.record_ = 0n;
    this.replay_ = 0n;
    /** Facts about the record: the winner's seat, or -1 without one; the last frame or turn. */
    this.info_ = { winner: -1, cause: 0, last: 0, pacing: 0 };
    /** The frame or turn that the replay shows. */
    this.clock = 0;
  }

  /** Opens a record. @param {Uint8Array} record   its bytes @returns {string} the error in it; empty: it is open */
  open(record) {
    const { exports, engine, out } = this.engine_;
    if (this.engine_.withBytes(record, (...bytes) => exports.rensa_record_from_bytes(engine, ...bytes, out)) !== 0) {
      return this.engine_.error.replace(/^bytes: /, ""); // the reason, without the name of the argument
    }
    const read = this.engine_.handle();
    this.engine_.check(exports.rensa_replay_open(engine, read, out));
    const opened = this.engine_.handle();
    this.engine_.free(this.record_);
    this.engine_.free(this.replay_);
    this.record_ = read;
    this.replay_ = opened;
    this.engine_.check(exports.rensa_record_get(engine, read, out));
    const [winner, cause, last, pacing] = this.engine_.words.subarray((out + 16) >> 2, (out + 32) >> 2);
    this.info_ = { winner, cause, last, pacing };
    this.clock = 0;
    return "";
  }

  get last() {
    return this.info_.last;
  }

  get handle() {
    return this.replay_;
  }

  get countsTurns() {
    return this.info_.pacing === 1;
  }

  /** @param {number} clock 0 .. last */
  seek(clock) {
    this.engine_.check(this.engine_.exports.rensa_replay_seek(this.engine_.engine, this.replay_, clock));
    this.clock = clock;
  }

  /** The hash of the whole state at the current clock, as 16 hex digits. */
  get stateHash() {
    const { exports, engine, out } = this.engine_;
    this.engine_.check(exports.rensa_game_get(engine, this.replay_, out));
    return hex(this.engine_.long(out));
  }

  /** @param {number} seat 0 or 1 */
  side(seat) {
    const { exports, engine } = this.engine_;
    return this.engine_.readSide((side) => exports.rensa_game_side(engine, this.replay_, seat, side));
  }

  /** @returns {GameEvent[]} */
  matchEvents() {
    const { exports, engine } = this.engine_;
    return this.engine_.readList(kEventSize, (...list) => exports.rensa_replay_events(engine, this.replay_, ...list),
      (pointer) => this.engine_.readEvent(pointer));
  }

  /** Returns the largest chain that the seat can fire now with its current and next pair. @param {number} seat */
  possibleChain(seat) {
    const { exports, engine, out } = this.engine_;
    this.engine_.check(exports.rensa_game_threat(engine, this.replay_, seat, out));
    return { links: this.engine_.word(out), points: this.engine_.word(out + 4) };
  }

  /** Returns the seat's next decision as a puyop URL: its field, and all pairs from there on. @param {number} seat */
  positionUrl(seat) {
    const { exports, engine } = this.engine_;
    return this.engine_.readText((...text) => exports.rensa_game_url(engine, this.replay_, seat, ...text));
  }

  /** @returns {{clock: number, hash: string}[]} the hashes that the record has for some of its clocks */
  checkpoints() {
    const { exports, engine } = this.engine_;
    return this.engine_.readList(kCheckpointSize,
      (...list) => exports.rensa_record_checkpoints(engine, this.record_, ...list),
      (pointer) => ({ clock: this.engine_.word(pointer + 8), hash: hex(this.engine_.long(pointer)) }));
  }

  /** @returns {number[]} the frames or turns after which the server was stopped during the game */
  interruptions() {
    const { exports, engine } = this.engine_;
    return this.engine_.readList(kClockSize,
      (...list) => exports.rensa_record_interruptions(engine, this.record_, ...list),
      (pointer) => this.engine_.word(pointer));
  }

  get names() {
    const { exports, engine } = this.engine_;
    return [0, 1].map((seat) =>
      this.engine_.readText((...text) => exports.rensa_record_player(engine, this.record_, seat, ...text)) ?? "");
  }

  /** @returns {bigint} the handle of the record's ruleset, which the caller frees */
  makeRuleset() {
    const { exports, engine, out } = this.engine_;
    this.engine_.check(exports.rensa_record_ruleset(engine, this.record_, out));
    return this.engine_.handle();
  }

  get ruleset() {
    const { exports, engine } = this.engine_;
    const ruleset = this.makeRuleset();
    const id = this.engine_.readText((...text) => exports.rensa_ruleset_id(engine, ruleset, ...text)) ?? "";
    this.engine_.free(ruleset);
    return id;
  }

  get cause() {
    const { cause } = this.info_;
    const { exports, engine } = this.engine_;
    return this.engine_.readText((...text) => exports.rensa_name(engine, 0, cause, ...text)) ?? "";
  }

  /** The seat that won, 0 or 1; -1: no winner */
  get winner() {
    return this.info_.winner;
  }
}

/** @param {bigint} word */
const hex = (word) => word.toString(16).padStart(16, "0");
