// The wait before the next attempt: twice as long each time, and partly random, so that clients that have lost the same
// server do not come back together.

const kFirstMs = 250;
const kLongestMs = 30_000;

export class Backoff {
  /** @param {() => number} random   0..1 */
  constructor(random) {
    this.random_ = random;
    this.nextMs_ = kFirstMs;
  }

  /** @returns {number} ms */
  next() {
    const maxMs = this.nextMs_;
    this.nextMs_ = Math.min(2 * maxMs, kLongestMs);
    return maxMs / 2 + (maxMs / 2) * this.random_();
  }

  /** An attempt went well: the next wait is the shortest again. */
  reset() {
    this.nextMs_ = kFirstMs;
  }
}
