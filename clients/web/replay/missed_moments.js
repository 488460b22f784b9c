// Finds what each seat has missed in a recorded game: chains that it could have fired, and attacks that it could have
// answered. The engine confirms all of them.

import { TurnTrial } from "../rules/turn_trial.js";
import { handsOf } from "./hands.js";
import { bestAnswer, burialsOf, linesOfOnePair, linesOfTwoPairs } from "./missed_answers.js";
import { garbageOf, missedChains } from "./missed_chains.js";
import { ProblemMaker } from "./problem_maker.js";

/** @import {Engine, GameEvent} from "../rules/engine.js" */
/** @import {Hand} from "./hands.js" */
/** @import {Answer, Burial} from "./missed_answers.js" */
/** @import {PossibleChain} from "./scrub_bar.js" */

/** A seat has at most so many. */
export const kMaxOfSeat = 3;
/** The causes by which the rules end a game. */
const kCausesOfRules = ["choked", "no_move"];

/**
 * A moment at which a seat missed something. kind: chain: it could have fired one; cancelled, survived: what an answer
 * would have done. links: of the chain; garbage: that it would have sent, or that fell; fired: the links of the largest
 * chain that it fired instead; problem: the part of an ips URL that names the training problem, "": there is none
 * @typedef {{seat: number, clock: number, kind: "chain"|"cancelled"|"survived", links: number, garbage: number,
 *   fired: number, hasDied: boolean, problem: string}} MissedMoment
 */

export class MissedMoments {
  /**
   * @param {Engine} engine   nothing else may need the clock of its replay, because it is moved
   * @param {GameEvent[]} matchEvents   by clock @param {[PossibleChain[], PossibleChain[]]} possibleChains   by seat
   */
  constructor(engine, matchEvents, possibleChains) {
    this.cursor_ = engine.replay;
    this.trial_ = new TurnTrial(engine);
    this.problems_ = new ProblemMaker(engine);
    this.hasTrial_ = this.trial_.useRuleset(this.cursor_.ruleset);
    this.hands_ = possibleChains.map((chains, seat) => handsOf(matchEvents, seat, chains));
    /** The part of the work that is done, 0..1. */
    this.progress = 0;
    this.isComplete = false;
    /** All that was missed, the largest first. @type {MissedMoment[]} */
    this.found = [];
    this.work_ = this.findAll_();
  }

  /** @param {() => boolean} mayGoOn */
  findSome(mayGoOn) {
    while (!this.isComplete && mayGoOn()) this.isComplete = this.work_.next().done === true;
  }

  /** @returns {Generator<void, void>} */
  *findAll_() {
    for (const seat of [0, 1]) {
      const answers = yield* this.findAnswers_(seat);
      this.progress = seat / 2 + 0.25;
      const chains = yield* this.findChains_(seat, answers.map(({ clock }) => clock));
      this.progress = seat / 2 + 0.5;
      this.found.push(...[...answers, ...chains].sort(largestFirst).slice(0, kMaxOfSeat));
    }
    this.found.sort(largestFirst);
  }

  /** @param {number} seat @returns {Generator<void, MissedMoment[]>} */
  *findAnswers_(seat) {
    /** @type {MissedMoment[]} */
    const answers = [];
    if (!this.hasTrial_) return answers;
    const burials = burialsOf(this.hands_[seat]);
    for (const burial of burials) {
      const answer = yield* this.answerTo_(seat, burial);
      if (answer) answers.push(answer);
      this.progress += 0.25 / burials.length;
    }
    return answers;
  }

  /** @param {number} seat @param {Burial} burial @returns {Generator<void, ?MissedMoment>} */
  *answerTo_(seat, burial) {
    const hands = this.hands_[seat];
    for (const last of burial.hands) {
      const waiting = this.waitingBefore_(seat, hands[last].fellAt) + hands[last].attack;
      for (const first of [last, last - 1]) {
        if (first < last && !this.mayAnswerAt_(seat, first)) continue;
        const garbage = { pending: first < last ? waiting : 0, fixed: first < last ? 0 : waiting };
        this.cursor_.seek(hands[first].clock);
        const state = this.trial_.stateAt(this.cursor_, seat, garbage);
        const lines = yield* (first < last ? linesOfTwoPairs : linesOfOnePair)(this.trial_, state);
        const answer = bestAnswer(lines, hands[last].hasDied);
        if (answer) return yield* this.momentOfAnswer_(seat, hands[first].clock, answer, waiting, burial.hasDied);
      }
    }
    return null;
  }

  /** Returns the garbage that waited before some of it fell. @param {number} seat @param {number} clock   at the end of
   *   the fall */
  waitingBefore_(seat, clock) {
    this.cursor_.seek(clock - 1);
    const { pending, fixed, motion } = this.cursor_.side(seat);
    return pending + fixed + (motion?.dropping ?? 0);
  }

  /** Returns true if a seat could begin to answer at a hand, one before garbage fell: it saw garbage that was not
   * certain to fall yet, and fired nothing. @param {number} seat @param {number} hand */
  mayAnswerAt_(seat, hand) {
    if (hand < 0) return false;
    const { clock, fired, fell } = this.hands_[seat][hand];
    this.cursor_.seek(clock);
    const { pending, fixed } = this.cursor_.side(seat);
    return pending > 0 && fixed === 0 && fired.links === 0 && fell === 0;
  }

  /**
   * @param {number} seat @param {number} clock @param {Answer} answer @param {number} garbage @param {boolean} hasDied
   * @returns {Generator<void, MissedMoment>}
   */
  *momentOfAnswer_(seat, clock, { pairs, links, outcome, goalLinks }, garbage, hasDied) {
    const problem = goalLinks > 0 ? this.problemAt_(seat, clock, pairs, goalLinks) : null;
    const isSolvable = problem !== null && (yield* this.problems_.solve(problem)) > 0;
    return { seat, clock, kind: outcome === "cancelled" ? "cancelled" : "survived", links, garbage, fired: 0, hasDied,
      problem: isSolvable ? problem : "" };
  }

  /** @param {number} seat @param {number[]} answered   the clocks of answers: a chain that was possible then is left out
   * @returns {Generator<void, MissedMoment[]>} */
  *findChains_(seat, answered) {
    const hands = this.hands_[seat];
    const { winner, cause } = this.cursor_;
    const hasLost = winner === 1 - seat && kCausesOfRules.includes(cause);
    /** @type {MissedMoment[]} */
    const chains = [];
    for (const { hand, possible, fired, first, last } of missedChains(hands, hasLost)) {
      if (chains.length === kMaxOfSeat) break;
      const { clock } = hands[hand];
      if (answered.some((one) => one >= hands[first].clock && one <= hands[last].clock)) continue;
      const problem = this.problemAt_(seat, clock, 2, possible.links);
      const pairs = problem === null ? 0 : yield* this.problems_.solve(problem);
      if (problem === null || pairs === 0 || (pairs === 2 && this.mayGarbageFall_(seat, hands[hand]))) continue;
      chains.push({ seat, clock, kind: "chain", links: possible.links, garbage: garbageOf(possible),
        fired: fired.links, hasDied: false, problem });
    }
    return chains;
  }

  /** Returns true if garbage could fall after the first of two pairs: it fell, or the seat cancelled some.
   * @param {number} seat @param {Hand} hand */
  mayGarbageFall_(seat, { clock, fell, attack }) {
    this.cursor_.seek(clock);
    const { pending, fixed } = this.cursor_.side(seat);
    return fell > 0 || (attack > 0 && pending + fixed > 0);
  }

  /** @param {number} seat @param {number} clock @param {number} pairs @param {number} links */
  problemAt_(seat, clock, pairs, links) {
    this.cursor_.seek(clock);
    return this.problems_.problemOf(this.cursor_.side(seat), pairs, links);
  }
}

/** Orders answers to attacks that ended the game before all others. @param {MissedMoment} a @param {MissedMoment} b */
function largestFirst(a, b) {
  return Number(b.hasDied) - Number(a.hasDied) || b.garbage - a.garbage || a.clock - b.clock;
}
