// Draws big words and numbers in letters of our own, in the manner of the logo: thick strokes with round ends. Each
// letter is the path of a pen; digits and Latin letters are 10 high, kana 15. style/scenes.css has the colours.

import { svg } from "../base/dom.js";

/** The path of the pen for each letter, and its width. @type {Record<string, [number, string]>} */
const kGlyphs = {
  0: [6, "M3 0C.7 0 0 2 0 5S.7 10 3 10 6 8 6 5 5.3 0 3 0Z"],
  1: [2.8, "M0 1.8L2.8 0V10"],
  2: [6, "M.2 2.4C.6.8 1.6 0 3 0 4.9 0 6 1.1 6 2.8 6 5.6 1.4 7 .1 10H6"],
  3: [6,
    "M.4 1.4C1 .5 2 0 3 0 4.8 0 5.7 1 5.7 2.4 5.7 4 4.5 4.8 2.8 4.8 4.8 4.8 6 5.8 6 7.4 6 9 4.8 10 3 10 1.8 10" +
      " .7 9.4 0 8.4"],
  4: [6.4, "M4.7 10V0L0 6.9H6.4"],
  5: [6, "M5.4 0H1L.5 4.5C1.2 4 2 3.7 3 3.7 4.9 3.7 6 5 6 6.8 6 8.8 4.8 10 2.9 10 1.7 10 .7 9.5 0 8.6"],
  6: [6, "M4.8 0C2 1 0 3.8 0 6.7 0 8.8 1.2 10 3 10S6 8.8 6 6.9 4.8 3.9 3 3.9C1.5 3.9.4 4.8 0 6.3"],
  7: [6, "M0 0H6L2.4 10"],
  8: [6,
    "M3 4.6C1.3 4.6.5 3.6.5 2.3S1.4 0 3 0 5.5 1 5.5 2.3 4.7 4.6 3 4.6C1.1 4.6 0 5.7 0 7.3S1.2 10 3 10 6 8.9 6" +
      " 7.3 4.9 4.6 3 4.6Z"],
  9: [6, "M1.2 10C4 9 6 6.2 6 3.3 6 1.2 4.8 0 3 0S0 1.2 0 3.1 1.2 6.1 3 6.1C4.5 6.1 5.6 5.2 6 3.7"],
  C: [6, "M6 2C5.4.7 4.4 0 3.2 0 1.2 0 0 2 0 5S1.2 10 3.2 10C4.4 10 5.4 9.3 6 8"],
  H: [5.6, "M0 0V10M0 5H5.6M5.6 0V10"],
  A: [6.4, "M0 10L3.2 0 6.4 10M1.2 6.8H5.2"],
  I: [0, "M0 0V10"],
  N: [5.6, "M0 10V0L5.6 10V0"],
  W: [9.2, "M0 0L2.3 10 4.6 2.4 6.9 10 9.2 0"],
  "!": [0, "M0 0V6M0 9.9V10"],
  L: [5, "M0 0V10H5"],
  O: [7, "M3.5 0C1 0 0 2 0 5S1 10 3.5 10 7 8 7 5 6 0 3.5 0Z"],
  S: [5.7,
    "M5.4 1.6C4.8.6 3.9 0 2.8 0 1.3 0 .3 1 .3 2.4.3 5.6 5.7 4.2 5.7 7.4 5.7 9 4.6 10 2.9 10 1.6 10 .6 9.4 0 8.3"],
  T: [6, "M0 0H6M3 0V10"],
  D: [6, "M0 0V10H2.2C5 10 6 8 6 5S5 0 2.2 0Z"],
  R: [5.8, "M0 10V0H2.8C5 0 5.6 1.2 5.6 2.7S5 5.4 2.8 5.4H0M3 5.4L5.8 10"],
  れ: [15, "M4 0V15M.5 4.2H4.4L.5 11.4C4 6.5 7 3.4 9 3.4 12 3.4 10 9 10 11.8 10 14.6 13 14.4 15 11.4"],
  ん: [15, "M7.4 0L.8 15C3 9.4 5 7.6 6.8 7.6 9.4 7.6 7.4 14.8 10.6 14.8 12.8 14.8 14.2 12.6 15 10"],
  さ: [14,
    "M.6 4.4C5 4.8 9.6 4 13.4 2.8M5.8 0C7.2 4 9.2 7 11.8 9.6 9.6 8.6 7.6 8.6 6 8.9M1.6 9.6C1.6 13.4 4 15 7.4 15H11"],
  か: [15,
    "M.5 4.6H7.5C11 4.6 10.5 14.8 7.6 14.8 6.6 14.8 6 14.4 5.4 13.6M4.6 0C4.2 6 3 11 .5 14.8" +
      "M11.6 2.4C13.4 4 14.6 6 15 8.4"],
  ち: [14, "M.6 3.6H13.4M6.4 0C5.8 4 4.6 8 2.4 11.4 5 8.6 7.6 7.4 9.8 7.4 12.6 7.4 14 9 14 11 14 13.6 11 15 6.6 15"],
  ま: [14,
    "M1.4 3.2H12.8M1.4 7H12.8M7.4 0V11.6C7.4 14 6.2 15 4.2 15 2.2 15 1 14 1 12.8S2.4 10.8 4.6 10.8C8.2 10.8 11" +
      " 12.2 13.6 14.6"],
  ひ: [15, "M.6 2.4H5.4C2.6 5 1.4 7.6 1.4 10 1.4 13 3.2 15 6 15 9.6 15 11.4 12 11.4 7.4V2C12 4.6 13.2 6.6 15 8"],
  き: [14,
    "M1 3.4C5 3.6 9 3 12.6 2M.6 7C5 7.2 9.6 6.6 13.6 5.4M6 0C7.4 4 9.4 7.4 12 10 9.8 9 7.8 8.8 6 9.1M1.6 10.4C1.8 13.4 4" +
      " 15 7.4 15H11"],
  わ: [15, "M4 0V15M.5 4.2H4.4L.5 11.4C4 7 7 5.2 9.6 5.2 12.8 5.2 14.6 7 14.6 9.8 14.6 13 12 15 8.4 15"],
  け: [14.4, "M1 .6C0 5 0 10 1 14.6M5.2 5H14.4M11 .4V8C11 11.4 9.8 13.6 7.4 15"],
};
/** Between the pens of two letters, so that their strokes do not touch. */
const kGap = 4.4;
/** The thickest stroke reaches so far from its pen. */
const kMargin = 3.4;
/** The strokes from the outermost to the light on the innermost, and how far each is shifted. */
const kStrokes = [["edge", "0 0.3"], ["lip", "0 0.7"], ["face", "0 0"], ["gloss", "-0.4 -0.7"]];

/**
 * Returns where the letters of a word stand, and the size of them all. Letters that it does not know are left out.
 * @param {string} word
 * @returns {{letters: {path: string, x: number}[], width: number, height: number}}
 */
export function lettersOf(word) {
  const known = [...word].filter((letter) => letter in kGlyphs);
  const height = known.some((letter) => letter > "z") ? 15 : 10;
  let x = 0;
  const letters = known.map((letter) => {
    const place = { path: kGlyphs[letter][1], x };
    x += kGlyphs[letter][0] + kGap;
    return place;
  });
  return { letters, width: Math.max(0, x - kGap), height };
}

/** Makes the picture of a word. It says nothing to a screen reader. @param {string} word */
export function lettering(word) {
  const { letters, width, height } = lettersOf(word);
  const layers = kStrokes.map(([name, shift]) => {
    const paths = letters.map(({ path, x }) => svg("path", { d: path, transform: `translate(${x} 0)` }));
    return svg("g", { class: `letters_${name}`, transform: `translate(${shift})` }, ...paths);
  });
  const box = `${-kMargin} ${-kMargin} ${width + 2 * kMargin} ${height + 2 * kMargin}`;
  return svg("svg", { class: "lettering", "aria-hidden": "true", viewBox: box }, ...layers);
}

/**
 * Draws a word into a picture. Its pens are in a box of this height.
 * @param {CanvasRenderingContext2D} ctx @param {string} word
 * @param {{x: number, y: number, height: number, colour: string}} place   the middle of its upper edge
 */
export function drawLettering(ctx, word, { x, y, height, colour }) {
  const { letters, width, height: high } = lettersOf(word);
  ctx.save();
  ctx.translate(x - (width * height) / high / 2, y);
  ctx.scale(height / high, height / high);
  ctx.lineCap = ctx.lineJoin = "round";
  for (const [stroke, wide] of /** @type {[string, number][]} */ ([["#170b33", 5.6], [colour, 3]])) {
    ctx.strokeStyle = stroke;
    ctx.lineWidth = wide;
    for (const { path, x: left } of letters) {
      ctx.save();
      ctx.translate(left, 0);
      ctx.stroke(new Path2D(path));
      ctx.restore();
    }
  }
  ctx.restore();
}
