// One side of a game that begins with a field of our choice. The engine plays it by the rules of tsu-1; what the
// opponent sends is added from outside.

import { cellOfLetter, cellsOfPicture } from "../draw/grid.js";
import { SidePrediction } from "./engine.js";

/** @import {Engine, GameEvent, SideFacts} from "./engine.js" */

/**
 * How a side begins. field: a picture of its cells (cellsOfPicture); pairs: the letters of the axis and the child of
 * each pair; fixed: the garbage that falls after the first pair
 * @typedef {{field: readonly string[], pairs: readonly string[], fixed?: number}} SideStart
 */

const kRuleset = "tsu-1";
const kPreparationFrames = 12;
/** The engine needs to know the pair after the last one, which is never placed. */
const kPairAfterLast = { axis: cellOfLetter("R"), child: cellOfLetter("B") };

export class StagedSide {
  /** @param {Engine} engine @param {SideStart} start */
  constructor(engine, start) {
    this.engine_ = engine;
    this.start_ = start;
    this.prediction_ = new SidePrediction(engine);
    if (!this.prediction_.useRuleset(kRuleset)) throw new Error(`the engine has no ${kRuleset}`);
    this.clock_ = 0;
    /** True when all pairs have been placed, or the side has lost. */
    this.isOver = false;
    this.facts = this.restart();
  }

  /** Begins from the start, where the first pair comes. @returns {SideFacts} */
  restart() {
    const pairs = this.start_.pairs.map(([axis, child]) => ({ axis: cellOfLetter(axis), child: cellOfLetter(child) }));
    this.clock_ = 0;
    this.isOver = false;
    return this.continueFrom_({
      cells: cellsOfPicture(this.start_.field), pairs: [...pairs, kPairAfterLast], falling: null,
      pending: 0, fixed: this.start_.fixed ?? 0, score: 0, link: 0, hand: 1, phase: "preparation",
      motion: { wait: kPreparationFrames, rows: 0, entering: [], dropping: 0, held: 0, reveal: 0, unsent: 0 },
    });
  }

  /** Plays a frame; a side that is over stays as it is. @param {number} keys   held in this frame
   * @returns {GameEvent[]} */
  step(keys) {
    if (this.isOver) return [];
    const { exports, engine } = this.engine_;
    const input = this.engine_.writeInput(keys);
    const happened = this.engine_.tryEvents((...events) =>
      exports.rensa_prediction_step(engine, this.prediction_.handle, input, ...events));
    if (!happened) throw new Error("the next frame of the side cannot be known");
    ++this.clock_;
    this.facts = this.prediction_.side();
    this.isOver = this.facts.phase === "dead" || this.facts.hand > this.start_.pairs.length;
    return happened;
  }

  /** Lets garbage wait for this side, which its own chains may still cancel. @param {number} amount */
  addPending(amount) {
    const { pending } = this.facts;
    if (!this.isOver && amount > 0) this.continueFrom_({ ...this.facts, pending: pending + amount });
  }

  /** Makes all waiting garbage certain to fall at the end of a turn. */
  fixPending() {
    const { pending, fixed } = this.facts;
    if (!this.isOver && pending > 0) this.continueFrom_({ ...this.facts, pending: 0, fixed: fixed + pending });
  }

  /** @param {import("../net/wire.js").Side} side @returns {SideFacts} */
  continueFrom_(side) {
    if (!this.prediction_.start(side, this.clock_)) throw new Error(`no game can have this side: ${this.engine_.error}`);
    this.facts = this.prediction_.side();
    return this.facts;
  }
}
