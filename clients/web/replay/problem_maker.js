// Makes training problems of positions, and solves them by the rules.

import { TrainingPosition } from "../rules/training_position.js";

/** @import {Engine, SideFacts} from "../rules/engine.js" */

/** The digits of numbers in the URLs of ips. */
const kIpsDigits = "0123456789abcdefghijklmnopqrstuvwxyz";
const kGoalChainAtLeast = "v0";
/** The events with which a pair comes, or none comes any more. */
const kKindsOfChange = ["preparation_started", "controllable", "died"];

export class ProblemMaker {
  /** @param {Engine} engine */
  constructor(engine) {
    this.engine_ = engine;
    this.position_ = new TrainingPosition(engine);
  }

  /**
   * Makes a problem: to fire a chain of at least so many links with the first pairs of a side.
   * @param {SideFacts} side @param {number} pairs @param {number} links
   * @returns {?string} the part of an ips URL that names it; null: the position has no URL
   */
  problemOf(side, pairs, links) {
    const url = this.engine_.urlOf(side, "ips", pairs);
    if (url === null || links >= kIpsDigits.length) return null;
    return `${url.slice(url.indexOf("?") + 1)}__${kGoalChainAtLeast}${kIpsDigits[links]}`;
  }

  /**
   * Solves a problem of one or two pairs. Each pair is steered from where pairs appear, as in a game.
   * @param {string} problem
   * @returns {Generator<void, number>} the number of pairs of a shortest solution, 0: there is none; pauses after each
   *   pair
   */
  *solve(problem) {
    const position = this.position_;
    if (position.start(problem) !== "") return 0;
    this.playUntilPairWaits_();
    const { placements } = position.state();
    const first = placementsIn(placements);
    for (const placement of first) {
      const isSolved = this.place_(0, placement);
      yield;
      if (isSolved) return 1;
    }
    for (const placement of first) {
      if (position.pairs().length < 2) return 0;
      this.place_(0, placement);
      const { over, placements: next } = position.state();
      if (over) continue;
      for (const second of placementsIn(next)) {
        const isSolved = this.place_(1, second);
        yield;
        if (isSolved) return 2;
      }
    }
    return 0;
  }

  /** Places the pair after so many others. @param {number} placed @param {number} placement
   * @returns {boolean} true: this solves the problem */
  place_(placed, placement) {
    this.position_.rewind(placed);
    this.playUntilPairWaits_();
    if (!this.position_.steer(placement)) return false;
    this.playUntilPairWaits_();
    return this.position_.state().solved;
  }

  /** Plays until a pair waits, or no more pair comes. */
  playUntilPairWaits_() {
    for (;;) {
      const { waits, over } = this.position_.state();
      if (waits || over) return;
      // State takes long, and changes only where a pair comes.
      while (!this.position_.step().some(({ kind }) => kKindsOfChange.includes(kind))) {
        // The next frame follows.
      }
    }
  }
}

/** @param {number} bits   a set of placements */
function placementsIn(bits) {
  return Array.from({ length: 32 }, (_, i) => i).filter((i) => bits & (1 << i));
}
