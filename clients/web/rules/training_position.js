// A training problem, played by the rules. Each pair waits above the field until the person chooses a placement. An
// engine has one training problem at a time.

import { gameEventAt } from "./engine.js";

/** @import {Pair} from "../draw/scene.js" */
/** @import {Engine, GameEvent} from "./engine.js" */

/** The kinds of goals, in the order of their numbers (engine/notation/shared_position.h). */
const kGoalKinds = /** @type {const} */ (["clear_all", "colours_vanish", "cells_vanish", "chain", "chain_and_clear",
  "colours_at_once", "cells_at_once", "groups_at_once", "connected"]);
const kGoalColours = /** @type {const} */ (["any", "red", "green", "blue", "yellow", "purple", "garbage", "coloured"]);

/**
 * The errors of a problem's link, ordered as in clients/bindings/wasm/training_exports.cpp and engine/puzzles/puzzle.h.
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

export class TrainingPosition {
  /** @param {Engine} engine */
  constructor(engine) {
    this.engine_ = engine;
  }

  get exports_() {
    return this.engine_.exports;
  }

  /** Starts a problem. @param {string} url   of ips, or the part after its question mark
   * @returns {ProblemError} after an error, the problem before goes on */
  start(url) {
    this.engine_.writeText(url);
    return kProblemErrors[this.exports_.training_start()];
  }

  /** @returns {Goal} */
  goal() {
    const [kind, bound, colour, count] = this.engine_.readInts(this.exports_.training_goal(), 4);
    return { kind: kGoalKinds[kind], isAtLeast: bound === 1, colour: kGoalColours[colour], count };
  }

  /** @returns {Pair[]} */
  pairs() {
    const pairs = [];
    for (let hand = 0; hand < this.exports_.training_pair_count(); ++hand) {
      const digits = this.exports_.training_pair(hand);
      pairs.push({ axis: Math.floor(digits / 10), child: digits % 10 });
    }
    return pairs;
  }

  /** @returns {?string} */
  url() {
    return this.engine_.readUrl(this.exports_.training_url());
  }

  /** @returns {TrainingState} */
  state() {
    const [placed, waits, solved, over, placements] = this.engine_.readInts(this.exports_.training_state(), 5);
    return { placed, waits: waits === 1, solved: solved === 1, over: over === 1, placements };
  }

  /** Lets the waiting pair fall from above. @param {number} placement @returns {boolean} false: it cannot */
  drop(placement) {
    return this.exports_.training_drop(placement) === 1;
  }

  /**
   * Steers the waiting pair to a placement, from where pairs appear.
   * @param {number} placement @returns {boolean} false: it cannot
   */
  steer(placement) {
    return this.exports_.training_steer(placement) === 1;
  }

  /** Plays one frame. @returns {GameEvent[]} */
  step() {
    const count = this.exports_.training_step();
    const happened = [];
    for (let i = 0; i < count; ++i) happened.push(gameEventAt(this.engine_, this.exports_.training_event(i)));
    return happened;
  }

  /** Takes pairs back. @param {number} placed   the number of pairs that stay */
  rewind(placed) {
    this.exports_.training_rewind(placed);
  }

  /** Returns the side with the waiting pair above a placement.
   * @param {number} placement   below 0: the pair is where pairs appear */
  side(placement) {
    return this.engine_.readSide(this.exports_.training_side(placement));
  }
}
