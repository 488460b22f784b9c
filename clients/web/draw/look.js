// How scenes are drawn, whatever they show. Pure.

import { kPalettes } from "./palette.js";

/** @import {Palette} from "./palette.js" */
/** @import {LookSettings} from "../base/settings.js" */

/**
 * @typedef {object} Look
 * @property {Palette} palette
 * @property {boolean} shapes    each colour has a shape of its own
 * @property {boolean} letters   and its letter
 * @property {boolean} landing   where the falling pair would come to rest is shown
 * @property {boolean} calm      reduced motion: nothing shrinks, shakes or flies
 */

/** @type {Look} */
export const kUsualLook = { palette: kPalettes.usual, shapes: true, letters: false, landing: true, calm: false };

/** Behind the cells, in both schemes of the page: the palettes are made for it. */
export const kFieldColour = "#151b2b";

/**
 * @param {LookSettings} settings
 * @param {boolean} systemIsCalm   the system asks for reduced motion
 * @returns {Look}
 */
export function lookOf(settings, systemIsCalm) {
  return {
    palette: settings.palette === "own" ? settings.own : kPalettes[settings.palette],
    shapes: settings.shapes,
    letters: settings.letters,
    landing: settings.landing,
    calm: settings.motion === "system" ? systemIsCalm : settings.motion === "reduced",
  };
}
