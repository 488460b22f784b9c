// Turns a person's keys into a lane that answers at once: own time runs ahead of the server's views, keys are sent for
// the frame in which they were pressed, and the lane is shown as it will be. No page and no connection: both are handed
// in, so that the tests can be them.
// One's own lane as it is going to be when the server has played the keys that are on their way: the newest view,
// played on by the rules themselves. A new view replaces everything that was foreseen from the one before.
// Keeps own inputs, with keys and first frame, until the server has played them. Each input is for a frame; one that
// comes late counts from a later one, and the server says from which.

import { locksOf } from "../input/frame_keys.js";
import { FrameClock } from "./frame_clock.js";

/** @import {Locks} from "../input/frame_keys.js" */
/** @import {Side} from "../net/wire.js" */
/** @import {SideFacts} from "../rules/engine.js" */

/** @typedef {{at: number, keys: number, id: number}} Input */

// Own time runs at most this many frames ahead of the server's view: inputs for later frames would be guesses.
const kMaxFramesAhead = 60;

export class Steering {
  /** @param {import("../rules/engine.js").Engine} engine */
  constructor(engine) {
    this.clock = new FrameClock();
    this.log = new InputLog();
    this.prediction = new OwnSidePrediction(engine);
    /** Inputs of this game that counted later than they were meant to. */
    this.lateInputs = 0;
    /** True while this page does not know which keys the server has received. */
    this.mustSendKeys = false;
    /** The last frame of the game; later frames are not played. */
    this.lastFrame = Infinity;
    /** @type {?SideFacts} */
    this.facts = null;
  }

  /** @param {string} ruleset */
  begin(ruleset) {
    this.clock.reset();
    this.log.clear();
    this.prediction.begin(ruleset);
    this.lateInputs = 0;
    this.mustSendKeys = false;
    this.lastFrame = Infinity;
    this.facts = null;
  }

  /** The game is over; own time may have run beyond its end. @param {number} frame its last */
  end(frame) {
    this.lastFrame = frame;
  }

  /** The connection is another one: inputs on their way may be lost, and the measure of time starts again. */
  reconnect() {
    this.clock.reset();
    this.log.dropSent();
    this.mustSendKeys = true;
  }

  /** @param {number} frame @param {import("../net/wire.js").Side} side @param {number} now ms */
  receiveView(frame, side, now) {
    this.clock.addUpdate(frame, now);
    this.prediction.setView(frame, side);
    this.log.forgetUntil(frame);
  }

  /** The server says from which frame an input counted. @param {number} id @param {number} frame */
  noteCounted(id, frame) {
    const late = this.log.setCountedFrame(id, frame);
    if (late === 0) return;
    this.lateInputs += 1;
    this.clock.allowForLateInput(late);
  }

  /** The keys that the server plays with when it has heard all. */
  get heldKeys() {
    return this.log.lastKeys ?? this.prediction.view?.side.motion?.held ?? 0;
  }

  /** @param {number} frame @param {number} keys @param {(input: Input) => void} sendInput */
  sendKeys(frame, keys, sendInput) {
    const at = Math.max(frame, this.log.lastAt + 1);
    this.mustSendKeys = false;
    sendInput({ at, keys, id: this.log.add(at, keys) });
  }

  /** Releases all keys, because the page is hidden. @param {(input: Input) => void} sendInput */
  releaseKeys(sendInput) {
    if (this.clock.ownTime >= 0 && this.heldKeys !== 0) this.sendKeys(Math.floor(this.clock.ownTime) + 1, 0, sendInput);
  }

  /**
   * Plays on to now. For each frame that begins the keys are asked for, and said if they are others than before.
   * @param {number} now ms
   * @param {number} roundTrip ms
   * @param {(locks: Locks) => number} keysOf the keys of a frame
   * @param {(input: Input) => void} sendInput
   * @returns {?SideFacts} one's own lane as it is to be shown
   */
  play(now, roundTrip, keysOf, sendInput) {
    const { from, to } = this.clock.advance(now, roundTrip);
    const viewFrame = this.prediction.view?.frame ?? 0;
    const last = Math.min(to, viewFrame + kMaxFramesAhead, this.lastFrame);
    for (let frame = Math.max(from + 1, to - 15); frame <= last; ++frame) {
      const before = this.prediction.predict(frame - 1, this.log.expectedKeys(viewFrame));
      const keys = keysOf(locksOf(before?.facts.falling));
      if (keys !== this.heldKeys || this.mustSendKeys) this.sendKeys(frame, keys, sendInput);
    }
    const target = Math.min(Math.max(Math.floor(this.clock.ownTime), viewFrame), Math.max(this.lastFrame, viewFrame));
    const shown = this.prediction.predict(target, this.log.expectedKeys(viewFrame));
    this.facts = shown?.facts ?? null;
    return this.facts;
  }
}

export class OwnSidePrediction {
  /** @param {import("../rules/engine.js").Engine} engine */
  constructor(engine) {
    this.engine = engine;
    this.canPredict = false;
    /** @type {?{frame: number, side: Side}} */
    this.view = null;
  }

  /** Another game. @param {string} ruleset its id */
  begin(ruleset) {
    this.canPredict = this.engine.prediction.useRuleset(ruleset);
    this.view = null;
  }

  /** @param {number} frame @param {Side} side */
  setView(frame, side) {
    this.view = { frame, side };
  }

  /**
   * As it is expected to be after a frame; of a frame that cannot be foreseen, as far as can be.
   * @param {number} frame
   * @param {Map<number, number>} keys by the frame from which they are held
   * @returns {?{frame: number, facts: SideFacts}} null: nothing has been seen yet
   */
  predict(frame, keys) {
    if (!this.view) return null;
    const { side } = this.view;
    let reached = this.view.frame;
    const { prediction } = this.engine;
    if (!this.canPredict || !side.motion || !prediction.start(side, reached)) {
      return { frame: reached, facts: this.engine.factsOf(side) };
    }
    while (reached < frame && prediction.step(keys.get(reached + 1))) ++reached;
    return { frame: reached, facts: prediction.side() };
  }
}

/**
 * counted: the first frame in which the server played the keys; 0: the server has not said it yet
 * @typedef {{id: number, at: number, keys: number, counted: number}} LoggedInput
 */

export class InputLog {
  constructor() {
    /** @type {LoggedInput[]} */
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
  dropSent() {
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
  setCountedFrame(id, frame) {
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
   * @param {number} viewFrame the frame of the view
   * @returns {Map<number, number>}
   */
  expectedKeys(viewFrame) {
    const expected = new Map();
    let last = viewFrame;
    for (const entry of this.entries) {
      if (entry.counted > 0) {
        if (entry.counted > viewFrame) expected.set(entry.counted, entry.keys);
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
