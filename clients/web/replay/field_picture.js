// Draws the field of one seat at a clock of a replay as a small picture.

import { el } from "../base/dom.js";
import { drawBoard, kBoardColumns, kBoardRows } from "../draw/board.js";

/** @import {Look} from "../draw/look.js" */
/** @import {SideScene} from "../draw/scene.js" */

/** The side of a cell, in pixels of the style. */
const kCell = 11;

/** A picture for which words beside it tell what it shows.
 * @param {SideScene} scene @param {Look} look */
export function fieldPicture(scene, look) {
  const ratio = window.devicePixelRatio || 1;
  const [width, height] = [kBoardColumns, kBoardRows].map((cells) => Math.round(cells * kCell * ratio));
  const canvas = el("canvas", { class: "field_picture", width, height, "aria-hidden": "true" });
  const context = canvas.getContext("2d");
  if (context) drawBoard(context, { ...scene, landing: [] }, look);
  return canvas;
}
