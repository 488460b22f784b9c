// The chances to win of a watched game so far, from the frames that the page has been sent. It tells nothing of a frame
// that is not shown yet.

import { chanceAtEnd } from "./chance.js";

/** @import {Outcome, Side, Terms, WireEvent} from "../net/wire.js" */
/** @import {ChanceAt, ChanceEstimator} from "./chance.js" */

/** @typedef {Pick<ChanceEstimator, "of" | "knowsRules" | "free">} Estimator */

/** Points that an all clear adds to the next attack. */
const kAllClearPoints = 2100;
const kChangingEvents = ["EVENT_KIND_CONTROLLABLE", "EVENT_KIND_LINK_STARTED", "EVENT_KIND_GARBAGE_FELL",
  "EVENT_KIND_DIED"];

export class LiveChances {
  /** @param {(ruleset: string) => Estimator} makeEstimator   of a published ruleset */
  constructor(makeEstimator) {
    this.makeEstimator_ = makeEstimator;
    /** null: the chances of the match cannot be estimated. @type {?Estimator} */
    this.estimator_ = null;
    this.ruleset_ = "";
    /** The chances of this game, by clock. @type {ChanceAt[]} */
    this.found = [];
    /** The points of all clears that the sides have not sent yet; null: the page does not know.
     * @type {[?number, ?number]} */
    this.unsent_ = [null, null];
    this.hands_ = [-1, -1];
  }

  /** @param {Terms | undefined} terms */
  beginMatch(terms) {
    const ruleset = terms?.clock === "CLOCK_TURNS" ? "" : (terms?.ruleset ?? "");
    if (ruleset === this.ruleset_) return;
    this.ruleset_ = ruleset;
    this.estimator_?.free();
    const made = ruleset === "" ? null : this.makeEstimator_(ruleset);
    if (!made?.knowsRules) made?.free();
    this.estimator_ = made?.knowsRules ? made : null;
  }

  /** False if the chances of a match cannot be estimated. */
  get areEstimated() {
    return this.estimator_ !== null;
  }

  /** Returns the chances from a clock on, with the one that held there. @param {number} clock */
  shownFrom(clock) {
    const before = this.found.filter((one) => one.clock <= clock).length;
    return this.found.slice(Math.max(0, before - 1));
  }

  /** The newest chance of seat one in thousandths; null: it is not known. */
  get last() {
    return this.found.at(-1)?.chance ?? null;
  }

  /** Begins with another game. */
  reset() {
    this.found = [];
    this.unsent_ = [null, null];
    this.hands_ = [-1, -1];
  }

  /** Adds a frame. The chances change with a pair, a link and fallen garbage.
   * @param {number} frame @param {[?Side, ?Side]} sides @param {WireEvent[]} events */
  add(frame, sides, events) {
    const [one, two] = sides;
    if (!one || !two || !this.estimator_) return;
    // Before its second hand, a side has cleared nothing.
    for (const index of [0, 1]) if ((sides[index]?.hand ?? 0) <= 1) this.unsent_[index] ??= 0;
    for (const { kind, seat } of events) {
      const index = seat === "SEAT_TWO" ? 1 : 0;
      if (kind === "EVENT_KIND_ALL_CLEAR") this.unsent_[index] = kAllClearPoints;
      if (kind === "EVENT_KIND_LINK_STARTED") this.unsent_[index] = 0;
    }
    const hands = [one.hand, two.hand];
    const hasNewHand = hands.some((hand, seat) => hand !== this.hands_[seat]);
    if (!hasNewHand && !events.some(({ kind }) => kChangingEvents.includes(kind ?? ""))) return;
    this.hands_ = hands;
    const chance = this.estimator_.of(frame, [one, two], this.unsent_);
    if (chance !== null) this.found.push({ clock: frame, chance });
  }

  /** The game is over. @param {number} frame @param {Outcome | undefined} outcome */
  end(frame, { winner, cause = "" } = {}) {
    const seat = winner === "SEAT_ONE" ? 0 : winner === "SEAT_TWO" ? 1 : -1;
    const chance = chanceAtEnd(seat, cause.replace("CAUSE_", "").toLowerCase());
    if (chance !== null && this.found.length > 0) this.found.push({ clock: frame, chance });
  }
}
