// How long messages take to the server and back, from its answers to pings.

const kKept = 20;

export class RoundTrip {
  constructor() {
    /** @type {Map<string, number>} */
    this.sent = new Map();
    /** @type {number[]} */
    this.times = [];
    this.nonce = 0;
  }

  /** @param {number} now ms @returns {string} the nonce of a ping that leaves now */
  ping(now) {
    const nonce = String(++this.nonce);
    this.sent.set(nonce, now);
    return nonce;
  }

  /** @param {string} nonce @param {number} now ms */
  pong(nonce, now) {
    const left = this.sent.get(nonce);
    if (left === undefined) return;
    this.sent.delete(nonce);
    this.times.push(now - left);
    if (this.times.length > kKept) this.times.shift();
  }

  /** The wait for the oldest answer that has not come. @param {number} now ms */
  overdue(now) {
    for (const left of this.sent.values()) return now - left;
    return 0;
  }

  /** Those of a connection that is gone. */
  forget() {
    this.sent.clear();
    this.times = [];
  }

  /** The 90th percentile of the last round trips: a message has to be sent ahead by it. ms; 0: not known yet */
  get high() {
    if (this.times.length === 0) return 0;
    const sorted = [...this.times].sort((a, b) => a - b);
    return sorted[Math.floor((sorted.length - 1) * 0.9)];
  }

  /** For people. ms; 0: not known yet */
  get usual() {
    if (this.times.length === 0) return 0;
    const sorted = [...this.times].sort((a, b) => a - b);
    return sorted[Math.floor((sorted.length - 1) / 2)];
  }
}
