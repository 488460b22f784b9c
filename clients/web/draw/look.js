// Tells how scenes are drawn: the colours of cells, as #rrggbb, and the marks that a person has chosen. Pure.

import { kBlue, kGarbage, kGreen, kPurple, kRed, kYellow } from "./grid.js";

/** @import {LookSettings} from "../base/settings.js" */

/** @typedef {{red: string, green: string, blue: string, yellow: string, purple: string, garbage: string}} Palette */
/** @typedef {"usual"|"deuteranopia"|"contrast"} PaletteName */


/** @type {Record<PaletteName, Palette>} */
export const kPalettes = {
  usual: {
    red: "#e8484f", green: "#43b862", blue: "#3f8df0", yellow: "#f2c230", purple: "#a95fd9", garbage: "#9aa3b2",
  },
  // The colours differ in lightness and in blue against yellow: people with deuteranopia see both differences.
  deuteranopia: {
    red: "#d4560f", green: "#00a06f", blue: "#2a62c9", yellow: "#f6e04b", purple: "#f0a8d8", garbage: "#8f96a6",
  },
  contrast: {
    red: "#ff3b3b", green: "#00d94a", blue: "#3d7bff", yellow: "#ffee00", purple: "#ff6bff", garbage: "#d9dde3",
  },
};

/** @type {(keyof Palette)[]} */
export const kPaletteColours = ["red", "green", "blue", "yellow", "purple", "garbage"];

const kColourOfCell = new Map(
  /** @type {[number, keyof Palette][]} */ ([
    [kRed, "red"], [kGreen, "green"], [kBlue, "blue"], [kYellow, "yellow"], [kPurple, "purple"], [kGarbage, "garbage"],
  ]),
);

/** @param {Palette} palette @param {number} cell */
export function cellColour(palette, cell) {
  const name = kColourOfCell.get(cell);
  return name ? palette[name] : "#000000";
}

/**
 * Reads a palette from a stored or imported value. Returns null if any of its members is not a colour.
 * @param {unknown} value
 * @returns {?Palette}
 */
export function parsePalette(value) {
  if (typeof value !== "object" || value === null) return null;
  const given = /** @type {Record<string, unknown>} */ (value);
  const palette = { ...kPalettes.usual };
  for (const name of kPaletteColours) {
    const colour = given[name];
    if (typeof colour !== "string" || !/^#[0-9a-f]{6}$/i.test(colour)) return null;
    palette[name] = colour.toLowerCase();
  }
  return palette;
}

/**
 * Mixes two colours. A share of 0 gives the first one, 1 the second.
 * @param {string} from @param {string} to @param {number} share
 */
export function mixColours(from, to, share) {
  const channel = (/** @type {number} */ at) => {
    const a = parseInt(from.slice(at, at + 2), 16);
    const b = parseInt(to.slice(at, at + 2), 16);
    return Math.round(a + (b - a) * share).toString(16).padStart(2, "0");
  };
  return `#${channel(1)}${channel(3)}${channel(5)}`;
}

/** Returns the relative luminance of a colour as WCAG defines it, 0..1. @param {string} colour */
export function luminance(colour) {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const value = parseInt(colour.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** Returns the contrast ratio of two colours as WCAG defines it, 1..21. @param {string} a @param {string} b */
export function contrastRatio(a, b) {
  const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
}

/**
 * @typedef {object} Look
 * @property {Palette} palette
 * @property {boolean} shapes    each colour has a shape of its own
 * @property {boolean} letters   each colour has a letter of its own
 * @property {boolean} landing   the cells where the falling pair would come to rest are marked
 * @property {boolean} reducesMotion   cells do not shrink, and attacks do not fly
 */

/** @type {Look} */
export const kUsualLook = {
  palette: kPalettes.usual, shapes: true, letters: false, landing: true, reducesMotion: false,
};

/** The two seats, as --seat_own and --seat_other of dark pages. */
export const kSeatColours = { own: "#7fd4ff", other: "#ffb27f" };

/** The colour of empty cells, on light and dark pages alike, because the palettes are chosen for it. */
export const kFieldColour = "#12152c";

/**
 * @param {LookSettings} settings
 * @param {boolean} systemReducesMotion   the system asks for reduced motion
 * @returns {Look}
 */
export function lookOf(settings, systemReducesMotion) {
  return {
    palette: settings.palette === "own" ? settings.own : kPalettes[settings.palette],
    shapes: settings.shapes,
    letters: settings.letters,
    landing: settings.landing,
    reducesMotion: settings.motion === "system" ? systemReducesMotion : settings.motion === "reduced",
  };
}
