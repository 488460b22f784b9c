// Spreads drawing over the pictures of a page: each picture draws a few of the waiting things at most. Pure.

/** @template Thing */
export class DrawQueue {
  /**
   * @param {number} maxAtOnce   so many things are drawn in one picture of the page at most
   * @param {(draw: () => void) => void} beforeNextPicture   calls a function before the next picture of the page
   * @param {(thing: Thing) => void} draw
   */
  constructor(maxAtOnce, beforeNextPicture, draw) {
    this.maxAtOnce_ = maxAtOnce;
    this.beforeNextPicture_ = beforeNextPicture;
    this.draw_ = draw;
    /** @type {Set<Thing>} */
    this.waiting_ = new Set();
    this.isScheduled_ = false;
  }

  /** Draws a thing soon, once, whatever the number of calls until then. @param {Thing} thing */
  add(thing) {
    this.waiting_.add(thing);
    this.schedule_();
  }

  /** @param {Thing} thing   is not to be drawn any more */
  remove(thing) {
    this.waiting_.delete(thing);
  }

  schedule_() {
    if (this.isScheduled_ || this.waiting_.size === 0) return;
    this.isScheduled_ = true;
    this.beforeNextPicture_(() => {
      this.isScheduled_ = false;
      for (const thing of [...this.waiting_].slice(0, this.maxAtOnce_)) {
        this.waiting_.delete(thing);
        this.draw_(thing);
      }
      this.schedule_();
    });
  }
}
