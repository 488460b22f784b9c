// The turning points of a game: the hands in which the chance to win changed most. Pure.

/** @import {GameEvent} from "../rules/engine.js" */
/** @import {ChanceAt} from "../watch/chance.js" */

/** From the clock at which the pair of a hand comes to the clock of the next one. seat: who gained; before and after:
 * its chance in thousandths
 * @typedef {{clock: number, until: number, seat: number, before: number, after: number}} TurningPoint */

/** A smaller change is none, in thousandths. */
const kLeastChange = 200;
const kMost = 5;

/** Returns the chance at a clock; null: it is not known. @param {ChanceAt[]} chances   by clock @param {number} clock */
export function chanceAt(chances, clock) {
  return chances.filter((one) => one.clock <= clock).at(-1)?.chance ?? null;
}

/** Returns the greatest changes in the order of the game. No two of them share time.
 * @param {ChanceAt[]} chances   by clock, to the end of the game @param {GameEvent[]} matchEvents   by clock
 * @param {number} last @returns {TurningPoint[]} */
export function turningPointsOf(chances, matchEvents, last) {
  /** @type {TurningPoint[]} */
  const points = [];
  for (const hand of [0, 1].flatMap((seat) => changesOf(seat, chances, matchEvents, last)).sort(byChange)) {
    const sharesTime = points.some(({ clock, until }) => hand.clock < until && clock < hand.until);
    if (!sharesTime && points.length < kMost) points.push(hand);
  }
  return points.sort((a, b) => a.clock - b.clock);
}

/** The greatest first, and of equal ones the first. @param {TurningPoint} a @param {TurningPoint} b */
const byChange = (a, b) => b.after - b.before - (a.after - a.before) || a.clock - b.clock;

/** @param {number} seat @param {ChanceAt[]} chances @param {GameEvent[]} matchEvents @param {number} last */
function changesOf(seat, chances, matchEvents, last) {
  const clocks = matchEvents.filter((event) => event.kind === "controllable" && event.seat === seat)
    .map(({ clock }) => clock);
  return clocks.flatMap((clock, i) => {
    const until = clocks[i + 1] ?? last;
    const [before, after] = [chanceAt(chances, clock), chanceAt(chances, until)];
    if (before === null || after === null || Math.abs(after - before) < kLeastChange) return [];
    return [after > before ? { clock, until, seat: 0, before, after }
      : { clock, until, seat: 1, before: 1000 - before, after: 1000 - after }];
  });
}
