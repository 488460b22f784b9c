// Counts the steps of a fixed length that have passed, at any rate of calls. The caller passes the current time,
// in milliseconds.

/** A page that was hidden goes on where it was. */
const kMaxCountedPauseMs = 250;

export class StepClock {
  /** @param {number} perSecond */
  constructor(perSecond) {
    this.perSecond_ = perSecond;
    this.lastTime_ = 0;
    /** Of a step that has not passed yet. */
    this.partOfStep_ = 0;
  }

  /** Steps count from now on. @param {number} now */
  start(now) {
    this.lastTime_ = now;
    this.partOfStep_ = 0;
  }

  /** Whole steps since it was last asked. @param {number} now @param {number} speed */
  takeSteps(now, speed) {
    const passed = Math.min(Math.max(0, now - this.lastTime_), kMaxCountedPauseMs);
    this.lastTime_ = now;
    this.partOfStep_ += (passed / 1000) * this.perSecond_ * speed;
    const whole = Math.floor(this.partOfStep_);
    this.partOfStep_ -= whole;
    return whole;
  }
}
