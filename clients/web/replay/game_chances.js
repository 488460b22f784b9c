// Finds the chance to win at each moment of a recorded game at which it changes.

import { areChancesOfReplayEstimated, chanceAtEnd, ChanceEstimator } from "../watch/chance.js";

/** @import {Engine, GameEvent} from "../rules/engine.js" */
/** @import {ChanceAt} from "../watch/chance.js" */

const kChangingEvents = ["controllable", "link_started", "garbage_fell"];

export class GameChances {
  /**
   * @param {Engine} engine   has opened the record; nothing else may need the clock of its replay
   * @param {GameEvent[]} matchEvents   by clock
   */
  constructor(engine, matchEvents) {
    this.cursor_ = engine.replay;
    const { last } = engine.replay;
    const changes = areChancesOfReplayEstimated(engine)
      ? matchEvents.filter(({ kind }) => kChangingEvents.includes(kind)) : [];
    // At the last clock the result is known.
    this.clocks_ = [...new Set(changes.map(({ clock }) => clock).filter((clock) => clock < last))];
    this.estimator_ = new ChanceEstimator(engine, engine.replay.makeRuleset());
    this.next_ = 0;
    /** The chances found so far. @type {ChanceAt[]} */
    this.found = [];
  }

  get isComplete() {
    return this.next_ === this.clocks_.length;
  }

  /** @param {() => boolean} mayGoOn */
  findSome(mayGoOn) {
    if (this.isComplete) return;
    while (!this.isComplete && mayGoOn()) {
      const clock = this.clocks_[this.next_++];
      this.cursor_.seek(clock);
      const chance = this.estimator_.ofReplay();
      if (chance !== null) this.found.push({ clock, chance });
    }
    if (this.isComplete) this.addEnd_();
  }

  addEnd_() {
    const { last, winner, cause } = this.cursor_;
    const chance = chanceAtEnd(winner, cause);
    if (chance !== null && this.found.length > 0) this.found.push({ clock: last, chance });
  }
}
