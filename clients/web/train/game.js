// A problem while a person works on it, or looks at its solution. It uses no page and no clock.

import { sceneOf } from "../draw/scene.js";
import { kDown, kLeft, kRight, kTurnCcw, kTurnCw } from "../input/frame_keys.js";
import { firstPlacement, movedSideways, nearestToColumn, placementIndex, turnedPlacement } from "./placement_choice.js";

/** @import {GameEvent} from "../rules/engine.js" */
/** @import {ProblemError, TrainingPosition} from "../rules/training_position.js" */
/** @import {Placement} from "./placement_choice.js" */

const kFramesPerSecond = 60;
/** From one step sideways to the next, as in a game. */
const kStepFrames = 4;
/** How long a pair of a solution is seen before it goes, in frames. */
const kShownFramesOfPair = 30;

export class TrainingGame {
  /** @param {TrainingPosition} position */
  constructor(position) {
    this.position_ = position;
    this.hasProblem = false;
    /** Where the waiting pair is; null: where pairs appear. @type {?Placement} */
    this.choice_ = null;
    /** The solution that plays. @type {?Placement[]} */
    this.shownSolution_ = null;
    /** How long its pair has been looked at. */
    this.shownFrames_ = 0;
    this.framesToNextStep_ = 0;
    this.keys_ = 0;
    this.frames_ = 0;
    this.wasTouched = false;
  }

  /** Another problem, unless it is none: then this one goes on. @param {string} url @returns {ProblemError} */
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

  /** How long it has been worked on. */
  get seconds() {
    return this.frames_ / kFramesPerSecond;
  }

  /** @returns {?string} null: there is no problem */
  url() {
    return this.hasProblem ? this.position_.url() : null;
  }

  /** One frame. @param {number} keys @returns {GameEvent[]} */
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

  /** @param {Placement[]} solution @param {number} placed */
  playSolution_(solution, placed) {
    if (++this.shownFrames_ < kShownFramesOfPair || placed >= solution.length) return;
    this.shownFrames_ = 0;
    this.position_.steer(placementIndex(solution[placed]));
  }

  /** @param {number} keys @param {number} fresh   those that were not held before @param {number} possible */
  moveChoice_(keys, fresh, possible) {
    let choice = this.choice_ ?? firstPlacement(possible);
    if (this.framesToNextStep_ > 0) --this.framesToNextStep_;
    const sideways = keys & (kLeft | kRight);
    // Each tap counts, also if the taps are faster than the key repeat.
    if (sideways && (this.framesToNextStep_ === 0 || fresh & sideways)) {
      choice = movedSideways(choice, sideways & kLeft ? -1 : 1, possible);
      this.framesToNextStep_ = kStepFrames;
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

  /** The waiting pair above a column. @param {number} column */
  moveToColumn(column) {
    const { placements } = this.state;
    if (this.shownSolution_ || placements === 0) return;
    this.choice_ = nearestToColumn(this.choice_ ?? firstPlacement(placements), column, placements);
  }

  /** Takes the last pair back, or the one that moves. @returns {boolean} whether there was one */
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

  /** From the beginning, how it is done. @param {Placement[]} solution */
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
