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
      const pitch = linkPitch(amount);
      return [
        { wave: "triangle", from: pitch, to: pitch, at: 0, length: 0.35, gain: 0.35 },
        { wave: "sine", from: pitch * 1.5, to: pitch * 1.5, at: 0.06, length: 0.35, gain: 0.22 },
        { wave: "sine", from: pitch * 2, to: pitch * 2, at: 0.12, length: 0.4, gain: 0.2 },
      ];
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
