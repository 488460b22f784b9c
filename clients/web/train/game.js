// A problem that a person works on, or whose solution plays. It uses no page and no clock.

import { sceneOf } from "../draw/scene.js";
import { kDown, kLeft, kRight, kTurnCcw, kTurnCw } from "../input/frame_keys.js";
import { firstPlacement, movedSideways, nearestToColumn, placementIndex, turnedPlacement } from "./placement_choice.js";

/** @import {GameEvent} from "../rules/engine.js" */
/** @import {ProblemError, TrainingPosition} from "../rules/training_position.js" */
/** @import {Placement} from "./placement_choice.js" */

const kFramesPerSecond = 60;
/** A held key moves the pair sideways every so many frames. */
const kFramesPerStep = 4;
/** A pair of a solution waits for so many frames before it is placed. */
const kShownFramesOfPair = 30;

export class TrainingGame {
  /** @param {TrainingPosition} position */
  constructor(position) {
    this.position_ = position;
    this.hasProblem = false;
    /** The placement above which the waiting pair is; null: it is where pairs appear. @type {?Placement} */
    this.choice_ = null;
    /** The solution that plays; null: the person plays. @type {?Placement[]} */
    this.shownSolution_ = null;
    /** The number of frames for which the waiting pair of the solution has been shown. */
    this.shownFrames_ = 0;
    this.framesToNextStep_ = 0;
    this.keys_ = 0;
    this.frames_ = 0;
    this.wasTouched = false;
  }

  /** Begins another problem. If the link is wrong, this one goes on. @param {string} url @returns {ProblemError} */
  begin(url) {
    const error = this.position_.start(url);
    if (error !== "") return error;
    this.hasProblem = true;
    this.choice_ = null;
    this.shownSolution_ = null;
    this.frames_ = 0;
    this.wasTouched = false;
    return "";
  }

  get goal() {
    return this.position_.goal();
  }

  get pairs() {
    return this.position_.pairs();
  }

  get state() {
    return this.position_.state();
  }

  get showsSolution() {
    return this.shownSolution_ !== null;
  }

  /** True while pairs move, or the solution plays: the person must wait before placing a pair. */
  get isBusy() {
    const { waits, over } = this.state;
    return !over && (!waits || this.showsSolution);
  }

  /** The time that the person has worked on the problem. */
  get seconds() {
    return this.frames_ / kFramesPerSecond;
  }

  /** @returns {?string} null: there is no problem */
  url() {
    return this.hasProblem ? this.position_.url() : null;
  }

  /** Plays one frame. @param {number} keys @returns {GameEvent[]} */
  step(keys) {
    const state = this.state;
    const fresh = keys & ~this.keys_;
    this.keys_ = keys;
    if (!state.waits) this.choice_ = null;
    else if (this.shownSolution_) this.playSolution_(this.shownSolution_, state.placed);
    else this.moveChoice_(keys, fresh, state.placements);
    if (!this.shownSolution_ && !state.over) ++this.frames_;
    return this.position_.step();
  }

  /** Places the next pair of the solution when it has been shown long enough.
   * @param {Placement[]} solution @param {number} placed */
  playSolution_(solution, placed) {
    if (++this.shownFrames_ < kShownFramesOfPair || placed >= solution.length) return;
    this.shownFrames_ = 0;
    this.position_.steer(placementIndex(solution[placed]));
  }

  /** Moves, turns or drops the waiting pair by keys.
   * @param {number} keys @param {number} fresh   the keys that were not held before @param {number} possible */
  moveChoice_(keys, fresh, possible) {
    let choice = this.choice_ ?? firstPlacement(possible);
    if (this.framesToNextStep_ > 0) --this.framesToNextStep_;
    const sideways = keys & (kLeft | kRight);
    // Each tap counts, also if the taps are faster than the key repeat.
    if (sideways && (this.framesToNextStep_ === 0 || fresh & sideways)) {
      choice = movedSideways(choice, sideways & kLeft ? -1 : 1, possible);
      this.framesToNextStep_ = kFramesPerStep;
    }
    if (fresh & kTurnCw) choice = turnedPlacement(choice, 1, possible);
    if (fresh & kTurnCcw) choice = turnedPlacement(choice, -1, possible);
    this.choice_ = choice;
    if (fresh & kDown) this.drop_(choice);
  }

  /** @param {Placement} choice */
  drop_(choice) {
    this.wasTouched = true;
    if (this.position_.drop(placementIndex(choice))) this.choice_ = null;
  }

  /** Moves the waiting pair above a column. @param {number} column */
  moveToColumn(column) {
    const { placements } = this.state;
    if (this.shownSolution_ || placements === 0) return;
    this.choice_ = nearestToColumn(this.choice_ ?? firstPlacement(placements), column, placements);
  }

  /** Takes back the last pair, or the pair that is moving. @returns {boolean} false: there is none */
  undo() {
    const { placed, waits, over } = this.state;
    if (!this.hasProblem || (placed === 0 && waits)) return false;
    this.rewind_(waits || over ? placed - 1 : placed);
    return true;
  }

  restart() {
    if (this.hasProblem) this.rewind_(0);
  }

  /** @param {number} placed */
  rewind_(placed) {
    this.shownSolution_ = null;
    this.choice_ = null;
    this.position_.rewind(placed);
  }

  /** Plays the solution from the beginning. @param {Placement[]} solution */
  showSolution(solution) {
    this.rewind_(0);
    this.shownSolution_ = solution;
    this.shownFrames_ = 0;
  }

  side() {
    return this.position_.side(this.choice_ ? placementIndex(this.choice_) : -1);
  }

  /** @param {string} name */
  scene(name) {
    const landing = !this.shownSolution_;
    return { ...sceneOf(this.side(), { name, wins: 0, allClear: false, landing }), next: [] };
  }
}
