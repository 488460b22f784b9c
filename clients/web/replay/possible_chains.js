// Finds the largest chain that each seat could have fired at each of its pairs.

/** @import {GameEvent, ReplayCursor} from "../rules/engine.js" */
/** @import {PossibleChain} from "./scrub_bar.js" */

export class PossibleChains {
  /**
   * @param {ReplayCursor} cursor   nothing else may need its clock, because it is moved
   * @param {GameEvent[]} matchEvents   by clock
   */
  constructor(cursor, matchEvents) {
    this.cursor_ = cursor;
    this.pairEvents_ = matchEvents.filter((one) => one.kind === "controllable");
    this.next_ = 0;
    /** The chains found so far, by seat. @type {[PossibleChain[], PossibleChain[]]} */
    this.found = [[], []];
  }

  get isComplete() {
    return this.next_ === this.pairEvents_.length;
  }

  /** The clock up to which the chains are known. */
  get knownUntil() {
    return this.isComplete ? this.cursor_.last : this.pairEvents_[this.next_].clock;
  }

  /** @param {() => boolean} mayGoOn */
  findSome(mayGoOn) {
    while (!this.isComplete && mayGoOn()) {
      const { clock, seat } = this.pairEvents_[this.next_++];
      this.cursor_.seek(clock);
      this.found[seat].push({ clock, ...this.cursor_.possibleChain(seat) });
    }
  }
}
