// Tells which notes are played for each event. Pure.

/** @typedef {"move"|"turn"|"lock"|"link"|"garbage_sent"|"garbage_fell"|"all_clear"|"win"|"lose"} SoundEvent */
/**
 * A tone that dies away; its pitch slides from one frequency to another.
 * @typedef {object} Note
 * @property {OscillatorType} wave
 * @property {number} from     hertz
 * @property {number} to       hertz
 * @property {number} at       seconds after the event
 * @property {number} length   seconds
 * @property {number} gain     0..1
 */

const kFirstLinkPitch = 261.63;  // c'
// A pentatonic scale: all its notes sound well together.
const kSemitonesOfScale = [0, 2, 4, 7, 9];
const kHighestStep = 14;

/**
 * Returns the pitch for a link of a chain. It rises with each link, up to three octaves.
 * @param {number} link   1 is the first
 */
export function linkPitch(link) {
  const step = Math.min(Math.max(link, 1) - 1, kHighestStep);
  const octave = Math.floor(step / kSemitonesOfScale.length);
  const semitones = 12 * octave + kSemitonesOfScale[step % kSemitonesOfScale.length];
  return kFirstLinkPitch * 2 ** (semitones / 12);
}

/**
 * @param {number[]} pitches
 * @param {number} apart @param {number} length   seconds
 * @param {OscillatorType} wave
 * @returns {Note[]}
 */
function noteSeries(pitches, apart, length, wave) {
  return pitches.map((pitch, i) => ({ wave, from: pitch, to: pitch, at: i * apart, length, gain: 0.3 }));
}

const kFirstLinkWithBass = 3;
const kFirstLinkWithSparkle = 5;
/** Higher tones are unpleasant. */
const kHighestPitch = 4400;

/**
 * Returns the notes of a link: a rising chord. Later links add a bass below it and high notes above it. The chord gets
 * louder and longer with each link.
 * @param {number} link   1 is the first
 * @returns {Note[]}
 */
function linkNotes(link) {
  const pitch = linkPitch(link);
  const strength = Math.min(1, Math.max(0, link - 1) / 9);
  const length = 0.35 + 0.25 * strength;
  /** @param {number} factor @param {number} at @param {OscillatorType} wave @param {number} gain @returns {Note} */
  const note = (factor, at, wave, gain) => {
    const tone = Math.min(kHighestPitch, pitch * factor);
    return { wave, from: tone, to: tone, at, length, gain };
  };
  const notes = [
    note(1, 0, "triangle", 0.3 + 0.15 * strength), note(1.5, 0.06, "sine", 0.2 + 0.1 * strength),
    note(2, 0.12, "sine", 0.18 + 0.12 * strength),
  ];
  if (link >= kFirstLinkWithBass) {
    notes.push({ wave: "sine", from: 140, to: 55, at: 0, length: 0.3, gain: 0.2 + 0.3 * strength });
  }
  if (link >= kFirstLinkWithSparkle) notes.push(note(3, 0.18, "triangle", 0.12), note(4, 0.24, "triangle", 0.1));
  return notes;
}

/**
 * @param {SoundEvent} event
 * @param {number} amount   the number of the link, or the amount of garbage; other events ignore it
 * @returns {Note[]}
 */
export function notesOf(event, amount) {
  switch (event) {
    case "move":
      return [{ wave: "sine", from: 320, to: 300, at: 0, length: 0.04, gain: 0.12 }];
    case "turn":
      return [{ wave: "triangle", from: 440, to: 560, at: 0, length: 0.06, gain: 0.16 }];
    case "lock":
      return [{ wave: "sine", from: 180, to: 90, at: 0, length: 0.1, gain: 0.35 }];
    case "link": {
      return linkNotes(amount);
    }
    case "garbage_sent":
      return [{ wave: "sawtooth", from: 300, to: amount >= 30 ? 1400 : 900, at: 0, length: 0.25, gain: 0.12 }];
    case "garbage_fell":
      return [{ wave: "square", from: amount >= 12 ? 90 : 130, to: 45, at: 0, length: 0.25, gain: 0.25 }];
    case "all_clear":
      return noteSeries([784, 988, 1175, 1568], 0.08, 0.5, "triangle");
    case "win":
      return noteSeries([523, 659, 784, 1047], 0.13, 0.5, "triangle");
    case "lose":
      return noteSeries([392, 349, 311, 262], 0.18, 0.5, "sine");
  }
}

/**
 * Returns the gain for the position of a slider, 0..1. It is the square, because that suits how people hear loudness.
 * @param {number} volume
 */
export function gainOf(volume) {
  return volume ** 2;
}
