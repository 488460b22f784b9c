// Announces events to users of a screen reader, through a live region that is not flooded.

/** Screen readers drop or garble texts that come faster. */
export const kAnnounceEveryMs = 1000;
/** An announced text is removed after this time, so that a later reader of the page does not find it. */
export const kForgetAfterMs = 5000;

/** @typedef {{now: () => number, later: (call: () => void, ms: number) => void}} Timer */

/** @type {Timer} */
export const kBrowserTimer = { now: () => performance.now(), later: (call, ms) => void setTimeout(call, ms) };

export class Announcer {
  /**
   * @param {(text: string) => void} write   e.g. into an element with aria-live
   * @param {Timer} timer
   */
  constructor(write, timer) {
    this.write_ = write;
    this.timer_ = timer;
    this.last_ = -Infinity;
    /** The waiting texts, one a topic, in the order of the topics. @type {Map<string, string>} */
    this.waiting_ = new Map();
    this.due_ = false;
  }

  /**
   * Says a text soon. One that still waits under the same topic is out of date, and never said.
   * @param {string} topic   e.g. "own chain"
   * @param {string} text
   */
  say(topic, text) {
    this.waiting_.set(topic, text);
    if (this.due_) return;
    this.due_ = true;
    const wait = Math.max(0, this.last_ + kAnnounceEveryMs - this.timer_.now());
    this.timer_.later(() => this.flush_(), wait);
  }

  flush_() {
    this.due_ = false;
    this.last_ = this.timer_.now();
    const text = [...this.waiting_.values()].join(" ");
    this.waiting_.clear();
    this.write_(text);
    const said = this.last_;
    this.timer_.later(() => this.forget_(said), kForgetAfterMs);
  }

  /** @param {number} said   when; if nothing has been said since */
  forget_(said) {
    if (said === this.last_) this.write_("");
  }
}

/** An announcer for an element with aria-live. @param {Element} region */
export function announcerFor(region) {
  return new Announcer((text) => (region.textContent = text), kBrowserTimer);
}
