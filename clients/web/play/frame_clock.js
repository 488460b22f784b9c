// Tells which frame it is. Updates show by their arrival which frame the server is in. Own inputs have to be there
// before their frame is played, so own time runs ahead of the server's updates by the time of a round trip.
// There are no timers in here: the caller passes the current time, in milliseconds.

export const kFrame = 1000 / 60;

const kWindow = 2000;
// An input that comes just in time today comes late tomorrow.
const kMargin = 1;
const kMostLead = 45;
// Further behind than this, time jumps; less is caught up by running a little faster. It never goes back: further ahead
// it stands, less far it runs at half speed, and by a little only a little slower.
const kJump = 12;
const kFarAhead = 4;
const kMostSlew = 0.06;
// A page that was not shown for so long, in milliseconds, does not run after the time that it slept.
const kLongestPause = 250;
// Updates are not expected to be silent for longer: then time waits for the server.
const kMostUnheard = 20;

export class FrameClock {
  constructor() {
    /** When updates came. @type {{at: number, offset: number}[]} */
    this.heard = [];
    this.newest = -1;
    /** Own time, in frames; below 0: it has not begun. */
    this.local = -1;
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
  hold(stopped) {
    if (this.stopped && !stopped) this.heard = [];
    this.stopped = stopped;
  }

  /** An update has arrived. @param {number} frame @param {number} now ms */
  hear(frame, now) {
    if (frame <= this.newest) return;
    this.newest = frame;
    this.heard.push({ at: now, offset: now - frame * kFrame });
    while (this.heard.length > 1 && this.heard[0].at < now - kWindow) this.heard.shift();
  }

  /** An input came late by so many frames: more has to be allowed for. @param {number} frames */
  late(frames) {
    this.extraLead = Math.min(this.extraLead + Math.min(frames, 6), kMostLead);
  }

  get isRunning() {
    return this.heard.length > 0 && !this.stopped;
  }

  /** The frame that the server would be heard to be in, if this were the best of all moments. @param {number} now */
  seen(now) {
    const best = this.heard.reduce((least, one) => Math.min(least, one.offset), Infinity);
    return Math.min((now - best) / kFrame, this.newest + kMostUnheard);
  }

  /** How far own time runs ahead of the server's updates, in frames. @param {number} roundTrip ms */
  lead(roundTrip) {
    return Math.min(roundTrip / kFrame + kMargin + this.extraLead, kMostLead);
  }

  /**
   * Moves on. @param {number} now ms @param {number} roundTrip ms
   * @returns {{from: number, to: number}} the frames after `from` up to and with `to` are to be played now
   */
  advance(now, roundTrip) {
    const passed = now - this.lastNow;
    this.lastNow = now;
    if (!this.isRunning) return { from: 0, to: 0 };
    const target = this.seen(now) + this.lead(roundTrip);
    this.extraLead = Math.max(0, this.extraLead - passed / 4000);
    const from = Math.floor(this.local < 0 ? target : this.local);
    if (this.local < 0 || passed > kLongestPause || target - this.local > kJump) {
      this.local = Math.max(this.local, target);
    } else {
      this.local += (passed / kFrame) * speedFor(target - this.local - passed / kFrame);
    }
    return { from, to: Math.floor(this.local) };
  }
}

/** @param {number} behind   in frames, below 0: ahead */
function speedFor(behind) {
  if (behind < -kJump) return 0;
  if (behind < -kFarAhead) return 0.5;
  return 1 + Math.max(-kMostSlew, Math.min(kMostSlew, behind * 0.05));
}
