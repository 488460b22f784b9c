// A practice game for one player: its state, and the facts shown beside the field. It uses no page and no clock.

import { sceneOf } from "../draw/scene.js";

/** @import {Engine, GameEvent, StartError} from "../rules/engine.js" */

/**
 * The settings that a game begins with; equal settings give equal pairs.
 * @typedef {{seed: bigint, colours: number, url: string}} StartSettings
 */

/** The banner of an all clear is shown for so many frames. */
const kAllClearFrames = 120;

export class PracticeGame {
  /** @param {Engine} engine */
  constructor(engine) {
    this.engine_ = engine;
    /** @type {StartSettings} */
    this.start_ = { seed: 0n, colours: 4, url: "" };
    this.longestChain = 0;
    this.allClearFrames_ = 0;
  }

  get start() {
    return this.start_;
  }

  /** Begins another game. If its link is wrong, the game before goes on. @param {StartSettings} start
   * @returns {StartError} */
  begin(start) {
    const wrong = this.engine_.practice.start(start.seed, start.colours, start.url);
    if (wrong !== "") return wrong;
    this.start_ = start;
    this.longestChain = 0;
    this.allClearFrames_ = 0;
    return "";
  }

  /** Plays one frame. @param {number} keys @returns {GameEvent[]} */
  step(keys) {
    const happened = this.engine_.practice.step(keys);
    if (this.allClearFrames_ > 0) --this.allClearFrames_;
    for (const { kind, number } of happened) {
      if (kind === "link_started") this.longestChain = Math.max(this.longestChain, number);
      if (kind === "all_clear") this.allClearFrames_ = kAllClearFrames;
    }
    return happened;
  }

  /** Takes the last pair back. @returns {boolean} false: there is none to take back */
  undo() {
    this.allClearFrames_ = 0;
    return this.engine_.practice.undo();
  }

  side() {
    return this.engine_.practice.side();
  }

  /** @param {string} name */
  scene(name) {
    return sceneOf(this.side(), { name, wins: 0, allClear: this.allClearFrames_ > 0, landing: true });
  }

  /** @param {"puyop"|"ips"} format */
  fieldUrl(format) {
    return this.engine_.urlOf(this.side(), format);
  }
}

/** @returns {bigint} 64 random bits */
export function randomSeed() {
  return crypto.getRandomValues(new BigUint64Array(1))[0];
}
