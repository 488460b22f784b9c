// The rules of the game: the C++ engine, compiled to WebAssembly, so that the page needs no second copy of them. An
// Engine holds one game of each kind at a time; a page that needs two games makes two engines.

import { kVisiblePairs } from "../draw/scene.js";
import { kCells, kPhases } from "../net/wire.js";

// The engine's memory holds a side of a game as integers in this order (clients/bindings/wasm/page_values.h).
/** @type {[string, number][]} */
const kSideLayout = [["cells", 84], ["phase", 1], ["hand", 1], ["link", 1], ["score", 1], ["pending", 1], ["fixed", 1],
  ["pairsShown", 1], ["pairs", 2 * kVisiblePairs], ["falls", 1], ["x", 1], ["y", 1], ["r", 1], ["turnLock", 1], ["arrowLock", 1],
  ["quickTurnWindow", 1], ["fallCounter", 1], ["touches", 1], ["touching", 1], ["motionKnown", 1],
  ["wait", 1], ["rows", 1], ["entering", 6], ["dropping", 1], ["held", 1], ["reveal", 1], ["unsent", 1], ["waitInAll", 1],
  ["axisLands", 1], ["childLands", 1], ["linkCells", 1], ["linkFactor", 1], ["linkPoints", 1], ["vanishing", 84]];

/** @type {Map<string, number>} */
const kOffsets = new Map();
let words = 0;
for (const [name, count] of kSideLayout) {
  kOffsets.set(name, words);
  words += count;
}
export const kSideWordCount = words;

/** @param {string} name */
const offsetOf = (name) => /** @type {number} */ (kOffsets.get(name));

/**
 * A side of a game as the engine has it: the fields of a view, and the facts that follow from them.
 * @typedef {import("../net/wire.js").Side & {waitInAll: number, axisLands: number, childLands: number,
 *   linkScore: ?{cells: number, factor: number, points: number}, vanishing: Uint8Array}} SideFacts
 *   waitInAll: the whole length of the phase in frames, 0: not known. axisLands, childLands: the rows in which the
 *   halves
 *   of the pair would rest, 0: no pair falls, or the half vanishes. vanishing: 84, 1 for a cell of the running link
 */

/** @typedef {{clock: number, kind: string, seat: number, number: number, amount: number, cancelled: number,
 *   points: number}} GameEvent */

// The kinds of events in the order of their numbers (engine/duel/event.h).
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
    this.prediction = new SidePrediction(this);
    this.practice = new PracticeSide(this);
    this.replay = new ReplayCursor(this);
  }

  /** @param {number} pointer @param {number} count @returns {Int32Array} */
  readInts(pointer, count) {
    return new Int32Array(this.exports.memory.buffer, pointer, count);
  }

  /** Writes bytes into the engine's buffer, from which its functions read their input. @param {Uint8Array} bytes */
  writeBytes(bytes) {
    const pointer = this.exports.buffer_resize(bytes.length);
    new Uint8Array(this.exports.memory.buffer, pointer, bytes.length).set(bytes);
  }

  /** @param {string} text */
  writeText(text) {
    this.writeBytes(kEncoder.encode(text));
  }

  /** @param {number} [length] @returns {string} the contents of the engine buffer */
  readText(length) {
    const size = length ?? this.exports.buffer_size();
    return kDecoder.decode(new Uint8Array(this.exports.memory.buffer, this.exports.buffer_address(), size));
  }

  /** Reads a side from the engine's memory. @param {number} pointer @returns {SideFacts} */
  readSide(pointer) {
    const w = this.readInts(pointer, kSideWordCount);
    const pairs = [];
    for (let i = 0; i < w[offsetOf("pairsShown")]; ++i) {
      pairs.push({ axis: w[offsetOf("pairs") + 2 * i], child: w[offsetOf("pairs") + 2 * i + 1] });
    }
    /** @param {string} name */
    const word = (name) => w[offsetOf(name)];
    return {
      cells: Uint8Array.from(w.subarray(0, kCells)),
      phase: kPhases[word("phase")],
      hand: word("hand"),
      link: word("link"),
      score: word("score"),
      pending: word("pending"),
      fixed: word("fixed"),
      pairs,
      falling: word("falls") === 0 ? null : {
        x: word("x"),
        y: word("y"),
        r: word("r"),
        turnLock: word("turnLock"),
        arrowLock: word("arrowLock"),
        quickTurnWindow: word("quickTurnWindow"),
        fallCounter: word("fallCounter"),
        touches: word("touches"),
        touching: word("touching") === 1,
      },
      motion: word("motionKnown") === 0 ? null : {
        wait: word("wait"),
        rows: word("rows"),
        entering: [...w.subarray(offsetOf("entering"), offsetOf("entering") + 6)],
        dropping: word("dropping"),
        held: word("held"),
        reveal: word("reveal"),
        unsent: word("unsent"),
      },
      waitInAll: word("waitInAll"),
      axisLands: word("axisLands"),
      childLands: word("childLands"),
      linkScore:
        word("linkCells") > 0
          ? { cells: word("linkCells"), factor: word("linkFactor"), points: word("linkPoints") }
          : null,
      vanishing: Uint8Array.from(w.subarray(offsetOf("vanishing"), offsetOf("vanishing") + kCells)),
    };
  }

  /** Writes the received state of a side where the engine reads it. @param {import("../net/wire.js").Side} side
   * @returns {number} its address */
  writeSide(side) {
    const pointer = this.exports.page_side_input();
    const w = this.readInts(pointer, kSideWordCount);
    w.fill(0);
    w.set(side.cells, 0);
    /** @param {string} name @param {number} value */
    const set = (name, value) => {
      w[offsetOf(name)] = value;
    };
    set("phase", kPhases.indexOf(side.phase));
    for (const name of /** @type {const} */ (["hand", "link", "score", "pending", "fixed"])) set(name, side[name]);
    set("pairsShown", side.pairs.length);
    side.pairs.slice(0, kVisiblePairs).forEach((pair, i) => w.set([pair.axis, pair.child], offsetOf("pairs") + 2 * i));
    const falling = side.falling;
    if (falling) {
      set("falls", 1);
      for (const name of /** @type {const} */ (["x", "y", "r", "turnLock", "arrowLock", "quickTurnWindow",
        "fallCounter", "touches"])) set(name, falling[name]);
      set("touching", falling.touching ? 1 : 0);
    }
    const motion = side.motion;
    if (motion) {
      set("motionKnown", 1);
      for (const name of /** @type {const} */ (["wait", "rows", "dropping", "held", "reveal", "unsent"])) set(name, motion[name]);
      w.set(motion.entering.slice(0, 6), offsetOf("entering"));
    }
    return pointer;
  }

  /** Adds the facts that follow from a side. @param {import("../net/wire.js").Side} side @returns {SideFacts} */
  factsOf(side) {
    return this.readSide(this.exports.page_side_complete(this.writeSide(side)));
  }

  /** Returns the field of a side as a URL that people share. @param {import("../net/wire.js").Side} side
   * @param {"puyop" | "ips"} format @returns {?string} null: row 14 is not empty */
  urlOf(side, format) {
    return this.readUrl(this.exports.field_url(this.writeSide(side), format === "puyop" ? 0 : 1));
  }

  /** Reads the URL that a function of the engine has made. @param {number} made   1: it has made one
   * @returns {?string} */
  readUrl(made) {
    return made === 1 ? this.readText() : null;
  }
}

/** Predicts the player's own side in the next frames, from the state that the server has sent. */
export class SidePrediction {
  /** @param {Engine} engine */
  constructor(engine) {
    this.engine = engine;
  }

  /** Chooses the rules. @param {string} id   of a published ruleset @returns {boolean} false: it cannot be predicted */
  useRuleset(id) {
    this.engine.writeText(id);
    return this.engine.exports.prediction_ruleset() === 1;
  }

  /** Starts from a side as it was after a frame. @param {import("../net/wire.js").Side} side   with its motion
   * @param {number} frame @returns {boolean} false: the side is impossible */
  start(side, frame) {
    return this.engine.exports.prediction_start(this.engine.writeSide(side), frame) === 1;
  }

  /** Predicts one frame. @param {number | undefined} keys   held from this frame on; undefined: as before
   * @returns {boolean} false: the next frame cannot be known, and nothing has moved */
  step(keys) {
    return this.engine.exports.prediction_step(keys ?? -1) === 1;
  }

  side() {
    return this.engine.readSide(this.engine.exports.prediction_side());
  }
}

/** The errors of a link to a field, in the order of their numbers (clients/bindings/wasm/practice_exports.cpp). */
const kStartErrors = /** @type {const} */ (["", "unreadable", "strange_cells"]);

/** @typedef {typeof kStartErrors[number]} StartError   empty: no error */

/** A game for one person: there is no opponent, so no garbage falls. */
export class PracticeSide {
  /** @param {Engine} engine */
  constructor(engine) {
    this.engine = engine;
  }

  /**
   * @param {bigint} seed @param {number} colours @param {string} url   of the field at the start; empty: an empty field
   * @returns {StartError} after an error, the game before goes on
   */
  start(seed, colours, url) {
    this.engine.writeText(url);
    return kStartErrors[this.engine.exports.practice_start(seed, colours)];
  }

  /** Plays one frame. @param {number | undefined} keys   held from this frame on; undefined: as before
   * @returns {GameEvent[]} */
  step(keys) {
    const count = this.engine.exports.practice_step(keys ?? -1);
    const happened = [];
    for (let i = 0; i < count; ++i) happened.push(gameEventAt(this.engine, this.engine.exports.practice_event(i)));
    return happened;
  }

  /** Goes back to the time when the last placed pair appeared. @returns {boolean} false: no pair has been placed */
  undo() {
    return this.engine.exports.practice_undo() === 1;
  }

  side() {
    return this.engine.readSide(this.engine.exports.practice_side());
  }
}

/** @param {Engine} engine @param {number} pointer @returns {GameEvent} */
export function gameEventAt(engine, pointer) {
  const [clock, kind, seat, number, amount, cancelled, points] = engine.readInts(pointer, 7);
  return { clock, kind: kEventKinds[kind], seat, number, amount, cancelled, points };
}

/** A finished game, which can be shown at any of its frames. */
export class ReplayCursor {
  /** @param {Engine} engine */
  constructor(engine) {
    this.engine = engine;
  }

  get exports() {
    return this.engine.exports;
  }

  /** Opens a record. @param {Uint8Array} record   its bytes @returns {string} the error in it; empty: it is open */
  open(record) {
    this.engine.writeBytes(record);
    return this.exports.replay_open() === 1 ? "" : this.engine.readText();
  }

  get last() {
    return /** @type {number} */ (this.exports.replay_last_clock());
  }

  get clock() {
    return /** @type {number} */ (this.exports.replay_clock());
  }

  get countsTurns() {
    return this.exports.replay_counts_turns() === 1;
  }

  /** @param {number} clock 0 .. last */
  seek(clock) {
    this.exports.replay_seek(clock);
  }

  /** The hash of the whole state at the current clock, as 16 hex digits. */
  get stateHash() {
    return hex(this.exports.replay_hash());
  }

  /** @param {number} seat 0 or 1 */
  side(seat) {
    return this.engine.readSide(this.exports.replay_side(seat));
  }

  /** @returns {GameEvent[]} */
  matchEvents() {
    const happened = [];
    for (let i = 0; i < this.exports.replay_event_count(); ++i) {
      happened.push(gameEventAt(this.engine, this.exports.replay_event(i)));
    }
    return happened;
  }

  /** Returns the largest chain that the seat can fire now with its current and next pair. @param {number} seat */
  possibleChain(seat) {
    const [links, points] = this.engine.readInts(this.exports.replay_available_chain(seat), 2);
    return { links, points };
  }

  /** Returns the seat's next decision as a puyop URL: its field, and all pairs from there on. @param {number} seat */
  positionUrl(seat) {
    return this.engine.readUrl(this.exports.replay_position_url(seat));
  }

  /** @returns {{clock: number, hash: string}[]} the hashes that the record has for some of its clocks */
  checkpoints() {
    const points = [];
    for (let i = 0; i < this.exports.replay_checkpoint_count(); ++i) {
      points.push({ clock: this.exports.replay_checkpoint_clock(i), hash: hex(this.exports.replay_checkpoint_hash(i)) });
    }
    return points;
  }

  get names() {
    return [0, 1].map((seat) => this.engine.readText(this.exports.replay_player_name(seat)));
  }

  get ruleset() {
    return this.engine.readText(this.exports.replay_ruleset());
  }

  get cause() {
    return this.engine.readText(this.exports.replay_cause());
  }

  /** The seat that won, 0 or 1; -1: no winner */
  get winner() {
    return /** @type {number} */ (this.exports.replay_winner());
  }
}

/** @param {bigint} word */
const hex = (word) => BigInt.asUintN(64, word).toString(16).padStart(16, "0");
