// A problem while a person works on it, or looks at its solution. It uses no page and no clock.

import { sceneOf } from "../draw/scene.js";
import { kDown, kLeft, kRight, kTurnCcw, kTurnCw } from "../input/frame_keys.js";
import { firstPlacement, indexOf, moved, towards, turned } from "./placement_choice.js";

/** @import {GameEvent} from "../rules/engine.js" */
/** @import {ProblemError, TrainingPosition} from "../rules/training_position.js" */
/** @import {Placement} from "./placement_choice.js" */

const kFramesPerSecond = 60;
/** From one step sideways to the next, as in a game. */
const kStepFrames = 4;
/** How long a pair of a solution is seen before it goes, in frames. */
const kLookFrames = 30;

export class TrainingGame {
  /** @param {TrainingPosition} drill */
  constructor(drill) {
    this.drill_ = drill;
    this.isOpen = false;
    /** Where the waiting pair is; null: where pairs appear. @type {?Placement} */
    this.choice_ = null;
    /** The solution that plays. @type {?Placement[]} */
    this.shown_ = null;
    /** How long its pair has been looked at. */
    this.wait_ = 0;
    this.stepIn_ = 0;
    this.keys_ = 0;
    this.frames_ = 0;
    this.wasTouched = false;
  }

  /** Another problem, unless it is none: then this one goes on. @param {string} url @returns {ProblemError} */
  begin(url) {
    const flaw = this.drill_.start(url);
    if (flaw !== "") return flaw;
    this.isOpen = true;
    this.choice_ = null;
    this.shown_ = null;
    this.frames_ = 0;
    this.wasTouched = false;
    return "";
  }

  get goal() {
    return this.drill_.goal();
  }

  get pairs() {
    return this.drill_.pairs();
  }

  get state() {
    return this.drill_.state();
  }

  get isShowing() {
    return this.shown_ !== null;
  }

  /** True while pairs move, or the solution plays: the person must wait before placing a pair. */
  get isBusy() {
    const { waits, over } = this.state;
    return !over && (!waits || this.isShowing);
  }

  /** How long it has been worked on. */
  get seconds() {
    return this.frames_ / kFramesPerSecond;
  }

  /** @returns {?string} null: there is no problem */
  url() {
    return this.isOpen ? this.drill_.url() : null;
  }

  /** One frame. @param {number} keys @returns {GameEvent[]} */
  step(keys) {
    const state = this.state;
    const fresh = keys & ~this.keys_;
    this.keys_ = keys;
    if (!state.waits) this.choice_ = null;
    else if (this.shown_) this.lead_(this.shown_, state.placed);
    else this.choose_(keys, fresh, state.placements);
    if (!this.shown_ && !state.over) ++this.frames_;
    return this.drill_.step();
  }

  /** @param {Placement[]} solution @param {number} placed */
  lead_(solution, placed) {
    if (++this.wait_ < kLookFrames || placed >= solution.length) return;
    this.wait_ = 0;
    this.drill_.steer(indexOf(solution[placed]));
  }

  /** @param {number} keys @param {number} fresh   those that were not held before @param {number} possible */
  choose_(keys, fresh, possible) {
    let choice = this.choice_ ?? firstPlacement(possible);
    if (this.stepIn_ > 0) --this.stepIn_;
    const sideways = keys & (kLeft | kRight);
    // Each tap counts, also if the taps are faster than the key repeat.
    if (sideways && (this.stepIn_ === 0 || fresh & sideways)) {
      choice = moved(choice, sideways & kLeft ? -1 : 1, possible);
      this.stepIn_ = kStepFrames;
    }
    if (fresh & kTurnCw) choice = turned(choice, 1, possible);
    if (fresh & kTurnCcw) choice = turned(choice, -1, possible);
    this.choice_ = choice;
    if (fresh & kDown) this.drop_(choice);
  }

  /** @param {Placement} choice */
  drop_(choice) {
    this.wasTouched = true;
    if (this.drill_.drop(indexOf(choice))) this.choice_ = null;
  }

  /** The waiting pair above a column. @param {number} column */
  point(column) {
    const { placements } = this.state;
    if (this.shown_ || placements === 0) return;
    this.choice_ = towards(this.choice_ ?? firstPlacement(placements), column, placements);
  }

  /** Takes the last pair back, or the one that moves. @returns {boolean} whether there was one */
  undo() {
    const { placed, waits, over } = this.state;
    if (!this.isOpen || (placed === 0 && waits)) return false;
    this.rewind_(waits || over ? placed - 1 : placed);
    return true;
  }

  restart() {
    if (this.isOpen) this.rewind_(0);
  }

  /** @param {number} placed */
  rewind_(placed) {
    this.shown_ = null;
    this.choice_ = null;
    this.drill_.rewind(placed);
  }

  /** From the beginning, how it is done. @param {Placement[]} solution */
  show(solution) {
    this.rewind_(0);
    this.shown_ = solution;
    this.wait_ = 0;
  }

  side() {
    return this.drill_.side(this.choice_ ? indexOf(this.choice_) : -1);
  }

  /** @param {string} name */
  scene(name) {
    const landing = !this.shown_;
    return { ...sceneOf(this.side(), { name, wins: 0, allClear: false, landing }), next: [] };
  }
}
