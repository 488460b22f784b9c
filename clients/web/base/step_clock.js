// Counts the steps of a fixed length that have passed, at any rate of calls. The caller passes the current time,
// in milliseconds.

/** A page that was hidden goes on where it was. */
const kLongestPause = 250;

export class StepClock {
  /** @param {number} perSecond */
  constructor(perSecond) {
    this.perSecond_ = perSecond;
    this.seen_ = 0;
    /** Of a step that has not passed yet. */
    this.rest_ = 0;
  }

  /** Steps count from now on. @param {number} now */
  start(now) {
    this.seen_ = now;
    this.rest_ = 0;
  }

  /** Whole steps since it was last asked. @param {number} now @param {number} speed */
  take(now, speed) {
    const passed = Math.min(Math.max(0, now - this.seen_), kLongestPause);
    this.seen_ = now;
    this.rest_ += (passed / 1000) * this.perSecond_ * speed;
    const whole = Math.floor(this.rest_);
    this.rest_ -= whole;
    return whole;
  }
}
