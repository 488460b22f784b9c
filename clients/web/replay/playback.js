// The clock of a replay, and how it advances while it plays. The caller passes the time, in milliseconds.

import { StepClock } from "../base/step_clock.js";

export const kSpeeds = [0.25, 0.5, 1, 2, 4];

export class Playback {
  /** @param {number} last clock of the game @param {number} perSecond   clocks a second, at speed 1 */
  constructor(last, perSecond) {
    this.last = last;
    this.clock_ = 0;
    this.speed = 1;
    this.isPlaying = false;
    this.pulse_ = new StepClock(perSecond);
  }

  get clock() {
    return this.clock_;
  }

  /** From the beginning, if it stands at the end. @param {number} now */
  play(now) {
    if (this.clock_ >= this.last) this.clock_ = 0;
    this.isPlaying = true;
    this.pulse_.start(now);
  }

  pause() {
    this.isPlaying = false;
  }

  /** @param {number} clock */
  seek(clock) {
    this.clock_ = Math.max(0, Math.min(this.last, Math.round(clock)));
  }

  /** @param {number} now */
  advance(now) {
    if (!this.isPlaying) return;
    this.clock_ = Math.min(this.last, this.clock_ + this.pulse_.take(now, this.speed));
    if (this.clock_ === this.last) this.isPlaying = false;
  }
}
