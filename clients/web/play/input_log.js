// Keeps own inputs, with keys and first frame, until the server has played them. Each input is for a frame; one that
// comes late counts from a later one, and the server says from which.

/** @typedef {{id: number, at: number, keys: number, counted: number}} Entry counted: 0 until the server has said */

export class InputLog {
  constructor() {
    /** @type {Entry[]} */
    this.entries = [];
    this.lastId = 0;
    /** The frame of the last input of this game: later inputs get later frames. */
    this.lastAt = 0;
  }

  /** Of another game. */
  clear() {
    this.entries = [];
    this.lastAt = 0;
  }

  /** For a new connection: inputs that were sent on the last one may count, or not. */
  lose() {
    this.entries = [];
  }

  /** @param {number} at frame @param {number} keys @returns {number} the id under which it is to be said */
  add(at, keys) {
    this.entries.push({ id: ++this.lastId, at, keys, counted: 0 });
    this.lastAt = at;
    return this.lastId;
  }

  /** The keys that are held at last, as far as this page knows; undefined: it has said nothing yet. */
  get lastKeys() {
    return this.entries.at(-1)?.keys;
  }

  /** The server says from which frame on it counted. @param {number} id @param {number} frame
   * @returns {number} by how many frames it was late */
  settle(id, frame) {
    const entry = this.entries.find((one) => one.id === id);
    if (!entry) return 0;
    entry.counted = frame;
    // Inputs that were sent before it and are not settled were overruled on the way.
    this.entries = this.entries.filter((one) => one.id >= id || one.counted > 0);
    return Math.max(0, frame - entry.at);
  }

  /** Removes the inputs that were played by this frame, as the server's view contains them. @param {number} frame */
  forgetUntil(frame) {
    const last = this.entries.at(-1);
    this.entries = this.entries.filter((one) => one === last || one.counted === 0 || one.counted > frame);
  }

  /**
   * Returns the inputs expected to count in the frames after a view: by frame, the keys from then on.
   * @param {number} seen the frame of the view
   * @returns {Map<number, number>}
   */
  expected(seen) {
    const expected = new Map();
    let last = seen;
    for (const entry of this.entries) {
      if (entry.counted > 0) {
        if (entry.counted > seen) expected.set(entry.counted, entry.keys);
        last = Math.max(last, entry.counted);
        continue;
      }
      // Not heard of: it counts when it was meant to, or in the next frames, one after the other.
      last = Math.max(entry.at, last + 1);
      expected.set(last, entry.keys);
    }
    return expected;
  }
}
