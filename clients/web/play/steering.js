// Lets the person's own side answer keys at once, without waiting for the server. Own time runs ahead of the server's
// views. Keys are sent for the frame in which they were pressed, and the side is shown as the rules predict it. This
// file uses no page and no connection: the caller passes functions, and so do the tests.

import { FrameClock, kFrameMs } from "./frame_clock.js";

/** @import {StepKeys} from "../input/step_keys.js" */
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
    /** The number of this game's inputs that counted later than they were meant to. */
    this.lateInputs = 0;
    /** True while this page does not know which keys the server has received. */
    this.mustSendKeys = false;
    /** The last frame of the game; later frames are not played. */
    this.lastFrame = Infinity;
    /** @type {?SideFacts} */
    this.facts = null;
    /** The time of the last frame for which keys were read. */
    this.keysReadAt = -Infinity;
  }

  /** @param {string} ruleset */
  beginGame(ruleset) {
    this.clock.reset();
    this.log.clear();
    this.prediction.beginGame(ruleset);
    this.lateInputs = 0;
    this.mustSendKeys = false;
    this.lastFrame = Infinity;
    this.facts = null;
  }

  /** Notes the last frame of the game, because own time may have run beyond it. @param {number} frame */
  endGame(frame) {
    this.lastFrame = frame;
  }

  /** Call this after a new connection: inputs on their way may be lost, and the server's time is measured anew. */
  reconnect() {
    this.clock.reset();
    this.log.dropSent();
    this.mustSendKeys = true;
  }

  /** Waits for the next update, with which a game goes on after a pause. Releases the keys that the server holds from
   * before: the person may have let them go meanwhile.
   * @param {(input: Input) => void} sendInput */
  awaitNextUpdate(sendInput) {
    this.clock.reset();
    const { view } = this.prediction;
    if (view && this.heldKeys !== 0) this.sendKeys(view.frame + 1, 0, sendInput);
  }

  /** @param {number} frame @param {import("../net/wire.js").Side} side @param {number} now ms */
  receiveView(frame, side, now) {
    this.clock.addUpdate(frame, now);
    this.prediction.setView(frame, side);
    this.log.forgetUntil(frame);
  }

  /** Notes from which frame on the server counts an input. @param {number} id @param {number} frame */
  noteCounted(id, frame) {
    const late = this.log.setCountedFrame(id, frame);
    if (late === 0) return;
    this.lateInputs += 1;
    this.clock.allowForLateInput(late);
  }

  /** The keys that the server holds after all inputs that were sent to it. */
  get heldKeys() {
    return this.log.lastKeys ?? this.prediction.view?.side.motion?.held ?? 0;
  }

  /** @param {number} frame @param {number} keys @param {(input: Input) => void} sendInput */
  sendKeys(frame, keys, sendInput) {
    this.mustSendKeys = false;
    sendInput(this.log.add(frame, keys));
  }

  /** Releases all keys, because the page is hidden. @param {(input: Input) => void} sendInput */
  releaseKeys(sendInput) {
    if (this.clock.ownTime >= 0 && this.heldKeys !== 0) this.sendKeys(Math.floor(this.clock.ownTime) + 1, 0, sendInput);
  }

  /**
   * Plays up to the current time. For each frame that begins, it asks for the keys and sends them if they have changed.
   * The last frame is at the current time, and each other frame a sixtieth of a second before the next one. If own time
   * has jumped, the frames that have no time of their own keep the keys that are held.
   * @param {number} now ms
   * @param {number} roundTrip ms
   * @param {(at: number, side: ?SideFacts) => StepKeys} keysOf   returns the keys of the frame at a time; side: the own
   *   side before this frame
   * @param {(input: Input) => void} sendInput
   * @returns {?SideFacts} the own side as it is to be shown
   */
  play(now, roundTrip, keysOf, sendInput) {
    const { from, to } = this.clock.advance(now, roundTrip);
    const viewFrame = this.prediction.view?.frame ?? 0;
    const last = Math.min(to, viewFrame + kMaxFramesAhead, this.lastFrame);
    for (let frame = Math.max(from + 1, to - 15); frame <= last; ++frame) {
      const at = now - (to - frame) * kFrameMs;
      if (at <= this.keysReadAt) continue;
      this.keysReadAt = at;
      const before = this.prediction.predict(frame - 1, this.log.expectedKeys(viewFrame));
      const { keys, lasting } = keysOf(at, before?.facts ?? null);
      if (keys !== this.heldKeys || this.mustSendKeys) this.sendKeys(frame, keys, sendInput);
      // A press is released at once, for the next frame. Otherwise the server would repeat it if the next picture of
      // the page came late.
      if (lasting !== keys) sendInput(this.log.addRelease(frame + 1, lasting));
    }
    const target = Math.min(Math.max(Math.floor(this.clock.ownTime), viewFrame), Math.max(this.lastFrame, viewFrame));
    const shown = this.prediction.predict(target, this.log.expectedKeys(viewFrame));
    this.facts = shown?.facts ?? null;
    return this.facts;
  }
}

/**
 * Predicts the own side, as it will be when the server has played the keys that are on their way. The rules play on
 * from the newest view, and each view replaces everything that was predicted from the one before.
 */
export class OwnSidePrediction {
  /** @param {import("../rules/engine.js").Engine} engine */
  constructor(engine) {
    this.engine = engine;
    this.canPredict = false;
    /** @type {?{frame: number, side: Side}} */
    this.view = null;
  }

  /** Starts another game. @param {string} ruleset   its id */
  beginGame(ruleset) {
    this.canPredict = this.engine.prediction.useRuleset(ruleset);
    this.view = null;
  }

  /** @param {number} frame @param {Side} side */
  setView(frame, side) {
    this.view = { frame, side };
  }

  /**
   * Returns the side as it is expected after a frame. If the next frames depend on something unknown, returns it after
   * the last frame that can be predicted.
   * @param {number} frame
   * @param {Map<number, number>} keys   by the frame from which they are held
   * @returns {?{frame: number, facts: SideFacts}} null: the server has sent no view yet
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
 * @typedef {{id: number, at: number, keys: number, isRelease: boolean, counted: number}} LoggedInput
 */

/**
 * Keeps the own inputs until the server has played them. Each input is meant for a frame. An input that comes late
 * counts from a later frame, and the server tells from which.
 */
export class InputLog {
  constructor() {
    /** @type {LoggedInput[]} */
    this.entries = [];
    this.lastId = 0;
    /** The frame of this game's last input. The next input must have a later frame, except if that was a release. */
    this.lastAt = 0;
    this.isLastRelease = false;
  }

  /** Starts another game. */
  clear() {
    this.entries = [];
    this.lastAt = 0;
    this.isLastRelease = false;
  }

  /** Call this after a new connection: it is unknown whether inputs sent over the last one count. */
  dropSent() {
    this.entries = [];
    this.isLastRelease = false;
  }

  /**
   * Adds keys. Keys for the frame of a release replace the release, as they do on the server.
   * @param {number} frame @param {number} keys
   * @param {boolean} isRelease   these are the keys that stay after a press
   * @returns {Input} to be sent
   */
  add(frame, keys, isRelease = false) {
    const replaces = this.isLastRelease && frame === this.lastAt;
    if (replaces && this.entries.at(-1)?.counted === 0) this.entries.pop();
    this.isLastRelease = isRelease;
    this.lastAt = replaces ? frame : Math.max(frame, this.lastAt + 1);
    this.entries.push({ id: ++this.lastId, at: this.lastAt, keys, isRelease, counted: 0 });
    return { at: this.lastAt, keys, id: this.lastId };
  }

  /** Adds the keys that stay after a press. @param {number} frame @param {number} keys @returns {Input} to be sent */
  addRelease(frame, keys) {
    return this.add(frame, keys, true);
  }

  /** The keys of the last input; undefined: this page has sent none. */
  get lastKeys() {
    return this.entries.at(-1)?.keys;
  }

  /**
   * Notes from which frame on the server counts an input. A release is sent together with its press and is never early
   * or late by itself.
   * @param {number} id @param {number} frame
   * @returns {number} by how many frames the input was late; 0 for a release
   */
  setCountedFrame(id, frame) {
    const entry = this.entries.find((one) => one.id === id);
    if (!entry) return 0;
    entry.counted = frame;
    // Earlier inputs that the server has not answered never count: this input has replaced them.
    this.entries = this.entries.filter((one) => one.id >= id || one.counted > 0);
    return entry.isRelease ? 0 : Math.max(0, frame - entry.at);
  }

  /** Removes the inputs that were played by this frame, as the server's view contains them. @param {number} frame */
  forgetUntil(frame) {
    const last = this.entries.at(-1);
    this.entries = this.entries.filter((one) => one === last || one.counted === 0 || one.counted > frame);
  }

  /**
   * Returns which keys are expected to be held in the frames after a view, by the first frame that they count from.
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
      // The server has not yet said from which frame this input counts. It is expected to count from the frame that it
      // is meant for, or if that is not later than the frame of the input before it or of the view, from the next frame
      // after that.
      last = Math.max(entry.at, last + 1);
      expected.set(last, entry.keys);
    }
    return expected;
  }
}
