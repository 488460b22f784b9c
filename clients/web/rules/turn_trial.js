// Plays turns of a recorded game with other placements than those of the player. The engine continues from the state of
// the seat's side, by the ruleset of the game, with the pairs that the player saw.

import { kSideSize, kSideWords, SidePrediction } from "./engine.js";

/** @import {Engine, GameEvent, ReplayCursor} from "./engine.js" */

const kColumns = 6;
/** Every turn takes fewer frames. */
const kMaxFrames = 10000;

/** The numbers of all placements. */
export const kAllPlacements = Array.from({ length: 22 }, (_, i) => i);

/**
 * The result of a turn. links: of its chain, 0: there was none; waiting: garbage that waits after the turn; fell: cells
 * of garbage that fell in it
 * @typedef {{links: number, waiting: number, fell: number, hasDied: boolean}} TurnResult
 */
/** A state of a side from which turns can be played. @typedef {{side: Uint8Array, clock: number}} TrialState */

export class TurnTrial {
  /** @param {Engine} engine */
  constructor(engine) {
    this.engine_ = engine;
    this.prediction_ = new SidePrediction(engine);
    this.clock_ = 0;
  }

  /** Chooses the rules. @param {string} id   of a ruleset @returns {boolean} false: it is not a published one, or counts
   *   turns instead of frames */
  useRuleset(id) {
    return this.prediction_.useRuleset(id);
  }

  /**
   * Returns the state of a side at the cursor's clock, with other waiting garbage.
   * @param {ReplayCursor} cursor @param {number} seat @param {{pending: number, fixed: number}} garbage
   * @returns {TrialState}
   */
  stateAt(cursor, seat, garbage) {
    const { exports, engine, sideRoom } = this.engine_;
    this.engine_.check(exports.rensa_game_side(engine, cursor.handle, seat, sideRoom));
    this.writeGarbage_(garbage);
    return this.takeState_(cursor.clock);
  }

  /** @param {TrialState} state @returns {TrialState} the same state, in which all waiting garbage is certain to fall */
  withFixedGarbage({ side, clock }) {
    this.engine_.bytes.set(side, this.engine_.sideRoom);
    const { pending, fixed } = this.readGarbage_();
    this.writeGarbage_({ pending: 0, fixed: pending + fixed });
    return this.takeState_(clock);
  }

  /**
   * Plays a turn from the moment when its pair is under control. Garbage that does not fill a row falls as if it did:
   * its columns are not known, and this is the worst for each of them.
   * @param {TrialState} state @param {number} placement   0..21
   * @returns {?{result: TurnResult, next: ?TrialState}} null: the pair cannot get there. next: the state when the next
   *   pair is under control; null: there is no such pair, or the player did not see it
   */
  play(state, placement) {
    if (!this.start_(state)) return null;
    /** @type {TurnResult} */
    const result = { links: 0, waiting: 0, fell: 0, hasDied: false };
    const answers = this.step_(this.engine_.writePlacement(placement));
    if (!answers?.some(({ kind }) => kind === "placement_accepted")) return null;
    for (let frame = 0; frame < kMaxFrames; ++frame) {
      const happened = this.step_(this.engine_.writeInput(undefined));
      if (!happened) {
        if (this.fillRowOfGarbage_()) continue;
        return { result: this.atEndOfTurn_(result), next: null };
      }
      for (const { kind, number, amount } of happened) {
        if (kind === "link_started") result.links = number;
        if (kind === "garbage_fell") result.fell = amount;
        if (kind === "died") return { result: { ...this.atEndOfTurn_(result), hasDied: true }, next: null };
        if (kind === "controllable") return { result: this.atEndOfTurn_(result), next: this.takeState_(this.clock_) };
      }
    }
    throw new Error("a turn does not end");
  }

  /** Adds what the side tells at the end of a turn, and leaves the side where states are taken.
   * @param {TurnResult} result @returns {TurnResult} */
  atEndOfTurn_(result) {
    this.readSide_();
    const { pending, fixed, dropping } = this.readGarbage_();
    return { ...result, waiting: pending + fixed, fell: result.fell + dropping };
  }

  /** Goes on where the engine stops, because it does not know the columns of falling garbage.
   * @returns {boolean} false: it has stopped for another reason */
  fillRowOfGarbage_() {
    this.readSide_();
    const { pending, fixed, dropping } = this.readGarbage_();
    const rest = fixed % kColumns;
    if (rest === 0 || dropping > 0) return false;
    this.writeGarbage_({ pending, fixed: fixed + kColumns - rest });
    return this.start_(this.takeState_(this.clock_));
  }

  /** @param {TrialState} state @returns {boolean} false: no game can have this state */
  start_({ side, clock }) {
    const { exports, engine, sideRoom } = this.engine_;
    this.clock_ = clock;
    this.engine_.bytes.set(side, sideRoom);
    return exports.rensa_prediction_start(engine, this.prediction_.handle, sideRoom, clock) === 0;
  }

  /** Plays a frame. @param {number} input   its address @returns {?GameEvent[]} null: the frame cannot be known */
  step_(input) {
    const { exports, engine } = this.engine_;
    const happened = this.engine_.tryEvents((...events) =>
      exports.rensa_prediction_step(engine, this.prediction_.handle, input, ...events));
    if (happened) ++this.clock_;
    return happened;
  }

  readSide_() {
    const { exports, engine, sideRoom } = this.engine_;
    this.engine_.check(exports.rensa_prediction_side(engine, this.prediction_.handle, sideRoom));
  }

  readGarbage_() {
    const { words } = this.engine_;
    const at = this.engine_.sideRoom >> 2;
    return { pending: words[at + kSideWords.pending], fixed: words[at + kSideWords.fixed],
      dropping: words[at + kSideWords.dropping] };
  }

  /** @param {{pending: number, fixed: number}} garbage */
  writeGarbage_({ pending, fixed }) {
    const { words } = this.engine_;
    const at = this.engine_.sideRoom >> 2;
    words[at + kSideWords.pending] = pending;
    words[at + kSideWords.fixed] = fixed;
  }

  /** @param {number} clock @returns {TrialState} */
  takeState_(clock) {
    const { bytes, sideRoom } = this.engine_;
    return { side: bytes.slice(sideRoom, sideRoom + kSideSize), clock };
  }
}
