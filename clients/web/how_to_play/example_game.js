// Plays an example: one side, or two that attack each other, with the keys of a script. It uses no page and no clock.

import { kShownFrames } from "../draw/exchange.js";
import { sceneOf } from "../draw/scene.js";
import { kDown, kLeft, kRight, kTurnCcw, kTurnCw } from "../input/frame_keys.js";
import { kPointsPerGarbage } from "../replay/missed_chains.js";
import { StagedSide } from "../rules/staged_side.js";

/** @import {Attack, DuelScene, SideScene} from "../draw/scene.js" */
/** @import {Engine, GameEvent, SideFacts} from "../rules/engine.js" */
/** @import {Example} from "./examples.js" */

/** A sign of a script stands for so many frames. */
const kFramesOfSign = 8;
/** The keys of the signs: that of a turn or a step is pressed for one frame, and DOWN is held. @type {Record<string, number>} */
const kKeysOfSigns = { ".": 0, "<": kLeft, ">": kRight, x: kTurnCw, z: kTurnCcw, v: kDown };
/** The banner of an all clear is shown for so many frames. */
const kAllClearFrames = 120;
/** The phases of a turn from the first link to the end of its chain. */
const kChainPhases = ["grounding", "vanishing", "collapsing"];

/** Returns the keys of a frame. The last sign of a script goes on. @param {string} script
 * @param {number} frame   since the pair came under control */
export function keysOfScript(script, frame) {
  const sign = script[Math.min(Math.floor(frame / kFramesOfSign), script.length - 1)];
  return sign === "v" || frame % kFramesOfSign === 0 ? kKeysOfSigns[sign] : 0;
}

/** Returns the keys whose signs stand in the script at a frame, as bits, so that a person sees them long enough.
 * @param {string} script @param {number} frame */
export function shownKeysOfScript(script, frame) {
  return kKeysOfSigns[script[Math.min(Math.floor(frame / kFramesOfSign), script.length - 1)]];
}

export class ExampleGame {
  /** @param {Engine} engine @param {Example} example */
  constructor(engine, example) {
    this.example_ = example;
    this.sides_ = example.sides.map(({ field, pairs, fixed }) =>
      new StagedSide(engine, { field, pairs: pairs.map(({ colours }) => colours), fixed }));
    this.frame = 0;
    /** The keys that the first side is shown to press, as bits. */
    this.shownKeys = 0;
    /** The links of the first side's last chain. @type {{number: number, points: number}[]} */
    this.links = [];
    /** The frames for which the pair of each side has been under control. */
    this.controlFrames_ = this.sides_.map(() => 0);
    this.allClearAt_ = this.sides_.map(() => -kAllClearFrames);
    /** The oldest first. @type {{from: "own"|"other", amount: number, cancelled: number, frame: number}[]} */
    this.attacks_ = [];
  }

  restart() {
    for (const side of this.sides_) side.restart();
    this.frame = 0;
    this.shownKeys = 0;
    this.links = [];
    this.controlFrames_ = this.sides_.map(() => 0);
    this.allClearAt_ = this.sides_.map(() => -kAllClearFrames);
    this.attacks_ = [];
  }

  get isOver() {
    return this.sides_.every(({ isOver }) => isOver);
  }

  /** Plays one frame. @returns {GameEvent[][]} of each side */
  step() {
    ++this.frame;
    const before = this.sides_.map(({ facts }) => facts);
    const happened = this.sides_.map((side, seat) => side.step(this.keysOf_(seat)));
    happened.forEach((events, seat) => this.noteEvents_(events, seat));
    if (this.sides_.length === 2) this.exchangeAttacks_(before);
    return happened;
  }

  /** @param {number} seat */
  keysOf_(seat) {
    const { phase, hand } = this.sides_[seat].facts;
    const isControlled = phase === "control";
    const script = this.example_.sides[seat].pairs[hand - 1]?.keys;
    const frame = isControlled ? this.controlFrames_[seat] : 0;
    this.controlFrames_[seat] = isControlled ? frame + 1 : 0;
    if (seat === 0) this.shownKeys = isControlled && script ? shownKeysOfScript(script, frame) : 0;
    return isControlled && script ? keysOfScript(script, frame) : 0;
  }

  /** @param {GameEvent[]} events @param {number} seat */
  noteEvents_(events, seat) {
    for (const { kind, number, points } of events) {
      if (kind === "all_clear") this.allClearAt_[seat] = this.frame;
      if (kind === "link_started" && seat === 0) this.links = [...this.links.slice(0, number - 1), { number, points }];
    }
  }

  /** Does what a game does after each frame of both sides: what an attack does not cancel waits for the other side, and
   * falls after the end of the chain. @param {SideFacts[]} before   the sides before this frame */
  exchangeAttacks_(before) {
    const after = this.sides_.map(({ facts }) => facts);
    after.forEach((facts, seat) => {
      const attack = garbageOf(facts) - garbageOf(before[seat]);
      if (attack === 0) return;
      const cancelled = waitingOf(before[seat]) - waitingOf(facts);
      const amount = attack - cancelled;
      this.attacks_.push({ from: seat === 0 ? "own" : "other", amount, cancelled, frame: this.frame });
      this.sides_[1 - seat].addPending(amount);
    });
    after.forEach((facts, seat) => {
      const hasEnded = kChainPhases.includes(before[seat].phase) && ![...kChainPhases, "falling"].includes(facts.phase);
      if (hasEnded) this.sides_[1 - seat].fixPending();
    });
  }

  /** @param {readonly string[]} names   of the sides @returns {DuelScene} */
  scene(names) {
    const [own, other] = this.sides_.map(({ facts }, seat) => this.sceneOfSide_(facts, seat, names[seat] ?? ""));
    return { own, other: other ?? null, attacks: this.recentAttacks_() };
  }

  /** @returns {Attack[]} */
  recentAttacks_() {
    return this.attacks_.map(({ frame, ...attack }) => ({ ...attack, age: this.frame - frame }))
      .filter(({ age }) => age < kShownFrames);
  }

  /** @param {SideFacts} facts @param {number} seat @param {string} name @returns {SideScene} */
  sceneOfSide_(facts, seat, name) {
    const allClear = this.frame - this.allClearAt_[seat] < kAllClearFrames;
    return sceneOf(facts, { name, wins: 0, allClear, landing: true });
  }
}

/** The garbage that all points of a side so far have become. @param {SideFacts} facts */
const garbageOf = ({ score, motion }) => (score - (motion?.unsent ?? 0)) / kPointsPerGarbage;

/** @param {SideFacts} facts */
const waitingOf = ({ pending, fixed }) => pending + fixed;
