// Finds the largest chain that each seat could have fired at each of its pairs. It searches in the page's idle time.

/** @import {GameEvent, ReplayCursor} from "../rules/engine.js" */
/** @import {PossibleChain} from "./scrub_bar.js" */

/** A slice of the search takes so long if the browser does not tell how much idle time there is, in milliseconds. */
const kSliceMs = 6;

export class PossibleChains {
  /**
   * @param {ReplayCursor} cursor   used by nothing else, because it is moved
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

/**
 * Finds all chains, a slice at a time.
 * @param {PossibleChains} chains @param {() => void} onProgress   called after each slice
 */
export function findInIdleTime(chains, onProgress) {
  callInIdleTime((hasTime) => {
    chains.findSome(hasTime);
    onProgress();
    if (!chains.isComplete) findInIdleTime(chains, onProgress);
  });
}

/** @param {(hasTime: () => boolean) => void} call */
function callInIdleTime(call) {
  const callForSlice = () => {
    const begun = performance.now();
    call(() => performance.now() - begun < kSliceMs);
  };
  if (typeof requestIdleCallback === "function") {
    // The timeout makes a page search that is never idle.
    /** @param {IdleDeadline} deadline */
    const callWhileIdle = (deadline) => {
      if (deadline.didTimeout) callForSlice();
      else call(() => deadline.timeRemaining() > 2);
    };
    requestIdleCallback(callWhileIdle, { timeout: 500 });
    return;
  }
  setTimeout(callForSlice, 20);
}
