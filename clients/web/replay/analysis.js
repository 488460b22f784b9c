// Analyses a whole recorded game by the rules: the chains that could have been fired, the longest ones that were, what
// each seat missed, and the chances to win. The analysis takes a while, so it is made a little at a time.

import { GameChances } from "./game_chances.js";
import { MissedMoments } from "./missed_moments.js";
import { PossibleChains } from "./possible_chains.js";

/** @import {Engine} from "../rules/engine.js" */
/** @import {MissedMoment} from "./missed_moments.js" */
/** @import {PossibleChain} from "./scrub_bar.js" */
/** @import {ChanceAt} from "../watch/chance.js" */

/**
 * All that is known so far, as plain values. possibleChains: by seat, up to the clock knownUntil; chances: by clock, with
 * that of the end once areChancesKnown; longestChains: links, by seat; missed: the largest first, empty until all is known; progress: 0..1
 * @typedef {{possibleChains: [PossibleChain[], PossibleChain[]], knownUntil: number, chances: ChanceAt[],
 *   areChancesKnown: boolean, longestChains: number[],
 *   missed: MissedMoment[], last: number, countsTurns: boolean, progress: number, isComplete: boolean}} AnalysisReport
 */

/** The part of the time that the possible chains take. */
const kProgressOfChains = 0.1;

export class GameAnalysis {
  /** @param {Engine} engine   has opened the record; nothing else may need the clock of its replay
   * @param {{estimatesChances: boolean}} options   estimatesChances: the chances to win are estimated, too */
  constructor(engine, { estimatesChances }) {
    this.engine_ = engine;
    this.matchEvents_ = engine.replay.matchEvents();
    this.chains_ = new PossibleChains(engine.replay, this.matchEvents_);
    this.chances_ = new GameChances(engine, estimatesChances ? this.matchEvents_ : []);
    /** @type {?MissedMoments} */
    this.missed_ = null;
  }

  get isComplete() {
    return this.missed_?.isComplete ?? false;
  }

  /** @param {() => boolean} mayGoOn */
  findSome(mayGoOn) {
    this.chains_.findSome(mayGoOn);
    if (this.chains_.isComplete) this.chances_.findSome(mayGoOn);
    if (!this.chances_.isComplete || !this.chains_.isComplete) return;
    this.missed_ ??= new MissedMoments(this.engine_, this.matchEvents_, this.chains_.found);
    this.missed_.findSome(mayGoOn);
  }

  /** @returns {AnalysisReport} */
  report() {
    const { found, knownUntil } = this.chains_;
    const { last, countsTurns } = this.engine_.replay;
    const longestOf = (/** @type {number} */ seat) => this.matchEvents_.reduce((longest, event) =>
      event.kind === "link_started" && event.seat === seat ? Math.max(longest, event.number) : longest, 0);
    return {
      possibleChains: found, knownUntil, chances: this.chances_.found, areChancesKnown: this.chances_.isComplete,
      longestChains: [longestOf(0), longestOf(1)],
      missed: this.isComplete ? (this.missed_?.found ?? []) : [], last, countsTurns, isComplete: this.isComplete,
      progress: this.missed_
        ? kProgressOfChains + (1 - kProgressOfChains) * this.missed_.progress : kProgressOfChains * (knownUntil / last),
    };
  }
}
