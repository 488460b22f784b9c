// Views of the protocol as a bot gets them: plain values, with the placements that the engine finds possible.

import { sideOf } from "../../web/net/wire.js";
import { kSideSize } from "../../web/rules/engine.js";
import { areCells, textOfPair } from "./fields.js";
import { placementsOf } from "./placements.js";

/** @import {WireView} from "../../web/net/wire.js" */
/** @import {Engine} from "../../web/rules/engine.js" */
/** @import {Field, Side, View} from "./index.js" */

// The struct rensa_view of rensa.h: eight words, and then both sides.
const kSidesAt = 32;
export const kViewSize = kSidesAt + 2 * kSideSize;
const kTurns = 1;

/** Facts about a game that its views do not have.
 * @typedef {Pick<View, "match" | "game" | "players" | "ruleset" | "chance"> & {hasTurns: boolean}} GameOfView */

export class ViewReader {
  /** @param {Engine} engine @param {typeof Field} field   the class */
  constructor(engine, field) {
    this.engine_ = engine;
    this.fieldClass_ = field;
    this.viewBuffer_ = engine.exports.malloc(kViewSize);
  }

  /** @param {WireView} view   in which a decision is due @param {GameOfView} game
   * @returns {?View} null: the view cannot occur in a game, or nothing can be chosen */
  read(view, { hasTurns, ...game }) {
    const sides = [sideOf(view.own ?? {}), sideOf(view.opponent ?? {})];
    const clock = view.clock ?? 0;
    const seat = view.seat === "SEAT_TWO" ? 1 : 0;
    const buffer = this.viewBuffer_;
    this.engine_.words.set([seat, hasTurns ? kTurns : 0, clock, 1, 0, -1, 0, 0], buffer >> 2);
    sides.forEach((side, i) => {
      const from = this.engine_.writeSide(side);
      this.engine_.bytes.copyWithin(buffer + kSidesAt + i * kSideSize, from, from + kSideSize);
    });
    const placements = this.placements_();
    if (placements.length === 0 || sides.some(({ cells }) => !areCells(cells))) return null;
    const [own, opponent] = sides.map((side) => this.sideOfView_(side));
    return { ...game, seat, clock, own, opponent, placements };
  }

  /** The engine checks the view. */
  placements_() {
    const { exports, engine, out } = this.engine_;
    const isPossible = exports.rensa_view_placements(engine, this.viewBuffer_, out) === 0;
    return isPossible ? placementsOf(this.engine_.word(out)) : [];
  }

  /** @param {import("../../web/net/wire.js").Side} side @returns {Side} */
  sideOfView_({ cells, pairs, score, hand, link, pending, fixed, phase }) {
    return { field: this.fieldClass_.fromCells(cells), pairs: pairs.map(textOfPair), score, hand, link, pending, fixed,
      phase };
  }
}
