// How long to wait before another try: a quarter of a second, then twice as long each time, with chance in it so that
// many pages do not come back at once.

const kFirst = 250;
const kLongest = 8000;

/** @param {number} tries that have failed in a row, 1 or more @param {() => number} random 0..1 @returns {number} ms */
export function waitBefore(tries, random) {
  const whole = Math.min(kFirst * 2 ** (tries - 1), kLongest);
  return whole / 2 + (whole / 2) * random();
}
