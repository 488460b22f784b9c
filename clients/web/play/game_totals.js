// Counts what both players have done in a game: the links of their longest chains, and the garbage that they have sent.
// A link counts when its groups burst, and garbage when it arrives, as on the fields. Pure.

import { kBurstFrames, timesOf } from "../draw/exchange.js";
import { opponentOf } from "../net/wire.js";

/** @import {Seat, WireEvent} from "../net/wire.js" */

/** One number for each player. @typedef {{own: number, other: number}} PairOfNumbers */
/** @typedef {{areKnown: boolean, longest: PairOfNumbers, sent: PairOfNumbers}} Totals */
/** @typedef {Pick<import("../rules/engine.js").GameEvent, "clock"|"kind"|"seat"|"number"|"amount"|"cancelled">} Counted */

/** No chain can be fired before this frame, because four puyos take two pairs. */
const kFirstChainFrame = 60;

export class GameTotals {
  constructor() {
    /** @type {Counted[]} */
    this.events_ = [];
    /** True if all events of the game have come, so not on a page that came into the game later; null: none of its
     * updates has. @type {?boolean} */
    this.isWhole_ = null;
  }

  /** Begins with another game, or with the same one after a lost connection. */
  reset() {
    Object.assign(this, new GameTotals());
  }

  /** Notes the events of an update. @param {WireEvent[]} events @param {Seat} seat   the page's own
   * @param {number} frame */
  addEvents(events, seat, frame) {
    this.isWhole_ ??= frame < kFirstChainFrame;
    for (const { kind, seat: by, number = 1, amount = 0, cancelled = 0 } of events) {
      const name = kind.replace("EVENT_KIND_", "").toLowerCase();
      this.events_.push({ clock: frame, kind: name, seat: by === opponentOf(seat) ? 1 : 0, number, amount, cancelled });
    }
  }

  /** @param {number} frame   Infinity: the game has ended @param {{countsTurns: boolean}} [game] @returns {Totals} */
  at(frame, game) {
    return { ...totalsAt(this.events_, frame, game), areKnown: this.isWhole_ ?? false };
  }
}

/** Counts the events of a game up to a clock. @param {Counted[]} matchEvents @param {number} clock
 * @param {{countsTurns: boolean}} [game]   with turns everything counts at once @returns {Totals} */
export function totalsAt(matchEvents, clock, { countsTurns } = { countsTurns: false }) {
  const [longest, sent] = [{ own: 0, other: 0 }, { own: 0, other: 0 }];
  const isSeen = (/** @type {number} */ at, /** @type {number} */ after) => at + (countsTurns ? 0 : after) <= clock;
  for (const { clock: at, kind, seat, number, amount, cancelled } of matchEvents) {
    const who = seat === 0 ? "own" : "other";
    if (kind === "link_started" && isSeen(at, kBurstFrames)) longest[who] = Math.max(longest[who], number);
    if (kind !== "garbage_sent" || amount === 0) continue;
    if (isSeen(at, timesOf({ amount, cancelled }).lands)) sent[who] += amount;
  }
  return { areKnown: true, longest, sent };
}
