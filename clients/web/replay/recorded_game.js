// An open record: the game at any clock, as a scene to draw and as texts to show.

import { kAttackFlightFrames } from "../draw/duel_view.js";
import { landingOf, sceneOf } from "../draw/scene.js";
import { kRecentFrames, recentEventsAt, stopsOf } from "./navigation.js";

/** @import {DuelScene, Landing} from "../draw/scene.js" */
/** @import {Engine} from "../rules/engine.js" */
/** @import {Placement} from "./advice.js" */

/** "none": the record vouches for no state at this clock. @typedef {"same"|"different"|"none"} HashVerdict */

const kTopRow = 14;
const kAtRest = { turnLock: 0, arrowLock: 0, quickTurnWindow: 0, fallCounter: 0, touches: 0, touching: false };
const kFirstPlace = { x: 3, y: 12, r: 0, sink: 0 };

export class RecordedGame {
  /** @param {Engine} engine   with the record open */
  constructor(engine) {
    this.engine_ = engine;
    this.cursor_ = engine.replay;
    this.last = this.cursor_.last;
    this.countsTurns = this.cursor_.countsTurns;
    this.names = this.cursor_.names;
    this.cause = this.cursor_.cause;
    this.winner = this.cursor_.winner;
    this.matchEvents = this.cursor_.matchEvents();
    this.stops = stopsOf(this.matchEvents);
    this.checkpoints_ = new Map(this.cursor_.checkpoints().map(({ clock, hash }) => [clock, hash]));
  }

  /** @param {number} clock 0 .. last */
  seek(clock) {
    this.cursor_.seek(clock);
  }

  /** As it stands. @returns {DuelScene} */
  scene() {
    const recent = recentEventsAt(this.matchEvents, this.cursor_.clock, this.countsTurns ? 1 : kRecentFrames);
    // In a turn there is no time to fly in.
    if (this.countsTurns && recent.attack) recent.attack.age = kAttackFlightFrames;
    /** @param {number} seat */
    const side = (seat) => {
      const scene = sceneOf(this.cursor_.side(seat), {
        name: this.names[seat], wins: 0, allClear: recent.allClear[seat], landing: true,
      });
      // In a turn nothing falls: the pair that is to be placed is shown where it would appear.
      if (this.countsTurns && this.cursor_.clock < this.last) scene.falling = kFirstPlace;
      return scene;
    };
    return { own: side(0), other: side(1), attack: recent.attack };
  }

  /** Returns the cells where the halves of a seat's pair come to rest if placed there, without a half that vanishes.
   * @param {number} seat @param {Placement} place @returns {Landing[]} */
  landing(seat, { x, r }) {
    const side = this.cursor_.side(seat);
    // From the highest row in which there is room for it.
    for (let y = kTopRow; y >= 1; --y) {
      const falling = { ...kAtRest, x, y, r };
      const landing = landingOf(this.engine_.factsOf({ ...side, falling, motion: null }));
      if (landing.length > 0) return landing;
    }
    return [];
  }

  /** Of the whole state as it stands. @returns {{hash: string, verdict: HashVerdict}} */
  stateHash() {
    const { stateHash: hash, clock } = this.cursor_;
    const recordedHash = this.checkpoints_.get(clock);
    return { hash, verdict: recordedHash === undefined ? "none" : recordedHash === hash ? "same" : "different" };
  }

  /** The field of a seat as it stands. @param {number} seat @param {"puyop"|"ips"} format */
  fieldUrl(seat, format) {
    return this.engine_.urlOf(this.cursor_.side(seat), format);
  }

  /** Returns the seat's next decision as a link: its field, and all its pairs from there on. @param {number} seat */
  positionUrl(seat) {
    return this.cursor_.positionUrl(seat);
  }
}
