// Counts how many steps of a fixed length have passed since the last call. The caller passes the current time, in
// milliseconds, and may call at any rate.

/** Longer pauses between two calls count as this long, so that a game does not run on while its page was hidden. */
const kMaxCountedPauseMs = 250;

export class StepClock {
  /** @param {number} perSecond */
  constructor(perSecond) {
    this.perSecond_ = perSecond;
    this.lastTime_ = 0;
    /** The part of the current step that has passed already, from 0 to 1. */
    this.partOfStep_ = 0;
  }

  /** Starts to count steps now. @param {number} now */
  start(now) {
    this.lastTime_ = now;
    this.partOfStep_ = 0;
  }

  /** Returns the whole steps since the last call. @param {number} now @param {number} speed   1: as fast as time */
  takeSteps(now, speed) {
    const passed = Math.min(Math.max(0, now - this.lastTime_), kMaxCountedPauseMs);
    this.lastTime_ = now;
    this.partOfStep_ += (passed / 1000) * this.perSecond_ * speed;
    const whole = Math.floor(this.partOfStep_);
    this.partOfStep_ -= whole;
    return whole;
  }

  /**
   * Returns the times of the whole steps since the last call, in milliseconds. The last step is at the time of the
   * call, so that it has the newest inputs. Each other step is the length of a step before the next one.
   * @param {number} now
   */
  takeStepTimes(now) {
    const steps = this.takeSteps(now, 1);
    return Array.from({ length: steps }, (_, step) => now - ((steps - 1 - step) * 1000) / this.perSecond_);
  }
}
