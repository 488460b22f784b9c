// A training problem as the rules play it: the pair waits above the field until it is told where it goes.

/** @import {Pair} from "../draw/scene.js" */
/** @import {Engine, Happening} from "./engine.js" */

/** The goals that there are, in the order of their numbers (engine/notation/shared_position.h). */
const kKinds = /** @type {const} */ (["clear_all", "colours_vanish", "cells_vanish", "chain", "chain_and_clear",
  "colours_at_once", "cells_at_once", "groups_at_once", "connected"]);
const kColours = /** @type {const} */ (["any", "red", "green", "blue", "yellow", "purple", "garbage", "coloured"]);

/** The errors of a link, in the order of their numbers (RENSA_FLAW_... in clients/bindings/c/rensa/rensa.h). */
const kFlaws = /** @type {const} */ (["", "unreadable", "no_goal", "goal_of_nothing", "strange_cells", "hangs",
  "vanishes", "choked", "colourless", "no_pair", "endless"]);

/** @typedef {typeof kFlaws[number]} Flaw   empty: none */
/**
 * @typedef {{kind: typeof kKinds[number], isAtLeast: boolean, colour: typeof kColours[number], count: number}} Goal
 */
/**
 * placed: pairs that have come to rest; over: no pair comes any more; placements: where the waiting pair may go, as
 * bits
 * @typedef {{placed: number, waits: boolean, solved: boolean, over: boolean, placements: number}} DrillState
 */

const kNoPlacement = 255;

export class Drill {
  /** @param {Engine} engine */
  constructor(engine) {
    this.engine_ = engine;
    this.handle_ = 0n;
  }

  /** @param {string} url of ips, or the part after its question mark
   * @returns {Flaw} and with one the problem before goes on */
  start(url) {
    const { exports, engine, out } = this.engine_;
    return this.engine_.withText(url, (...text) => {
      this.engine_.check(exports.rensa_training_flaw(engine, ...text, out));
      const flaw = kFlaws[this.engine_.word(out)];
      if (flaw !== "") return flaw;
      this.engine_.check(exports.rensa_training_create(engine, ...text, out));
      const started = this.engine_.handle();
      this.engine_.free(this.handle_);
      this.handle_ = started;
      return flaw;
    });
  }

  /** @param {number} count of words @param {(out: number) => number} call that writes them */
  words_(count, call) {
    const { out } = this.engine_;
    this.engine_.check(call(out));
    return this.engine_.words.subarray(out >> 2, (out >> 2) + count);
  }

  /** @returns {Goal} */
  goal() {
    const { exports, engine } = this.engine_;
    const [kind, bound, colour, count] =
      this.words_(4, (out) => exports.rensa_training_goal(engine, this.handle_, out));
    return { kind: kKinds[kind], isAtLeast: bound === 1, colour: kColours[colour], count };
  }

  /** @returns {Pair[]} */
  pairs() {
    const { exports, engine } = this.engine_;
    return this.engine_.listOf(2, (...list) => exports.rensa_training_pairs(engine, this.handle_, ...list),
      (pointer) => ({ axis: this.engine_.bytes[pointer], child: this.engine_.bytes[pointer + 1] }));
  }

  /** @returns {?string} */
  url() {
    const { exports, engine } = this.engine_;
    return this.engine_.textOf((...text) => exports.rensa_training_url(engine, this.handle_, ...text));
  }

  /** @returns {DrillState} */
  state() {
    const { exports, engine } = this.engine_;
    const [placed, waits, solved, over, placements] =
      this.words_(5, (out) => exports.rensa_training_get(engine, this.handle_, out));
    return { placed, waits: waits === 1, solved: solved === 1, over: over === 1, placements };
  }

  /** Lets the waiting pair fall from above. @param {number} placement @returns {boolean} false: it cannot */
  drop(placement) {
    return this.engine_.exports.rensa_training_drop(this.engine_.engine, this.handle_, placement) === 0;
  }

  /** Leads it there from where pairs appear. @param {number} placement @returns {boolean} false: it cannot */
  lead(placement) {
    return this.engine_.exports.rensa_training_steer(this.engine_.engine, this.handle_, placement) === 0;
  }

  /** One frame. @returns {Happening[]} */
  step() {
    const { exports, engine } = this.engine_;
    return this.engine_.eventsOf((...events) => exports.rensa_training_step(engine, this.handle_, ...events));
  }

  /** @param {number} placed   so many pairs are left where they are */
  rewind(placed) {
    this.engine_.check(this.engine_.exports.rensa_training_rewind(this.engine_.engine, this.handle_, Math.max(0, placed)));
  }

  /** @param {number} placement above which the waiting pair is; below 0: where pairs appear */
  side(placement) {
    const { exports, engine } = this.engine_;
    const above = placement < 0 ? kNoPlacement : placement;
    return this.engine_.sideOf((side) => exports.rensa_training_side(engine, this.handle_, above, side));
  }
}
