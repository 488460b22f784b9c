// Tells which frame of the game it is now. The arrival of updates shows which frame the server plays. Inputs have to
// reach the server before it plays their frame, so the page's own time runs ahead by the time of a round trip. The
// caller passes the current time, in milliseconds.

export const kFrameMs = 1000 / 60;

/** The clock measures the server's time by the updates of this last time. */
const kKeptUpdatesMs = 2000;
// Own time runs one frame further ahead than measured, because an input that comes just in time may once be late.
const kSpareFrames = 1;
const kMaxLeadFrames = 45;
// If own time is further behind than this, it jumps. If it is less far behind, it runs a little faster. It never goes
// back: it stops if it is further ahead than this, runs at half speed if it is far ahead, and else a little slower.
const kJumpFrames = 12;
const kFarAheadFrames = 4;
const kMaxSpeedChange = 0.06;
// After a pause of the page longer than this, in milliseconds, own time jumps, instead of playing all missed frames.
const kLongestPauseMs = 250;
// After so many frames without an update, own time stops and waits for the server.
const kMaxFramesWithoutUpdate = 20;

export class FrameClock {
  constructor() {
    /**
     * The times of the last updates; offset: the time when frame 0 would have come.
     * @type {{at: number, offset: number}[]}
     */
    this.updates = [];
    this.newestFrame = -1;
    /** Own time in frames; below 0: the first update has not come. */
    this.ownTime = -1;
    this.lastNow = 0;
    this.extraLead = 0;
    this.stopped = false;
  }

  /** Starts again, for another game or another connection. */
  reset() {
    Object.assign(this, new FrameClock());
  }

  /** Stops own time while the server waits for a missing player. After that, it goes on with the next update.
   * @param {boolean} stopped */
  setStopped(stopped) {
    if (this.stopped && !stopped) this.updates = [];
    this.stopped = stopped;
  }

  /** Notes that the update of a frame has arrived. @param {number} frame @param {number} now ms */
  addUpdate(frame, now) {
    if (frame <= this.newestFrame) return;
    this.newestFrame = frame;
    this.updates.push({ at: now, offset: now - frame * kFrameMs });
    while (this.updates.length > 1 && this.updates[0].at < now - kKeptUpdatesMs) this.updates.shift();
  }

  /** Lets own time run further ahead after an input that came late by so many frames. @param {number} frames */
  allowForLateInput(frames) {
    this.extraLead = Math.min(this.extraLead + Math.min(frames, 6), kMaxLeadFrames);
  }

  get isRunning() {
    return this.updates.length > 0 && !this.stopped;
  }

  /** Returns the frame whose update would arrive now, if it took no longer than the fastest one. @param {number} now */
  serverFrame(now) {
    const best = this.updates.reduce((least, one) => Math.min(least, one.offset), Infinity);
    return Math.min((now - best) / kFrameMs, this.newestFrame + kMaxFramesWithoutUpdate);
  }

  /** Returns how far own time should run ahead of the server's updates, in frames. @param {number} roundTrip ms */
  leadFrames(roundTrip) {
    return Math.min(roundTrip / kFrameMs + kSpareFrames + this.extraLead, kMaxLeadFrames);
  }

  /**
   * Advances own time. @param {number} now   ms @param {number} roundTrip   ms
   * @returns {{from: number, to: number}} the frames to play now: all after `from` up to `to`, and `to` itself
   */
  advance(now, roundTrip) {
    const passed = now - this.lastNow;
    this.lastNow = now;
    if (!this.isRunning) return { from: 0, to: 0 };
    const target = this.serverFrame(now) + this.leadFrames(roundTrip);
    this.extraLead = Math.max(0, this.extraLead - passed / 4000);
    const from = Math.floor(this.ownTime < 0 ? target : this.ownTime);
    if (this.ownTime < 0 || passed > kLongestPauseMs || target - this.ownTime > kJumpFrames) {
      this.ownTime = Math.max(this.ownTime, target);
    } else {
      this.ownTime += (passed / kFrameMs) * speedFor(target - this.ownTime - passed / kFrameMs);
    }
    return { from, to: Math.floor(this.ownTime) };
  }
}

/** Returns the speed of own time; 1: as fast as the game. @param {number} behind   in frames, below 0: ahead */
function speedFor(behind) {
  if (behind < -kJumpFrames) return 0;
  if (behind < -kFarAheadFrames) return 0.5;
  return 1 + Math.max(-kMaxSpeedChange, Math.min(kMaxSpeedChange, behind * 0.05));
}
