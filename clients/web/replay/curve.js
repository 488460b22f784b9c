// A game as a picture: the garbage that each seat sent, and the chains that it could have fired, over time. Pure.

/** @import {Happening} from "../rules/engine.js" */

/** The best chain of a seat from a clock on. @typedef {{clock: number, links: number, points: number}} Threat */
/** cancelled: the part of the height that met garbage. @typedef {{x: number, height: number, cancelled: number}} Bar */

/** The size of the drawing; one half of its height is a seat's. */
export const kCurveWidth = 1000;
export const kCurveHalf = 50;
const kHighest = 48;
/** Garbage that fills a half, before the picture is stretched. */
const kMostGarbage = 400;
/** Less than this does not fill it: a few stones shall not look like a great attack. */
const kLeastGarbage = 30;
/** Points that a garbage puyo costs in the arcade game. */
const kPointsPerGarbage = 70;

/** Small attacks decide games as large ones do: they are to be seen too. @param {number} garbage */
function heightOf(garbage) {
  return kHighest * Math.sqrt(garbage / kMostGarbage);
}

/**
 * By how much heights are stretched so that the greatest of the game just fits: as they are roots, by the same for all.
 * @param {Happening[]} matchEvents @param {Threat[]} threats   of both seats
 */
export function stretchOf(matchEvents, threats) {
  let most = kLeastGarbage;
  for (const { kind, amount, cancelled } of matchEvents) {
    if (kind === "garbage_sent") most = Math.max(most, amount + cancelled);
  }
  for (const { points } of threats) most = Math.max(most, points / kPointsPerGarbage);
  return Math.sqrt(kMostGarbage / most);
}

/** @param {number} clock @param {number} last */
export function xOf(clock, last) {
  return last === 0 ? 0 : (clock / last) * kCurveWidth;
}

/** The clock at a share of the width. @param {number} share @param {number} last */
export function clockAt(share, last) {
  return Math.round(Math.min(1, Math.max(0, share)) * last);
}

/**
 * @param {Happening[]} matchEvents @param {number} seat @param {number} last
 * @returns {Bar[]}
 */
export function attackBars(matchEvents, seat, last) {
  return matchEvents
    .filter((one) => one.kind === "garbage_sent" && one.seat === seat && one.amount + one.cancelled > 0)
    .map(({ clock, amount, cancelled }) => {
      const height = heightOf(amount + cancelled);
      return { x: xOf(clock, last), height, cancelled: (height * cancelled) / (amount + cancelled) };
    });
}

/**
 * Returns the outline of the possible chains, as the path of an area on the middle line.
 * @param {Threat[]} threats   by clock @param {number} until   how far they are known @param {number} last
 * @param {1|-1} side   -1: above the line
 */
export function threatPath(threats, until, last, side) {
  let path = "M0 0";
  let height = 0;
  for (const { clock, points } of threats) {
    path += `H${rounded(xOf(clock, last))}`;
    height = heightOf(points / kPointsPerGarbage);
    path += `V${rounded(height * side)}`;
  }
  return `${path}H${rounded(xOf(until, last))}V0Z`;
}

/** Returns a seat's best chain at a clock; null: not known yet. @param {Threat[]} threats @param {number} clock */
export function threatAt(threats, clock) {
  return threats.filter((threat) => threat.clock <= clock).at(-1) ?? null;
}

/** @param {number} value */
function rounded(value) {
  return Math.round(value * 10) / 10;
}
