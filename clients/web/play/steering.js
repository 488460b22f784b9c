import { locksOf } from "../input/repeat.js";
import { FrameClock } from "./frame_clock.js";
import { InputLog } from "./input_log.js";
import { OwnLane } from "./own_lane.js";

// Turns a person's keys into a lane that answers at once: own time runs ahead of the server's views, keys are sent for
// the frame in which they were pressed, and the lane is shown as it will be. No page and no connection: both are handed
// in, so that the tests can be them.

/** @typedef {import("../rules/engine.js").SideFacts} SideFacts */
/** @typedef {import("../input/repeat.js").Locks} Locks */
/** @typedef {{at: number, keys: number, id: number}} Input */

// Own time runs at most this many frames ahead of the server's view: inputs for later frames would be guesses.
const kMostUnseen = 60;

export class Steering {
  /** @param {import("../rules/engine.js").Engine} engine */
  constructor(engine) {
    this.clock = new FrameClock();
    this.log = new InputLog();
    this.lane = new OwnLane(engine);
    /** Inputs of this game that counted later than they were meant to. */
    this.lateInputs = 0;
    /** True while this page does not know which keys the server has received. */
    this.isUnheard = false;
    /** The last frame of the game; later frames are not played. */
    this.lastFrame = Infinity;
    /** @type {?SideFacts} */
    this.facts = null;
  }

  /** @param {string} ruleset */
  begin(ruleset) {
    this.clock.reset();
    this.log.clear();
    this.lane.begin(ruleset);
    this.lateInputs = 0;
    this.isUnheard = false;
    this.lastFrame = Infinity;
    this.facts = null;
  }

  /** The game is over; own time may have run beyond its end. @param {number} frame its last */
  end(frame) {
    this.lastFrame = frame;
  }

  /** The connection is another one: inputs on their way may be lost, and the measure of time starts again. */
  reconnect() {
    this.clock.reset();
    this.log.lose();
    this.isUnheard = true;
  }

  /** @param {number} frame @param {import("../net/wire.js").Side} side @param {number} now ms */
  hear(frame, side, now) {
    this.clock.hear(frame, now);
    this.lane.hear(frame, side);
    this.log.forgetUntil(frame);
  }

  /** The server says from which frame an input counted. @param {number} id @param {number} frame */
  counted(id, frame) {
    const late = this.log.settle(id, frame);
    if (late === 0) return;
    this.lateInputs += 1;
    this.clock.late(late);
  }

  /** The keys that the server plays with when it has heard all. */
  get held() {
    return this.log.lastKeys ?? this.lane.seen?.side.motion?.held ?? 0;
  }

  /** @param {number} frame @param {number} keys @param {(input: Input) => void} say */
  say(frame, keys, say) {
    const at = Math.max(frame, this.log.lastAt + 1);
    this.isUnheard = false;
    say({ at, keys, id: this.log.add(at, keys) });
  }

  /** Releases all keys, because the page is hidden. @param {(input: Input) => void} say */
  letGo(say) {
    if (this.clock.local >= 0 && this.held !== 0) this.say(Math.floor(this.clock.local) + 1, 0, say);
  }

  /**
   * Plays on to now. For each frame that begins the keys are asked for, and said if they are others than before.
   * @param {number} now ms
   * @param {number} roundTrip ms
   * @param {(locks: Locks) => number} keysOf the keys of a frame
   * @param {(input: Input) => void} say
   * @returns {?SideFacts} one's own lane as it is to be shown
   */
  play(now, roundTrip, keysOf, say) {
    const { from, to } = this.clock.advance(now, roundTrip);
    const seen = this.lane.seen?.frame ?? 0;
    for (let frame = Math.max(from + 1, to - 15); frame <= Math.min(to, seen + kMostUnseen, this.lastFrame); ++frame) {
      const before = this.lane.at(frame - 1, this.log.expected(seen));
      const keys = keysOf(locksOf(before?.facts.falling));
      if (keys !== this.held || this.isUnheard) this.say(frame, keys, say);
    }
    const target = Math.min(Math.max(Math.floor(this.clock.local), seen), Math.max(this.lastFrame, seen));
    const shown = this.lane.at(target, this.log.expected(seen));
    this.facts = shown?.facts ?? null;
    return this.facts;
  }
}
