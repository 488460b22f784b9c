// Where a replay is, and how it goes on by itself: from an accumulator of time that passed, whatever the display's rate.
// No timers in here: it is told what time it is, in milliseconds.

export const kSpeeds = [0.25, 0.5, 1, 2, 4];
/** A page that was hidden goes on where it was. */
const kLongestPause = 250;

export class Playback {
  /** @param {number} last clock of the game @param {number} perSecond   clocks a second, at speed 1 */
  constructor(last, perSecond) {
    this.last = last;
    this.perSecond_ = perSecond;
    this.clock_ = 0;
    this.speed = 1;
    this.isPlaying = false;
    /** Of a clock that has not passed yet. */
    this.rest_ = 0;
    this.seen_ = 0;
  }

  get clock() {
    return this.clock_;
  }

  /** From the beginning, if it stands at the end. @param {number} now */
  play(now) {
    if (this.clock_ >= this.last) this.clock_ = 0;
    this.isPlaying = true;
    this.rest_ = 0;
    this.seen_ = now;
  }

  pause() {
    this.isPlaying = false;
  }

  /** @param {number} clock */
  seek(clock) {
    this.clock_ = Math.max(0, Math.min(this.last, Math.round(clock)));
    this.rest_ = 0;
  }

  /** @param {number} now */
  advance(now) {
    if (!this.isPlaying) return;
    const passed = Math.min(Math.max(0, now - this.seen_), kLongestPause);
    this.seen_ = now;
    this.rest_ += (passed / 1000) * this.perSecond_ * this.speed;
    const whole = Math.floor(this.rest_);
    this.rest_ -= whole;
    this.clock_ = Math.min(this.last, this.clock_ + whole);
    if (this.clock_ === this.last) this.isPlaying = false;
  }
}
