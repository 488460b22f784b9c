// Makes the keys of each frame from the held keys, as the bits that the rules and the server know. Side steps repeat
// after a while, and each turn needs a press. The rules refuse some presses for a few frames: these are kept and tried
// again.

import { kMoveActions } from "./key_map.js";

export const kLeft = 1;
export const kRight = 2;
export const kDown = 4;
export const kTurnCw = 8;
export const kTurnCcw = 16;

/**
 * das: frames from the first side step to the second; arr: frames between the steps after it. The rules refuse steps in
 * the three frames after a step.
 * @typedef {{das: number, arr: number}} RepeatSettings
 */
/**
 * The number of frames for which the rules still refuse turns of the pair, and its steps by arrows.
 * @typedef {{turn: number, arrow: number}} Locks
 */

/** @type {Locks} */
export const kNoLocks = { turn: 0, arrow: 0 };

/** @param {?{turnLock: number, arrowLock: number} | undefined} falling   the pair under control @returns {Locks} */
export const locksOf = (falling) => (falling ? { turn: falling.turnLock, arrow: falling.arrowLock } : kNoLocks);

export const kDefaultRepeat = { das: 8, arr: 4 };
/** The values of das and arr that a person can choose. */
export const kDasRange = { least: 0, most: 30 };
export const kArrRange = { least: 4, most: 10 };

/** A press that the rules refuse is tried again for so many frames. */
export const kRememberPressFrames = 6;

/** @type {Record<"left"|"right"|"turn_cw"|"turn_ccw", number>} */
const kKeyBits = { left: kLeft, right: kRight, turn_cw: kTurnCw, turn_ccw: kTurnCcw };

/** @typedef {{action: "turn_cw"|"turn_ccw"|"left"|"right", age: number}} Press */

export class KeyRepeat {
  /** @param {RepeatSettings} settings */
  constructor(settings) {
    this.settings = settings;
    /** @type {Set<string>} */
    this.heldBefore_ = new Set();
    /** @type {Press[]} */
    this.turns_ = [];
    /** The first step of a press that the rules have not accepted yet. @type {?Press} */
    this.step_ = null;
    /** The direction whose steps repeat. If both are held, it is the one pressed later. @type {?("left"|"right")} */
    this.direction_ = null;
    this.repeatIn_ = 0;
  }

  /**
   * Returns the keys of one frame. To be called once a frame.
   * @param {ReadonlySet<string>} held   move actions with keys that are down, or went down since the last frame
   * @param {Locks} locks               of the pair under control before this frame; kNoLocks without one
   * @returns {number} the bits of the keys
   */
  nextKeys(held, locks) {
    this.noticePresses_(held);
    let keys = this.takeTurn_(locks.turn) | this.takeStep_(held, locks.arrow);
    // The rules ignore DOWN if an arrow to the side is pressed in the same frame.
    if (held.has("down") && !(keys & (kLeft | kRight))) keys |= kDown;
    this.heldBefore_ = new Set(held);
    return keys;
  }

  /** @param {ReadonlySet<string>} held */
  noticePresses_(held) {
    for (const press of this.turns_) ++press.age;
    this.turns_ = this.turns_.filter((press) => press.age <= kRememberPressFrames);
    if (this.step_ && ++this.step_.age > kRememberPressFrames) this.step_ = null;
    for (const action of kMoveActions) {
      if (action === "down" || !held.has(action) || this.heldBefore_.has(action)) continue;
      if (action === "left" || action === "right") {
        this.step_ = { action, age: 0 };
        this.direction_ = action;
      } else {
        this.turns_.push({ action, age: 0 });
      }
    }
  }

  /** @param {number} lock */
  takeTurn_(lock) {
    if (lock > 0) return 0;
    const press = this.turns_.shift();
    return press ? kKeyBits[press.action] : 0;
  }

  /** @param {ReadonlySet<string>} held @param {number} lock */
  takeStep_(held, lock) {
    if (this.repeatIn_ > 0) --this.repeatIn_;
    this.followDirection_(held);
    if (this.step_) {
      if (lock > 0) return 0;
      const { action } = this.step_;
      this.step_ = null;
      this.repeatIn_ = this.settings.das;
      return kKeyBits[action];
    }
    if (!this.direction_ || this.repeatIn_ > 0 || lock > 0) return 0;
    this.repeatIn_ = this.settings.arr;
    return kKeyBits[this.direction_];
  }

  /**
   * When the direction is released, the other one takes over if it is still held. Its first step comes after `das`
   * frames, because it was not pressed in this frame.
   * @param {ReadonlySet<string>} held
   */
  followDirection_(held) {
    if (this.direction_ && held.has(this.direction_)) return;
    const other = held.has("left") ? "left" : held.has("right") ? "right" : null;
    if (other !== this.direction_) this.repeatIn_ = this.settings.das;
    this.direction_ = other;
  }
}
