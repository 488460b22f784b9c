// An open record: the game at any clock, as a scene to draw and as texts to show.

import { kAttackFlightFrames } from "../draw/duel_view.js";
import { landingOf, sceneOf } from "../draw/scene.js";
import { kNewsFrames, newsAt, stopsOf } from "./navigation.js";

/** @import {DuelScene, Landing} from "../draw/scene.js" */
/** @import {Engine} from "../rules/engine.js" */
/** @import {Place} from "./advice.js" */

/** "none": the record vouches for no state at this clock. @typedef {"same"|"different"|"none"} HashVerdict */

const kTrapRow = 14;
const kAtRest = { turnLock: 0, arrowLock: 0, quickTurnWindow: 0, fallCounter: 0, touches: 0, touching: false };
const kSpawn = { x: 3, y: 12, r: 0, sink: 0 };

export class Film {
  /** @param {Engine} engine   with the record open */
  constructor(engine) {
    this.engine_ = engine;
    this.reel_ = engine.reel;
    this.last = this.reel_.last;
    this.countsTurns = this.reel_.countsTurns;
    this.names = this.reel_.names;
    this.cause = this.reel_.cause;
    this.winner = this.reel_.winner;
    this.matchEvents = this.reel_.matchEvents();
    this.stops = stopsOf(this.matchEvents);
    this.checkpoints_ = new Map(this.reel_.checkpoints().map(({ clock, hash }) => [clock, hash]));
  }

  /** @param {number} clock 0 .. last */
  windTo(clock) {
    this.reel_.windTo(clock);
  }

  /** As it stands. @returns {DuelScene} */
  scene() {
    const news = newsAt(this.matchEvents, this.reel_.clock, this.countsTurns ? 1 : kNewsFrames);
    // In a turn there is no time to fly in.
    if (this.countsTurns && news.attack) news.attack.age = kAttackFlightFrames;
    /** @param {number} seat */
    const side = (seat) => {
      const scene = sceneOf(this.reel_.side(seat), {
        name: this.names[seat], wins: 0, allClear: news.allClear[seat], landing: true,
      });
      // In a turn nothing falls: the pair that is to be placed is shown where it would appear.
      if (this.countsTurns && this.reel_.clock < this.last) scene.falling = kSpawn;
      return scene;
    };
    return { own: side(0), other: side(1), attack: news.attack };
  }

  /** Returns the cells where the halves of a seat's pair come to rest if placed there, without a half that vanishes.
   * @param {number} seat @param {Place} place @returns {Landing[]} */
  landing(seat, { x, r }) {
    const side = this.reel_.side(seat);
    // From the highest row in which there is room for it.
    for (let y = kTrapRow; y >= 1; --y) {
      const falling = { ...kAtRest, x, y, r };
      const landing = landingOf(this.engine_.factsOf({ ...side, falling, motion: null }));
      if (landing.length > 0) return landing;
    }
    return [];
  }

  /** Of the whole state as it stands. @returns {{hash: string, verdict: HashVerdict}} */
  hash() {
    const { hash, clock } = this.reel_;
    const vouched = this.checkpoints_.get(clock);
    return { hash, verdict: vouched === undefined ? "none" : vouched === hash ? "same" : "different" };
  }

  /** The field of a seat as it stands. @param {number} seat @param {"puyop"|"ips"} format */
  fieldUrl(seat, format) {
    return this.engine_.urlOf(this.reel_.side(seat), format);
  }

  /** Returns the seat's next decision as a link: its field, and all its pairs from there on. @param {number} seat */
  positionUrl(seat) {
    return this.reel_.positionUrl(seat);
  }
}
