// Makes the music behind a game, bar by bar: a bass, a slow chord and a melody that never repeats itself exactly. A
// field in danger adds a quick pulse and a drum. The same game has the same music each time. Pure.

/** @import {Note} from "./notes.js" */

/** calm: a game runs; danger: the own field is nearly full
 * @typedef {"calm"|"danger"} MusicMood */

export const kBarSeconds = 2.4;
const kSteps = 8;
const kStepSeconds = kBarSeconds / kSteps;

/** A, as the root of all chords, in hertz. */
const kRoot = 110;
/** The roots of four chords, in semitones above it: A minor, F, C, G. */
const kChords = [0, -4, 3, -2];
/** The tones of each chord above its root: a minor one, then major ones. */
const kMinor = [0, 3, 7];
const kMajor = [0, 4, 7];
/** The scale of the melody sounds well with all four chords. */
const kMelody = [0, 3, 5, 7, 10, 12, 15, 17];
/** The melody rests at so many of its steps. */
const kRestShare = 0.4;

/** @param {number} semitones */
const pitchOf = (semitones) => kRoot * 2 ** (semitones / 12);

/** Returns the same number, 0..1, for the same step. @param {number} seed @param {number} bar @param {number} step */
function chance(seed, bar, step) {
  let mixed = Math.imul(seed + 1, 374761393) ^ Math.imul(bar + 1, 668265263) ^ Math.imul(step + 1, 1274126177);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 2246822519);
  return ((mixed ^ (mixed >>> 13)) >>> 0) / 2 ** 32;
}

/**
 * @param {number} seed   of the game @param {number} bar   counted from 0
 * @param {MusicMood} mood
 * @returns {Note[]} times are seconds after the beginning of the bar
 */
export function notesOfBar(seed, bar, mood) {
  const chord = bar % kChords.length;
  const root = kChords[chord];
  const calm = [...bass(root), ...chordNotes(root, chord === 0 ? kMinor : kMajor), ...melody(seed, bar)];
  return mood === "danger" ? [...calm, ...pulse(root)] : calm;
}

/** @param {OscillatorType} wave @param {number} semitones @param {number} step
 * @param {number} steps   its length @param {number} gain @returns {Note} */
function noteOf(wave, semitones, step, steps, gain) {
  const pitch = pitchOf(semitones);
  return { wave, from: pitch, to: pitch, at: step * kStepSeconds, length: steps * kStepSeconds, gain };
}

/** @param {number} root */
const bass = (root) => [
  noteOf("triangle", root - 12, 0, 3, 0.3), noteOf("triangle", root - 12, 4, 2, 0.22), noteOf("triangle", root, 6, 2, 0.16),
];

/** @param {number} root @param {number[]} tones */
const chordNotes = (root, tones) => tones.map((tone) => noteOf("sine", root + tone + 12, 0, kSteps, 0.09));

/** The melody walks along its scale: neighbouring tones are near each other. @param {number} seed @param {number} bar */
function melody(seed, bar) {
  const notes = [];
  let place = Math.floor(chance(seed, bar, 0) * kMelody.length);
  for (let step = 0; step < kSteps; ++step) {
    if (chance(seed, bar, step + kSteps) < kRestShare) continue;
    const walk = Math.floor(chance(seed, bar, step + 2 * kSteps) * 5) - 2;
    place = Math.min(kMelody.length - 1, Math.max(0, place + walk));
    notes.push(noteOf("sine", kMelody[place] + 24, step, 1.6, 0.12));
  }
  return notes;
}

/** @param {number} root @returns {Note[]} */
const pulse = (root) => Array.from({ length: kSteps }, (_, step) => {
  const drum = { ...noteOf("sine", 0, step, 0.5, step % 2 === 0 ? 0.3 : 0.15), from: 150, to: 50 };
  return [noteOf("sawtooth", root, step, 0.5, 0.05), drum];
}).flat();

/** Says when bars are due, so that each begins where the one before ends. Times are seconds of the sound's clock. */
export class BarClock {
  constructor() {
    this.bar_ = 0;
    this.nextAt_ = -Infinity;
  }

  /** Returns the bar that is to be given to the browser now; null: it is too early for the next one.
   * @param {number} now @returns {?{bar: number, at: number}} */
  due(now) {
    if (now < this.nextAt_ - kLeadSeconds) return null;
    const at = Math.max(this.nextAt_, now + kFirstBarSeconds);
    this.nextAt_ = at + kBarSeconds;
    return { bar: this.bar_++, at };
  }
}

/** A bar is given to the browser so long before it begins. */
const kLeadSeconds = 0.25;
/** The first bar, and one after a pause, begins after this time. */
const kFirstBarSeconds = 0.05;
