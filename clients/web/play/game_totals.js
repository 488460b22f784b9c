// Counts what both players have done in a game: the links of their longest chains, and the garbage that they have sent.
// Pure.

import { opponentOf } from "../net/wire.js";

/** @import {Seat, WireEvent} from "../net/wire.js" */
/** @import {GameEvent} from "../rules/engine.js" */

/** One number for each player. @typedef {{own: number, other: number}} PairOfNumbers */

/** No chain can be fired before this frame, because four puyos take two pairs. */
const kFirstChainFrame = 60;

export class GameTotals {
  constructor() {
    /** @type {PairOfNumbers} */
    this.longest = { own: 0, other: 0 };
    /** @type {PairOfNumbers} */
    this.sent = { own: 0, other: 0 };
    /** True if all events of the game have come; null: none of its updates has. @type {?boolean} */
    this.isWhole_ = null;
  }

  /** False on a page that came into the game later, which has not seen all of its events. */
  get areKnown() {
    return this.isWhole_ ?? false;
  }

  /** Begins with another game, or with the same one after a lost connection. */
  reset() {
    Object.assign(this, new GameTotals());
  }

  /** Counts the events of an update. @param {WireEvent[]} events @param {Seat} seat   the page's own
   * @param {number} frame */
  addEvents(events, seat, frame) {
    this.isWhole_ ??= frame < kFirstChainFrame;
    for (const { kind, seat: by, number = 1, amount = 0 } of events) {
      const who = by === opponentOf(seat) ? "other" : "own";
      if (kind === "EVENT_KIND_LINK_STARTED") this.longest[who] = Math.max(this.longest[who], number);
      if (kind === "EVENT_KIND_GARBAGE_SENT") this.sent[who] += amount;
    }
  }
}

/** Counts the events of a recorded game up to a clock. @param {GameEvent[]} matchEvents   by clock
 * @param {number} clock @returns {{areKnown: true, longest: PairOfNumbers, sent: PairOfNumbers}} */
export function totalsAt(matchEvents, clock) {
  const [longest, sent] = [{ own: 0, other: 0 }, { own: 0, other: 0 }];
  for (const event of matchEvents) {
    if (event.clock > clock) break;
    const who = event.seat === 0 ? "own" : "other";
    if (event.kind === "link_started") longest[who] = Math.max(longest[who], event.number);
    if (event.kind === "garbage_sent") sent[who] += event.amount;
  }
  return { areKnown: true, longest, sent };
}
