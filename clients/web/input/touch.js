// Turns touches into the keys of frames. A finger moves the pair sideways, column by column. A finger that moves down
// holds DOWN. A tap turns the pair: clockwise on the right half, counter-clockwise on the left one.

import { kDown, kLeft, kRight, kTurnCcw, kTurnCw } from "./frame_keys.js";
import { TimedChanges, timeOf } from "./timed_changes.js";

/** @import {Locks} from "./frame_keys.js" */

/**
 * The width of a column and the middle of the field, in the unit of the fingers' positions.
 * @typedef {{column: number, middle: number}} TouchLayout
 */
/**
 * @typedef {object} Finger
 * @property {number} x       the position from which the next column is measured
 * @property {number} startX
 * @property {number} y       the highest position since the finger last moved down; moving down is measured from it
 * @property {number} at      the time when the finger touched, in milliseconds
 * @property {boolean} moved
 * @property {boolean} down
 */

export const kMaxTapMs = 300;
const kMaxTapColumns = 0.4;
const kColumnsToHoldDown = 0.9;
/** So many steps of a swipe wait for the rules to accept them. A longer swipe ends at the wall anyway. */
const kMaxWaitingSteps = 5;
const kMaxWaitingTurns = 2;

export class TouchGesture {
  /** @param {() => TouchLayout} layout */
  constructor(layout) {
    this.layout_ = layout;
    this.changes_ = new TimedChanges();
    /** @type {Map<number, Finger>} */
    this.fingers_ = new Map();
    /** True if a finger has moved down and no step has had DOWN for it yet. It may have left again. */
    this.hasNewDown_ = false;
    /** The steps to the right that still wait; below 0: to the left. */
    this.steps_ = 0;
    /** @type {number[]} */
    this.turns_ = [];
  }

  /** @param {number} id @param {number} x @param {number} y @param {number} at   ms */
  start(id, x, y, at) {
    this.changes_.add(at, () => this.fingers_.set(id, { x, startX: x, y, at, moved: false, down: false }));
  }

  /** @param {number} id @param {number} x @param {number} y @param {number} at   ms */
  move(id, x, y, at) {
    this.changes_.add(at, () => this.move_(id, x, y));
  }

  /** @param {number} id @param {number} x @param {number} at   ms */
  end(id, x, at) {
    this.changes_.add(at, () => this.end_(id, x, at));
  }

  /** @param {number} id @param {number} at   ms */
  cancel(id, at) {
    this.changes_.add(at, () => this.fingers_.delete(id));
  }

  /** @param {number} id @param {number} x @param {number} y */
  move_(id, x, y) {
    const finger = this.fingers_.get(id);
    if (!finger) return;
    const { column } = this.layout_();
    const tapLimit = column * kMaxTapColumns;
    if (Math.abs(x - finger.startX) > tapLimit || y - finger.y > tapLimit) finger.moved = true;
    const steps = Math.trunc((x - finger.x) / column);
    if (steps !== 0) {
      this.steps_ = Math.max(-kMaxWaitingSteps, Math.min(kMaxWaitingSteps, this.steps_ + steps));
      finger.x += steps * column;
    }
    if (y < finger.y) {
      finger.y = y;
      finger.down = false;
    }
    if (y - finger.y > column * kColumnsToHoldDown) {
      if (!finger.down) this.hasNewDown_ = true;
      finger.down = true;
      // Moving back up by the same distance releases DOWN.
      finger.y = Math.max(finger.y, y - column * kColumnsToHoldDown);
    }
  }

  /** @param {number} id @param {number} x @param {number} at */
  end_(id, x, at) {
    const finger = this.fingers_.get(id);
    this.fingers_.delete(id);
    if (!finger || finger.moved || at - finger.at > kMaxTapMs) return;
    if (this.turns_.length < kMaxWaitingTurns) this.turns_.push(x >= this.layout_().middle ? kTurnCw : kTurnCcw);
  }

  /** Call this when another pair comes: earlier gestures were meant for the last pair and must not move this one.
   * @param {number} at   ms */
  dropOldGestures(at) {
    this.changes_.applyUntil(at);
    this.steps_ = 0;
    this.turns_ = [];
    this.hasNewDown_ = false;
    for (const finger of this.fingers_.values()) {
      finger.down = false;
      finger.y = Infinity;  // until the next move, from where going down counts again
    }
  }

  /** True while a finger holds DOWN, and no steps to the side wait before it. */
  get holdsDown() {
    return this.steps_ === 0 && [...this.fingers_.values()].some((finger) => finger.down);
  }

  /**
   * Returns the keys of the step at a time. To be called once for each step, in the order of time.
   * @param {number} at   ms
   * @param {Locks} locks
   */
  keysAt(at, locks) {
    this.changes_.applyUntil(at);
    let keys = 0;
    if (locks.turn === 0) keys |= this.turns_.shift() ?? 0;
    if (this.steps_ !== 0) {
      if (locks.arrow > 0) return keys;
      keys |= this.steps_ > 0 ? kRight : kLeft;
      this.steps_ -= Math.sign(this.steps_);
    } else if (this.holdsDown || this.hasNewDown_) {
      keys |= kDown;
      this.hasNewDown_ = false;
    }
    return keys;
  }
}

/** Returns true if people play on this device by touch. */
export function isTouchDevice() {
  return window.matchMedia("(pointer: coarse)").matches;
}

/**
 * Lets a person play by touching `element`; mice are ignored. Its style needs `touch-action: none`, or touches scroll
 * the page instead.
 * @param {HTMLElement} element
 * @param {() => TouchLayout} layout   in client coordinates
 * @returns {TouchGesture}
 */
export function attachTouch(element, layout) {
  const gesture = new TouchGesture(layout);
  /** @param {"pointerdown"|"pointermove"|"pointerup"|"pointercancel"} type @param {(event: PointerEvent) => void} on */
  const listen = (type, on) => {
    element.addEventListener(type, (event) => {
      if (event.pointerType !== "mouse") on(event);
    });
  };
  listen("pointerdown", (event) => {
    if (event.target instanceof Element && event.target.closest("button, a, input, dialog")) return;
    element.setPointerCapture(event.pointerId);
    gesture.start(event.pointerId, event.clientX, event.clientY, timeOf(event));
  });
  listen("pointermove", (event) => gesture.move(event.pointerId, event.clientX, event.clientY, timeOf(event)));
  listen("pointerup", (event) => gesture.end(event.pointerId, event.clientX, timeOf(event)));
  listen("pointercancel", (event) => gesture.cancel(event.pointerId, timeOf(event)));
  return gesture;
}
