// The keys of a frame, as the bits that the rules and the server know.
// Makes the keys of a frame from the held keys: side steps repeat after a while, turns are one press each, and a press
// that the rules would refuse for a few frames is remembered for that long.

import { kMoveActions } from "./key_map.js";

export const kLeft = 1;
export const kRight = 2;
export const kDown = 4;
export const kTurnCw = 8;
export const kTurnCcw = 16;

/**
 * das: frames from the first step to the second; arr: from then on. The rules refuse steps for three frames after one,
 * so less than four is four.
 * @typedef {{das: number, arr: number}} RepeatSettings
 */
/**
 * How many frames the rules will yet refuse turns and arrows of the pair.
 * @typedef {{turn: number, arrow: number}} Locks
 */

/** @type {Locks} */
export const kNoLocks = { turn: 0, arrow: 0 };

/** @param {?{turnLock: number, arrowLock: number} | undefined} falling the pair under control @returns {Locks} */
export const locksOf = (falling) => (falling ? { turn: falling.turnLock, arrow: falling.arrowLock } : kNoLocks);

export const kDefaultRepeat = { das: 8, arr: 2 };
export const kDasRange = { least: 0, most: 30 };
export const kArrRange = { least: 1, most: 10 };

/** A press is not forgotten for so many frames. */
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
    /** A first step that has not been taken yet. @type {?Press} */
    this.step_ = null;
    /** The direction that repeats: of two that are held, the later. @type {?("left"|"right")} */
    this.direction_ = null;
    this.repeatIn_ = 0;
  }

  /**
   * The keys of one frame.
   * @param {ReadonlySet<string>} held   move actions with keys that are down, or were at any time since the last frame
   * @param {Locks} locks               of the pair under control before this frame; zeros without one
   * @returns {number} bits of keys.js
   */
  nextKeys(held, locks) {
    this.noticePresses_(held);
    let keys = this.takeTurn_(locks.turn) | this.takeStep_(held, locks.arrow);
    // Beside an arrow the rules would not see it.
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
   * When the direction is released, another one that is still held takes over. It does not step at once, as it was
   * not pressed now.
   * @param {ReadonlySet<string>} held
   */
  followDirection_(held) {
    if (this.direction_ && held.has(this.direction_)) return;
    const other = held.has("left") ? "left" : held.has("right") ? "right" : null;
    if (other !== this.direction_) this.repeatIn_ = this.settings.das;
    this.direction_ = other;
  }
}
