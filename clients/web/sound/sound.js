// Plays sounds by Web Audio. The page is silent until the person has pressed a key or clicked, as browsers require.

import { BarClock, notesOfBar } from "./music.js";
import { gainOf, notesOf } from "./notes.js";

/** @import {Settings, SoundSettings} from "../base/settings.js" */
/** @import {SideFacts} from "../rules/engine.js" */
/** @import {MusicMood} from "./music.js" */
/** @import {Note, SoundEvent} from "./notes.js" */

/** The sound of an event is not repeated within so many seconds. */
const kMinSecondsBetween = 0.03;
/** A note reaches its full volume after this time. */
const kAttackSeconds = 0.005;

export class Sound {
  /** @param {SoundSettings} settings */
  constructor(settings) {
    this.settings_ = settings;
    /** @type {?AudioContext} */
    this.context_ = null;
    /** @type {?GainNode} */
    this.output_ = null;
    /** @type {?GainNode} */
    this.musicOutput_ = null;
    this.barClock_ = new BarClock();
    this.musicSeed_ = 0;
    /** @type {Map<SoundEvent, number>} */
    this.lastPlayedAt_ = new Map();
  }

  /** Starts or resumes sound. Browsers allow it only while they handle a key press or click. */
  start() {
    if (this.context_) {
      void this.context_.resume();
      return;
    }
    if (typeof AudioContext === "undefined") return;
    this.context_ = new AudioContext({ latencyHint: "interactive" });
    this.output_ = this.context_.createGain();
    this.musicOutput_ = this.context_.createGain();
    // The compressor limits the volume when many notes sound at the same time.
    const limit = this.context_.createDynamicsCompressor();
    this.output_.connect(limit).connect(this.context_.destination);
    this.musicOutput_.connect(limit);
    this.applySettings(this.settings_);
  }

  /** @param {SoundSettings} settings */
  applySettings(settings) {
    this.settings_ = settings;
    const { master, effects, music, muted } = settings;
    const now = this.context_?.currentTime ?? 0;
    this.output_?.gain.setTargetAtTime(muted ? 0 : gainOf(master) * gainOf(effects), now, 0.01);
    this.musicOutput_?.gain.setTargetAtTime(muted ? 0 : gainOf(master) * gainOf(music), now, 0.01);
  }

  /** @param {SoundEvent} event @param {number} amount   the number of the link, or the amount of garbage; else 0 */
  play(event, amount) {
    const context = this.context_;
    if (!context || context.state !== "running" || this.settings_.muted) return;
    const now = context.currentTime;
    if (now - (this.lastPlayedAt_.get(event) ?? -1) < kMinSecondsBetween) return;
    this.lastPlayedAt_.set(event, now);
    for (const note of notesOf(event, amount)) this.playNote_(note, now, this.output_);
  }

  /** Begins other music with the next bar. @param {number} seed   of the game */
  chooseMusic(seed) {
    this.musicSeed_ = seed;
  }

  /** Lets the music go on. The page calls this in each frame in which there is to be music; the bar that has begun is
   * played to its end. @param {MusicMood} mood */
  playMusic(mood) {
    const context = this.context_;
    if (!context || context.state !== "running" || this.settings_.muted || this.settings_.music === 0) return;
    const due = this.barClock_.due(context.currentTime);
    if (!due) return;
    for (const note of notesOfBar(this.musicSeed_, due.bar, mood)) this.playNote_(note, due.at, this.musicOutput_);
  }

  /** @param {Note} note @param {number} now @param {?GainNode} output */
  playNote_(note, now, output) {
    const context = this.context_;
    if (!context || !output) return;
    const begin = now + note.at;
    const end = begin + note.length;
    const tone = context.createOscillator();
    tone.type = note.wave;
    tone.frequency.setValueAtTime(note.from, begin);
    tone.frequency.exponentialRampToValueAtTime(note.to, end);
    const envelope = context.createGain();
    envelope.gain.setValueAtTime(0, begin);
    envelope.gain.linearRampToValueAtTime(note.gain, begin + kAttackSeconds);
    envelope.gain.exponentialRampToValueAtTime(0.001, end);
    tone.connect(envelope).connect(output);
    tone.start(begin);
    tone.stop(end);
  }
}

/**
 * Makes the sound of a page. It follows the settings, and starts with the first key press or click.
 * @param {Settings} settings
 */
export function pageSound(settings) {
  const sound = new Sound(settings.value.sound);
  settings.subscribe((value) => sound.applySettings(value.sound));
  for (const gesture of ["pointerdown", "keydown"]) {
    // The listeners stay, because the browser may suspend the sound; the next key press or click resumes it.
    window.addEventListener(gesture, () => sound.start(), { capture: true, passive: true });
  }
  return sound;
}

/**
 * Returns the sound for a pair that was moved or turned between two frames; null: it was not.
 * @param {?SideFacts} before @param {SideFacts} after
 * @returns {?("move" | "turn")}
 */
export function soundOfMove(before, after) {
  if (!before?.falling || !after.falling || before.hand !== after.hand) return null;
  if (before.falling.r !== after.falling.r) return "turn";
  return before.falling.x !== after.falling.x ? "move" : null;
}
