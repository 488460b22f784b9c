// Announces events to users of a screen reader. It writes to a live region, at most once a second, so that the screen
// reader can speak each text.

/** Screen readers drop or garble texts that come more often than this. */
export const kAnnounceEveryMs = 1000;
/** An announced text is removed after this time, so that a later reader of the page does not find it. */
export const kRemoveTextAfterMs = 5000;

/** @typedef {{now: () => number, callLater: (call: () => void, ms: number) => void}} Timer */

/** @type {Timer} */
export const kBrowserTimer = { now: () => performance.now(), callLater: (call, ms) => void setTimeout(call, ms) };

export class Announcer {
  /**
   * @param {(text: string) => void} write   e.g. into an element with aria-live
   * @param {Timer} timer
   */
  constructor(write, timer) {
    this.write_ = write;
    this.timer_ = timer;
    this.lastWrittenAt_ = -Infinity;
    /** The texts that wait to be written, by topic. @type {Map<string, string>} */
    this.waiting_ = new Map();
    this.isWriteScheduled_ = false;
  }

  /**
   * Announces a text soon. It replaces a text of the same topic that still waits, because that one is out of date.
   * @param {string} topic   e.g. "own chain"
   * @param {string} text
   */
  say(topic, text) {
    this.waiting_.set(topic, text);
    if (this.isWriteScheduled_) return;
    this.isWriteScheduled_ = true;
    const wait = Math.max(0, this.lastWrittenAt_ + kAnnounceEveryMs - this.timer_.now());
    this.timer_.callLater(() => this.writeWaitingTexts_(), wait);
  }

  writeWaitingTexts_() {
    this.isWriteScheduled_ = false;
    this.lastWrittenAt_ = this.timer_.now();
    const text = [...this.waiting_.values()].join(" ");
    this.waiting_.clear();
    this.write_(text);
    const writtenAt = this.lastWrittenAt_;
    this.timer_.callLater(() => this.removeText_(writtenAt), kRemoveTextAfterMs);
  }

  /** Removes the text that was written at this time, unless a later text has replaced it. @param {number} writtenAt */
  removeText_(writtenAt) {
    if (writtenAt === this.lastWrittenAt_) this.write_("");
  }
}

/** Makes an announcer for an element with aria-live. @param {Element} region */
export function announcerFor(region) {
  return new Announcer((text) => (region.textContent = text), kBrowserTimer);
}
