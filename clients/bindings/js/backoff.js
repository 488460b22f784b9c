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
    const most = this.nextMs_;
    this.nextMs_ = Math.min(2 * most, kLongestMs);
    return most / 2 + (most / 2) * this.random_();
  }

  /** An attempt went well: the next wait is the shortest again. */
  reset() {
    this.nextMs_ = kFirstMs;
  }
}
