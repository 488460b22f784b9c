// Keys that buttons of the page press, each for one step.

export class PressedKeys {
  constructor() {
    /** The keys of the next steps. @type {number[]} */
    this.steps_ = [];
  }

  /** Presses keys for one step, and no keys for the step after it: so each press counts. @param {number} keys */
  add(keys) {
    this.steps_.push(keys, 0);
  }

  /** Returns the keys of this step. */
  take() {
    return this.steps_.shift() ?? 0;
  }
}
