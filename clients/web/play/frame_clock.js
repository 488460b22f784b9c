// Tells which frame it is. Updates show by their arrival which frame the server is in. Own inputs have to be there
// before their frame is played, so own time runs ahead of the server's updates by the time of a round trip.
// There are no timers in here: the caller passes the current time, in milliseconds.

export const kFrameMs = 1000 / 60;

const kKeptUpdatesMs = 2000;
// An input that comes just in time today comes late tomorrow.
const kSpareFrames = 1;
const kMaxLeadFrames = 45;
// Further behind than this, time jumps; less is caught up by running a little faster. It never goes back: further ahead
// it stands, less far it runs at half speed, and by a little only a little slower.
const kJumpFrames = 12;
const kFarAheadFrames = 4;
const kMaxSpeedChange = 0.06;
// A page that was not shown for so long, in milliseconds, does not run after the time that it slept.
const kLongestPauseMs = 250;
// Updates are not expected to be silent for longer: then time waits for the server.
const kMaxFramesWithoutUpdate = 20;

export class FrameClock {
  constructor() {
    /** When updates came. @type {{at: number, offset: number}[]} */
    this.updates = [];
    this.newestFrame = -1;
    /** Own time, in frames; below 0: it has not begun. */
    this.ownTime = -1;
    this.lastNow = 0;
    this.extraLead = 0;
    this.stopped = false;
  }

  /** Another game, or another connection: nothing of before holds. */
  reset() {
    Object.assign(this, new FrameClock());
  }

  /** The server's clock stands, because a player is gone; it goes on with the next update.
   * @param {boolean} stopped */
  setStopped(stopped) {
    if (this.stopped && !stopped) this.updates = [];
    this.stopped = stopped;
  }

  /** An update has arrived. @param {number} frame @param {number} now ms */
  addUpdate(frame, now) {
    if (frame <= this.newestFrame) return;
    this.newestFrame = frame;
    this.updates.push({ at: now, offset: now - frame * kFrameMs });
    while (this.updates.length > 1 && this.updates[0].at < now - kKeptUpdatesMs) this.updates.shift();
  }

  /** An input came late by so many frames: more has to be allowed for. @param {number} frames */
  allowForLateInput(frames) {
    this.extraLead = Math.min(this.extraLead + Math.min(frames, 6), kMaxLeadFrames);
  }

  get isRunning() {
    return this.updates.length > 0 && !this.stopped;
  }

  /** The frame that the server would be heard to be in, if this were the best of all moments. @param {number} now */
  serverFrame(now) {
    const best = this.updates.reduce((least, one) => Math.min(least, one.offset), Infinity);
    return Math.min((now - best) / kFrameMs, this.newestFrame + kMaxFramesWithoutUpdate);
  }

  /** How far own time runs ahead of the server's updates, in frames. @param {number} roundTrip ms */
  leadFrames(roundTrip) {
    return Math.min(roundTrip / kFrameMs + kSpareFrames + this.extraLead, kMaxLeadFrames);
  }

  /**
   * Moves on. @param {number} now ms @param {number} roundTrip ms
   * @returns {{from: number, to: number}} the frames after `from` up to and with `to` are to be played now
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

/** @param {number} behind   in frames, below 0: ahead */
function speedFor(behind) {
  if (behind < -kJumpFrames) return 0;
  if (behind < -kFarAheadFrames) return 0.5;
  return 1 + Math.max(-kMaxSpeedChange, Math.min(kMaxSpeedChange, behind * 0.05));
}
