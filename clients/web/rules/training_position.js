// A training problem, played by the rules. Each pair waits above the field until the person chooses a placement.

/** @import {Pair} from "../draw/scene.js" */
/** @import {Engine, GameEvent} from "./engine.js" */

/** The kinds of goals, in the order of their numbers (engine/notation/shared_position.h). */
const kGoalKinds = /** @type {const} */ (["clear_all", "colours_vanish", "cells_vanish", "chain", "chain_and_clear",
  "colours_at_once", "cells_at_once", "groups_at_once", "connected"]);
const kGoalColours = /** @type {const} */ (["any", "red", "green", "blue", "yellow", "purple", "garbage", "coloured"]);

/**
 * The errors of a problem's link, in the order of their numbers (RENSA_FLAW_... in clients/bindings/c/rensa/rensa.h).
 */
const kProblemErrors = /** @type {const} */ (["", "unreadable", "no_goal", "goal_of_nothing", "strange_cells", "hangs",
  "vanishes", "choked", "colourless", "no_pair", "endless"]);

/** @typedef {typeof kProblemErrors[number]} ProblemError   empty: no error */
/**
 * @typedef {{kind: typeof kGoalKinds[number], isAtLeast: boolean, colour: typeof kGoalColours[number],
 *   count: number}} Goal
 */
/**
 * placed: the number of pairs at rest; waits: a pair waits for its placement; over: no more pairs come; placements: the
 * possible placements of the waiting pair, as bits
 * @typedef {{placed: number, waits: boolean, solved: boolean, over: boolean, placements: number}} TrainingState
 */

const kNoPlacement = 255;

export class TrainingPosition {
  /** @param {Engine} engine */
  constructor(engine) {
    this.engine_ = engine;
    this.handle_ = 0n;
  }

  /** Starts a problem. @param {string} url   of ips, or the part after its question mark
   * @returns {ProblemError} after an error, the problem before goes on */
  start(url) {
    const { exports, engine, out } = this.engine_;
    return this.engine_.withText(url, (...text) => {
      this.engine_.check(exports.rensa_training_flaw(engine, ...text, out));
      const error = kProblemErrors[this.engine_.word(out)];
      if (error !== "") return error;
      this.engine_.check(exports.rensa_training_create(engine, ...text, out));
      const started = this.engine_.handle();
      this.engine_.free(this.handle_);
      this.handle_ = started;
      return error;
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
    return { kind: kGoalKinds[kind], isAtLeast: bound === 1, colour: kGoalColours[colour], count };
  }

  /** @returns {Pair[]} */
  pairs() {
    const { exports, engine } = this.engine_;
    return this.engine_.readList(2, (...list) => exports.rensa_training_pairs(engine, this.handle_, ...list),
      (pointer) => ({ axis: this.engine_.bytes[pointer], child: this.engine_.bytes[pointer + 1] }));
  }

  /** @returns {?string} */
  url() {
    const { exports, engine } = this.engine_;
    return this.engine_.readText((...text) => exports.rensa_training_url(engine, this.handle_, ...text));
  }

  /** @returns {TrainingState} */
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

  /**
   * Steers the waiting pair to a placement, from where pairs appear.
   * @param {number} placement @returns {boolean} false: it cannot
   */
  steer(placement) {
    return this.engine_.exports.rensa_training_steer(this.engine_.engine, this.handle_, placement) === 0;
  }

  /** Plays one frame. @returns {GameEvent[]} */
  step() {
    const { exports, engine } = this.engine_;
    return this.engine_.readEvents((...events) => exports.rensa_training_step(engine, this.handle_, ...events));
  }

  /** Takes pairs back. @param {number} placed   the number of pairs that stay */
  rewind(placed) {
    const { exports, engine } = this.engine_;
    this.engine_.check(exports.rensa_training_rewind(engine, this.handle_, Math.max(0, placed)));
  }

  /** Returns the side with the waiting pair above a placement.
   * @param {number} placement   below 0: the pair is where pairs appear */
  side(placement) {
    const { exports, engine } = this.engine_;
    const above = placement < 0 ? kNoPlacement : placement;
    return this.engine_.readSide((side) => exports.rensa_training_side(engine, this.handle_, above, side));
  }
}
