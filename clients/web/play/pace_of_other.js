// Tells how far the opponent is in its phase. The server does not send its waits, but phases have fixed lengths.

/** @typedef {import("../net/wire.js").Side} Side */

/** @type {Partial<Record<import("../draw/scene.js").Phase, number>>} */
const kFrames = { vanishing: 50, grounding: 20, preparation: 12 };

export class PaceOfOther {
  constructor() {
    this.key = "";
    this.since = 0;
  }

  /** @param {number} frame @param {Side} side @returns {number} 0..1 of its phase */
  progress(frame, side) {
    const key = `${side.phase} ${side.hand} ${side.link}`;
    if (key !== this.key) {
      this.key = key;
      this.since = frame;
    }
    const frames = kFrames[side.phase];
    return frames ? Math.min(1, (frame - this.since) / frames) : 0;
  }
}
