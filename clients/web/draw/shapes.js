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

/**
 * Returns the outline of a cell's body. It is round, and reaches the edge of the square on the connected sides.
 * @param {number} sides   bits of grid.js
 * @param {number} radius
 */
export function bodyPath(sides, radius) {
  const path = discPath(radius);
  // The connecting parts are narrower than the body, so that two connected cells can be told apart.
  const half = radius * 0.76;
  if (sides & kAbove) path.rect(-half, -0.5, half * 2, 0.5);
  if (sides & kBelow) path.rect(-half, 0, half * 2, 0.5);
  if (sides & kLeft) path.rect(-0.5, -half, 0.5, half * 2);
  if (sides & kRight) path.rect(0, -half, 0.5, half * 2);
  return path;
}
