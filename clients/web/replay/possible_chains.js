// Finds the chains that both seats could have fired. It searches at each pair of a game, in the page's idle time.

/** @import {Happening, ReplayCursor} from "../rules/engine.js" */
/** @import {Threat} from "./scrub_bar.js" */

/** How long a slice may take where the browser does not say, or has no idle time, in milliseconds. */
const kSlice = 6;

export class Threats {
  /** @param {ReplayCursor} reel   of its own: it is wound @param {Happening[]} matchEvents   by clock */
  constructor(reel, matchEvents) {
    this.reel_ = reel;
    this.due_ = matchEvents.filter((one) => one.kind === "controllable");
    this.next_ = 0;
    /** By seat. @type {[Threat[], Threat[]]} */
    this.found = [[], []];
  }

  get isComplete() {
    return this.next_ === this.due_.length;
  }

  /** How far they are known. */
  get until() {
    return this.isComplete ? this.reel_.last : this.due_[this.next_].clock;
  }

  /** @param {() => boolean} mayGoOn */
  findSome(mayGoOn) {
    while (!this.isComplete && mayGoOn()) {
      const { clock, seat } = this.due_[this.next_++];
      this.reel_.windTo(clock);
      this.found[seat].push({ clock, ...this.reel_.threat(seat) });
    }
  }
}

/**
 * Finds all of them, a slice at a time.
 * @param {Threats} threats @param {() => void} grown   called after each slice
 */
export function findInIdleTime(threats, grown) {
  later((hasTime) => {
    threats.findSome(hasTime);
    grown();
    if (!threats.isComplete) findInIdleTime(threats, grown);
  });
}

/** @param {(hasTime: () => boolean) => void} call */
function later(call) {
  const callForSlice = () => {
    const begun = performance.now();
    call(() => performance.now() - begun < kSlice);
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
