// Estimates by the rules who wins: a number for each moment, from what spectators see of both sides.

import { kSideSize } from "../rules/engine.js";

/** @import {Side} from "../net/wire.js" */
/** @import {Engine} from "../rules/engine.js" */

/** The chance of seat one in thousandths, from a clock on. @typedef {{clock: number, chance: number}} ChanceAt */

const kCertain = 1000;
/** The causes by which the game itself decides who wins. After others, such as a resignation or a lost connection, nobody
 * knows who would have won. */
const kCausesOfGame = ["choked", "no_move", "limit"];
const kNoMotion = { wait: 0, rows: 0, entering: [], dropping: 0, held: 0, reveal: 0 };

/** Estimates the chances under one ruleset. */
export class ChanceEstimator {
  /** @param {Engine} engine @param {bigint} ruleset   its handle, which is freed with the estimator; 0: none */
  constructor(engine, ruleset) {
    this.engine_ = engine;
    this.ruleset_ = ruleset;
    // Both sides, then the answer.
    this.room_ = engine.exports.malloc(2 * kSideSize + 8);
  }

  /** @param {Engine} engine @param {string} id   of a published ruleset; others are not known to the page */
  static ofPublished(engine, id) {
    const { exports, engine: handle, out } = engine;
    const status = engine.withText(id, (...text) => exports.rensa_ruleset_published(handle, ...text, out));
    return new ChanceEstimator(engine, status === 0 ? engine.handle() : 0n);
  }

  /** False if the page does not know the ruleset. */
  get knowsRules() {
    return this.ruleset_ !== 0n;
  }

  free() {
    this.engine_.exports.free(this.room_);
    this.engine_.free(this.ruleset_);
  }

  /** Returns the chance of the first side in thousandths; null: it cannot be estimated.
   * @param {number} clock @param {[Side, Side]} sides
   * @param {[?number, ?number]} unsent   the points of all clears that the sides have not sent yet; null: not known */
  of(clock, sides, unsent) {
    if (!this.knowsRules) return null;
    sides.forEach((side, seat) => {
      const points = unsent[seat];
      const motion = points === null ? null : { ...kNoMotion, unsent: points };
      const from = this.engine_.writeSide({ ...side, motion });
      this.engine_.bytes.copyWithin(this.room_ + seat * kSideSize, from, from + kSideSize);
    });
    return this.ofRoom_(clock);
  }

  /** Returns the chance where the replay of the engine stands. */
  ofReplay() {
    const { exports, engine, replay } = this.engine_;
    for (const seat of [0, 1]) {
      this.engine_.check(exports.rensa_game_side(engine, replay.handle, seat, this.room_ + seat * kSideSize));
    }
    return this.ofRoom_(replay.clock);
  }

  /** @param {number} clock @returns {?number} */
  ofRoom_(clock) {
    const answer = this.room_ + 2 * kSideSize;
    const { exports, engine } = this.engine_;
    const status = exports.rensa_chance_to_win(engine, this.ruleset_, clock, this.room_, this.room_ + kSideSize, answer);
    return status === 0 ? this.engine_.word(answer) : null;
  }
}

/** Returns true if the chances of the game whose record is open are estimated. @param {Engine} engine */
export function areChancesOfReplayEstimated(engine) {
  const estimator = new ChanceEstimator(engine, engine.replay.makeRuleset());
  const chance = estimator.ofReplay();
  estimator.free();
  return chance !== null;
}

/**
 * Returns the chance of seat one at the end of a game; null: the game did not decide.
 * @param {number} winner   its seat, -1: none @param {string} cause   as in records: "choked" */
export function chanceAtEnd(winner, cause) {
  if (!kCausesOfGame.includes(cause)) return null;
  if (winner < 0) return kCertain / 2;
  return winner === 0 ? kCertain : 0;
}

/** Returns who leads, by how many per cent; -1: none does.
 * @param {number} chance   of seat one in thousandths @returns {{seat: number, percent: number}} */
export function leaderOf(chance) {
  const percent = percentOf(chance);
  if (percent === 50) return { seat: -1, percent };
  return percent > 50 ? { seat: 0, percent } : { seat: 1, percent: 100 - percent };
}

/** Rounds to whole per cents, so that both chances are 100 together, and only a game that is over is certain.
 * @param {number} chance */
export function percentOf(chance) {
  if (chance === 0 || chance === kCertain) return chance / 10;
  return Math.min(99, Math.max(1, Math.round(chance / 10)));
}
