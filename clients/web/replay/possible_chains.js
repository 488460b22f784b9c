// Finds the chains that both seats could have fired. It searches at each pair of a game, in the page's idle time.

/** @import {GameEvent, ReplayCursor} from "../rules/engine.js" */
/** @import {PossibleChain} from "./scrub_bar.js" */

/** How long a slice may take where the browser does not say, or has no idle time, in milliseconds. */
const kSliceMs = 6;

export class PossibleChains {
  /** @param {ReplayCursor} cursor   of its own: it is wound @param {GameEvent[]} matchEvents   by clock */
  constructor(cursor, matchEvents) {
    this.cursor_ = cursor;
    this.pairEvents_ = matchEvents.filter((one) => one.kind === "controllable");
    this.next_ = 0;
    /** By seat. @type {[PossibleChain[], PossibleChain[]]} */
    this.found = [[], []];
  }

  get isComplete() {
    return this.next_ === this.pairEvents_.length;
  }

  /** How far they are known. */
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
 * Finds all of them, a slice at a time.
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
    // A page that is never idle finds them too.
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
