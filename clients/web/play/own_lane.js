// One's own lane as it is going to be when the server has played the keys that are on their way: the newest view,
// played on by the rules themselves. A new view replaces everything that was foreseen from the one before.

/** @typedef {import("../rules/engine.js").SideFacts} SideFacts */
/** @typedef {import("../net/wire.js").Side} Side */

export class OwnLane {
  /** @param {import("../rules/engine.js").Engine} engine */
  constructor(engine) {
    this.engine = engine;
    this.canForesee = false;
    /** @type {?{frame: number, side: Side}} */
    this.seen = null;
  }

  /** Another game. @param {string} ruleset its id */
  begin(ruleset) {
    this.canForesee = this.engine.foresight.useRuleset(ruleset);
    this.seen = null;
  }

  /** @param {number} frame @param {Side} side */
  hear(frame, side) {
    this.seen = { frame, side };
  }

  /**
   * As it is expected to be after a frame; of a frame that cannot be foreseen, as far as can be.
   * @param {number} frame
   * @param {Map<number, number>} keys by the frame from which they are held
   * @returns {?{frame: number, facts: SideFacts}} null: nothing has been seen yet
   */
  at(frame, keys) {
    if (!this.seen) return null;
    const { side } = this.seen;
    let reached = this.seen.frame;
    const { foresight } = this.engine;
    if (!this.canForesee || !side.motion || !foresight.start(side, reached)) {
      return { frame: reached, facts: this.engine.factsOf(side) };
    }
    while (reached < frame && foresight.step(keys.get(reached + 1))) ++reached;
    return { frame: reached, facts: foresight.side() };
  }
}
