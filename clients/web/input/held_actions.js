// Knows which actions are held in each step of the game, from the times at which their keys went down and up.

import { TimedChanges } from "./timed_changes.js";

/** @import {MoveAction} from "./key_map.js" */

export class HeldActions {
  constructor() {
    this.changes_ = new TimedChanges();
    /**
     * The actions of the keys that are down: an action goes on while another key of it is down.
     * @type {Map<string, MoveAction>}
     */
    this.down_ = new Map();
    /** The actions pressed since the last step. Their keys may be up again. @type {Set<MoveAction>} */
    this.pressed_ = new Set();
  }

  /** @param {number} at   ms @param {string} key @param {MoveAction} action */
  press(at, key, action) {
    this.changes_.add(at, () => {
      this.down_.set(key, action);
      this.pressed_.add(action);
    });
  }

  /** @param {number} at   ms @param {string} key */
  release(at, key) {
    this.changes_.add(at, () => this.down_.delete(key));
  }

  /** @param {number} at   ms */
  releaseAll(at) {
    this.changes_.add(at, () => this.down_.clear());
  }

  /**
   * Returns the actions held in the step at a time: their keys are down then, or went down since the last step. To be
   * called once for each step, in the order of time.
   * @param {number} at   ms
   * @returns {Set<MoveAction>}
   */
  heldAt(at) {
    this.changes_.applyUntil(at);
    const held = new Set([...this.down_.values(), ...this.pressed_]);
    this.pressed_.clear();
    return held;
  }

  /** Returns true if a key of the action is still down after the last step. @param {MoveAction} action */
  isDown(action) {
    return [...this.down_.values()].includes(action);
  }
}
