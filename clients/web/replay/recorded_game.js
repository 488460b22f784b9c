// A recorded game at any of its clocks, as a scene to draw and as links to share.

import { arrivedAge } from "../draw/exchange.js";
import { landingOf, sceneOf } from "../draw/scene.js";
import { kRecentFrames, recentEventsAt, stopsOf } from "./navigation.js";

/** @import {DuelScene, Landing} from "../draw/scene.js" */
/** @import {Engine} from "../rules/engine.js" */
/** @import {Placement} from "./advice.js" */

/** The result of comparing a state with the record's checkpoint; "none": the record has no checkpoint at this clock.
 * @typedef {"same"|"different"|"none"} HashVerdict */

const kTopRow = 14;
const kPairWithoutMotion = {
  turnLock: 0, arrowLock: 0, quickTurnWindow: 0, fallCounter: 0, touches: 0, touching: false,
};
const kPairAtStart = { x: 3, y: 12, r: 0, sink: 0 };

export class RecordedGame {
  /** @param {Engine} engine   has opened the record */
  constructor(engine) {
    this.engine_ = engine;
    this.cursor_ = engine.replay;
    this.last = this.cursor_.last;
    this.countsTurns = this.cursor_.countsTurns;
    this.names = this.cursor_.names;
    this.cause = this.cursor_.cause;
    this.winner = this.cursor_.winner;
    this.matchEvents = this.cursor_.matchEvents();
    this.interruptions = this.cursor_.interruptions();
    this.stops = stopsOf(this.matchEvents, this);
    this.checkpoints_ = new Map(this.cursor_.checkpoints().map(({ clock, hash }) => [clock, hash]));
  }

  /** @param {number} clock 0 .. last */
  seek(clock) {
    this.cursor_.seek(clock);
  }

  /** Returns the scene at the current clock. @returns {DuelScene} */
  scene() {
    const recent = recentEventsAt(this.matchEvents, this.cursor_.clock, this.countsTurns ? 1 : kRecentFrames);
    // A turn has no frames in which an attack could fly, so it has arrived.
    if (this.countsTurns) for (const attack of recent.attacks) attack.age = arrivedAge(attack);
    /** @param {number} seat */
    const side = (seat) => {
      const scene = sceneOf(this.cursor_.side(seat), {
        name: this.names[seat], wins: 0, allClear: recent.allClear[seat], landing: true,
      });
      // No pair falls in games by turns, so the pair to be placed is shown where pairs appear.
      if (this.countsTurns && this.cursor_.clock < this.last) scene.falling = kPairAtStart;
      return scene;
    };
    return { own: side(0), other: side(1), attacks: recent.attacks, isOver: this.cursor_.clock === this.last };
  }

  /** Returns the cells where the halves of a seat's pair come to rest if placed there, without a half that vanishes.
   * @param {number} seat @param {Placement} place @returns {Landing[]} */
  landing(seat, { x, r }) {
    const side = this.cursor_.side(seat);
    // The pair is dropped from the highest row that has room for it.
    for (let y = kTopRow; y >= 1; --y) {
      const falling = { ...kPairWithoutMotion, x, y, r };
      const landing = landingOf(this.engine_.factsOf({ ...side, phase: "control", falling, motion: null }));
      if (landing.length > 0) return landing;
    }
    return [];
  }

  /** Returns the hash of the whole state at the current clock. @returns {{hash: string, verdict: HashVerdict}} */
  stateHash() {
    const { stateHash: hash, clock } = this.cursor_;
    const recordedHash = this.checkpoints_.get(clock);
    return { hash, verdict: recordedHash === undefined ? "none" : recordedHash === hash ? "same" : "different" };
  }

  /** Returns a link to the field of a seat at the current clock. @param {number} seat @param {"puyop"|"ips"} format */
  fieldUrl(seat, format) {
    return this.engine_.urlOf(this.cursor_.side(seat), format);
  }

  /** Returns the seat's next decision as a link: its field, and all its pairs from there on. @param {number} seat */
  positionUrl(seat) {
    return this.cursor_.positionUrl(seat);
  }
}
