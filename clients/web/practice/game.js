// A practice game for one player: its state, and the facts shown beside the field. It uses no page and no clock.

import { sceneOf } from "../draw/scene.js";

/** @import {Engine, Happening, StartFlaw} from "../rules/engine.js" */

/**
 * The settings that a game begins with; equal settings give equal pairs.
 * @typedef {{seed: bigint, colours: number, url: string}} Start
 */

/** How long an all clear is seen, in frames. */
const kClearFrames = 120;

export class PracticeGame {
  /** @param {Engine} engine */
  constructor(engine) {
    this.engine_ = engine;
    /** @type {Start} */
    this.start_ = { seed: 0n, colours: 4, url: "" };
    this.longest = 0;
    this.clearFor_ = 0;
  }

  get start() {
    return this.start_;
  }

  /** Another game, unless its link is wrong: then the one before goes on. @param {Start} start
   * @returns {StartFlaw} */
  begin(start) {
    const wrong = this.engine_.solo.start(start.seed, start.colours, start.url);
    if (wrong !== "") return wrong;
    this.start_ = start;
    this.longest = 0;
    this.clearFor_ = 0;
    return "";
  }

  /** One frame. @param {number} keys @returns {Happening[]} */
  step(keys) {
    const happened = this.engine_.solo.step(keys);
    if (this.clearFor_ > 0) --this.clearFor_;
    for (const { kind, number } of happened) {
      if (kind === "link_started") this.longest = Math.max(this.longest, number);
      if (kind === "all_clear") this.clearFor_ = kClearFrames;
    }
    return happened;
  }

  /** @returns {boolean} whether there was something to take back */
  undo() {
    this.clearFor_ = 0;
    return this.engine_.solo.undo();
  }

  side() {
    return this.engine_.solo.side();
  }

  /** @param {string} name */
  scene(name) {
    return sceneOf(this.side(), { name, wins: 0, allClear: this.clearFor_ > 0, landing: true });
  }

  /** @param {"puyop"|"ips"} format */
  fieldUrl(format) {
    return this.engine_.urlOf(this.side(), format);
  }
}

/** @returns {bigint} 64 bits by chance */
export function drawnSeed() {
  return crypto.getRandomValues(new BigUint64Array(1))[0];
}
