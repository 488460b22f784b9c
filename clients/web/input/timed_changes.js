// Keeps the changes of an input device, such as a pressed key, until the step of the game comes in which they count. A
// picture that is late plays many steps at once, but each step has its own time, and so has each change.

/** Returns the time of an event, in milliseconds. No event counts as later than now. @param {Event} event */
export const timeOf = (event) => Math.min(event.timeStamp, performance.now());

export class TimedChanges {
  constructor() {
    /** @type {{at: number, apply: () => void}[]} */
    this.waiting_ = [];
  }

  /** @param {number} at   ms @param {() => void} apply */
  add(at, apply) {
    this.waiting_.push({ at, apply });
  }

  /** Applies the changes up to a time, in the order in which they were added. @param {number} at   ms */
  applyUntil(at) {
    while (this.waiting_.length > 0 && this.waiting_[0].at <= at) this.waiting_.shift()?.apply();
  }
}
