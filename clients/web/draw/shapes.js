// Makes the outlines of cells and their marks, as paths in a square of side 1. Its centre is (0, 0), and y points down.

import { kAbove, kBelow, kBlue, kGreen, kLeft, kPurple, kRed, kRight, kYellow } from "./grid.js";

/** @typedef {"triangle"|"diamond"|"disc"|"star"|"cross"} Shape */

/** @type {Map<number, {shape: Shape, letter: string}>} */
export const kMarks = new Map([
  [kRed, { shape: "triangle", letter: "R" }],
  [kGreen, { shape: "diamond", letter: "G" }],
  [kBlue, { shape: "disc", letter: "B" }],
  [kYellow, { shape: "star", letter: "Y" }],
  [kPurple, { shape: "cross", letter: "P" }],
]);

/** @param {[number, number][]} corners */
function polygonPath(corners) {
  const path = new Path2D();
  corners.forEach(([x, y], i) => (i === 0 ? path.moveTo(x, y) : path.lineTo(x, y)));
  path.closePath();
  return path;
}

/** @param {number} points @param {number} outer @param {number} inner @param {number} y   of the centre */
export function starPath(points, outer, inner, y) {
  return polygonPath(
    Array.from({ length: points * 2 }, (_, i) => {
      const radius = i % 2 === 0 ? outer : inner;
      const angle = (Math.PI * i) / points - Math.PI / 2;
      return [Math.cos(angle) * radius, y + Math.sin(angle) * radius];
    }),
  );
}

/** @param {number} radius */
export function discPath(radius) {
  const path = new Path2D();
  path.arc(0, 0, radius, 0, Math.PI * 2);
  return path;
}

/** @type {Map<Shape, Path2D>} */
const markPaths = new Map();

/**
 * Returns the mark that is drawn on cells of its colour. It is meant to be stroked as well, with round joins.
 * @param {Shape} shape
 * @returns {Path2D}
 */
export function markPath(shape) {
  const path = markPaths.get(shape) ?? makeMarkPath(shape);
  markPaths.set(shape, path);
  return path;
}

/** @param {Shape} shape @returns {Path2D} */
function makeMarkPath(shape) {
  switch (shape) {
    case "triangle":
      return polygonPath([[0, -0.25], [0.26, 0.18], [-0.26, 0.18]]);
    case "diamond":
      return polygonPath([[0, -0.28], [0.23, 0], [0, 0.28], [-0.23, 0]]);
    case "disc":
      return discPath(0.23);
    case "star":
      return starPath(5, 0.3, 0.16, 0.02);
    case "cross": {
      const [a, b] = [0.1, 0.25];
      return polygonPath([
        [-a, -b], [a, -b], [a, -a], [b, -a], [b, a], [a, a], [a, b], [-a, b], [-a, a], [-b, a], [-b, -a], [-a, -a],
      ]);
    }
  }
}

/** The neck to a neighbour leaves the round body at this angle from the direction of the neighbour. */
const kNeckAngle = 1.15;
/** Half the width of a neck where it is narrowest, as a part of the radius: two connected cells can be told apart. */
const kNeckWidth = 0.72;
/** The directions of neighbours, by the bit of their side. @type {[number, number, number][]} */
const kDirections = [[kAbove, 0, -1], [kRight, 1, 0], [kBelow, 0, 1], [kLeft, -1, 0]];

/**
 * Returns the outline of a cell's body. It is round, and flows over into the necks that reach the edge of the square on
 * the connected sides.
 * @param {number} sides   bits of grid.js
 * @param {number} radius
 */
export function bodyPath(sides, radius) {
  const path = discPath(radius);
  const [along, across] = [Math.cos(kNeckAngle) * radius, Math.sin(kNeckAngle) * radius];
  const half = kNeckWidth * radius;
  // The neck begins in the direction in which the edge of the body runs there.
  const bend = along + ((across - half) * Math.sin(kNeckAngle)) / Math.cos(kNeckAngle);
  for (const [side, dx, dy] of kDirections) {
    if (!(sides & side)) continue;
    /** @param {number} forward @param {number} aside @returns {[number, number]} */
    const point = (forward, aside) => [dx * forward - dy * aside, dy * forward + dx * aside];
    path.moveTo(...point(along, -across));
    path.quadraticCurveTo(...point(bend, -half), ...point(0.5, -half));
    path.lineTo(...point(0.5, half));
    path.quadraticCurveTo(...point(bend, half), ...point(along, across));
    path.closePath();
  }
  return path;
}
