// Moves through a replay: the clocks where it can stop, the keys for it, and its clock while it plays. The caller
// passes the time, in milliseconds.

import { StepClock } from "../base/step_clock.js";
import { kBurstFrames, kShownFrames } from "../draw/exchange.js";

/** @import {Attack} from "../draw/scene.js" */
/** @import {GameEvent} from "../rules/engine.js" */

/** @typedef {{placements: number[], links: number[]}} Stops   clocks in ascending order, without repetitions */
/** @typedef {{attacks: Attack[], allClear: boolean[]}} RecentEvents */

/** All clears are shown as long as attacks, in frames. */
export const kRecentFrames = kShownFrames;

/**
 * Returns the clocks where a replay can stop. The stop of a placement is the clock when its pair comes under control,
 * because nothing falls then. That of a link is the clock when its groups burst, because it counts from then on.
 * @param {GameEvent[]} matchEvents   by clock
 * @param {{countsTurns: boolean}} [game]   a turn has no frames in which groups blink
 * @returns {Stops}
 */
export function stopsOf(matchEvents, { countsTurns } = { countsTurns: false }) {
  /** @param {string} kind */
  const clocksOf = (kind) => [...new Set(matchEvents.filter((one) => one.kind === kind).map(({ clock }) => clock))];
  const blinks = countsTurns ? 0 : kBurstFrames;
  return { placements: clocksOf("controllable"), links: clocksOf("link_started").map((clock) => clock + blinks) };
}

/**
 * Returns the first stop after a clock, or the end of the game if there is none.
 * @param {number[]} stops @param {number} clock @param {number} last
 */
export function stopAfter(stops, clock, last) {
  return stops.find((stop) => stop > clock) ?? last;
}

/**
 * Returns the last stop before a clock, or the beginning of the game if there is none.
 * @param {number[]} stops @param {number} clock
 */
export function stopBefore(stops, clock) {
  return stops.filter((stop) => stop < clock).at(-1) ?? 0;
}

/**
 * Returns the clock to which an action leads. It may be one before the beginning or one after the end.
 * @param {Exclude<ReplayAction, "toggle">} action
 * @param {number} clock
 * @param {{stops: Stops, last: number}} game
 */
export function clockAfter(action, clock, { stops, last }) {
  const targets = {
    start: 0,
    end: last,
    back_frame: clock - 1,
    forward_frame: clock + 1,
    back_placement: stopBefore(stops.placements, clock),
    forward_placement: stopAfter(stops.placements, clock, last),
    back_link: stopBefore(stops.links, clock),
    forward_link: stopAfter(stops.links, clock, last),
  };
  return targets[action];
}

/**
 * Returns the attacks and the all clears that have just happened at a clock.
 * @param {GameEvent[]} matchEvents   by clock
 * @param {number} clock
 * @param {number} lasting   the number of frames for which an event is recent
 * @returns {RecentEvents}
 */
export function recentEventsAt(matchEvents, clock, lasting) {
  /** @type {RecentEvents} */
  const recent = { attacks: [], allClear: [false, false] };
  for (const { kind, seat, amount, cancelled, clock: at } of matchEvents) {
    if (at > clock || at <= clock - lasting) continue;
    if (kind === "all_clear") recent.allClear[seat] = true;
    if (kind === "garbage_sent") {
      recent.attacks.push({ from: seat === 0 ? "own" : "other", amount, cancelled, age: clock - at });
    }
  }
  return recent;
}

/**
 * @param {string} hash   of a URL @param {number} last
 * @returns {?number} the frame that it names; null: it names none
 */
export function frameOfHash(hash, last) {
  if (hash === "") return 0;
  const named = /^#frame=(\d{1,9})$/.exec(hash);
  return named && Math.min(Number(named[1]), last);
}

/**
 * @typedef {"back_frame"|"forward_frame"|"back_placement"|"forward_placement"|"back_link"|"forward_link"|"start"|"end"|
 *   "toggle"} ReplayAction
 */

/** @type {Record<string, ReplayAction>} */
const kActionsOfKeys = {
  ",": "back_frame", ".": "forward_frame", ArrowLeft: "back_placement", ArrowRight: "forward_placement",
  Home: "start", End: "end", " ": "toggle",
};
/** @type {Record<string, ReplayAction>} */
const kActionsWithShift = { ArrowLeft: "back_link", ArrowRight: "forward_link" };

/**
 * @param {{key: string, shiftKey: boolean, ctrlKey: boolean, altKey: boolean, metaKey: boolean}} event
 * @returns {?ReplayAction}
 */
export function replayActionOf({ key, shiftKey, ctrlKey, altKey, metaKey }) {
  if (ctrlKey || altKey || metaKey) return null;
  return (shiftKey ? (kActionsWithShift[key] ?? kActionsOfKeys[key]) : kActionsOfKeys[key]) ?? null;
}

export const kSpeeds = [0.25, 0.5, 1, 2, 4];

export class Playback {
  /** @param {number} last clock of the game @param {number} perSecond   clocks a second, at speed 1 */
  constructor(last, perSecond) {
    this.last = last;
    this.clock_ = 0;
    this.speed = 1;
    this.isPlaying = false;
    this.stepClock_ = new StepClock(perSecond);
  }

  get clock() {
    return this.clock_;
  }

  /** Plays on from the current clock, or from the beginning if the clock is at the end. @param {number} now */
  play(now) {
    if (this.clock_ >= this.last) this.clock_ = 0;
    this.isPlaying = true;
    this.stepClock_.start(now);
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
    this.clock_ = Math.min(this.last, this.clock_ + this.stepClock_.takeSteps(now, this.speed));
    if (this.clock_ === this.last) this.isPlaying = false;
  }
}
