// Lists the states of a field that the page shows: pictures of cells, and all else that a scene has. Pure.

import { cellIndex, kBlue, kColumns, kEmpty, kGarbage, kGreen, kPurple, kRed, kRows, kYellow } from "../draw/grid.js";

/** @import {Standing} from "../draw/calls.js" */
/** @import {SideScene} from "../draw/scene.js" */

/** @type {Record<string, number>} */
const kLetters = { ".": kEmpty, "&": kGarbage, R: kRed, G: kGreen, B: kBlue, Y: kYellow, P: kPurple };

/** Reads a picture of a field: a row of letters for each row, the highest first. @param {string[]} rows */
export function cellsOfPicture(rows) {
  const cells = new Uint8Array(kColumns * kRows);
  rows.forEach((row, i) => [...row].forEach((letter, x) => {
    cells[cellIndex(x + 1, rows.length - i)] = kLetters[letter];
  }));
  return cells;
}

const kStack = ["...R..", "G..RB.", "GGYBBY", "RGYYBP", "RRPPGP", "BYRPGG"];
const kHigh = ["..R...", "..G...", "..B.Y.", "P.Y.Y.", "PGGRB.", "PGRRBB", "YYRBYY", "GYBBPG", "GGPRPG", "RRPPRR"];
const kFull = ["..B...", "..R..Y", "P.G..Y", "PBGRYP", "GBBRRP", "GRYYBB", "RRPYPG", "BGPPRG", "YGRBRY", "YBBGYY",
  "PPRGBP", "RRGYYP"];
/** Makes 84 flags, set where the picture has an x. @param {string[]} rows */
const flagsOfPicture = (rows) => {
  const flags = new Uint8Array(kColumns * kRows);
  rows.forEach((row, i) => [...row].forEach((letter, x) => {
    flags[cellIndex(x + 1, rows.length - i)] = Number(letter === "x");
  }));
  return flags;
};
const kGroups = flagsOfPicture(["......", "x.....", "xx....", ".x....", "......", "......"]);

const kHighest = flagsOfPicture(["...x..", "......", "......", "......", "......", "......"]);

/** @type {SideScene} */
const kUsual = {
  cells: cellsOfPicture(kStack), phase: "control", progress: 0, vanishing: new Uint8Array(84),
  current: { axis: kRed, child: kGreen }, falling: { x: 3, y: 9, r: 1, sink: 0.4 },
  landing: [{ x: 3, y: 5, cell: kRed }, { x: 4, y: 7, cell: kGreen }],
  next: [{ axis: kBlue, child: kYellow }, { axis: kPurple, child: kPurple }], pending: 0, fixed: 0, score: 1240,
  link: 0, linkScore: null, allClear: false, name: "gaze", wins: 1,
};
const kNoPair = { falling: null, landing: [] };

/** @param {number} link @param {number} progress @returns {Partial<SideScene>} */
const vanishing = (link, progress) => ({
  ...kNoPair, phase: "vanishing", progress, vanishing: kGroups, link,
  linkScore: { cells: 40, factor: link * 32, points: link * 1280 },
});

/** The states, by name. @type {Record<string, {scene: SideScene, standing: Standing}>} */
export const kFieldStates = Object.fromEntries(/** @type {[string, Partial<SideScene>, Standing?][]} */ ([
  ["ready", { ...kNoPair, phase: "opening", cells: new Uint8Array(84) }],
  ["control", {}],
  ["bounce", { ...kNoPair, phase: "grounding", progress: 0, rested: kHighest }],
  ["blink", vanishing(1, 0.14)],
  ["burst_first", vanishing(1, 0.78)],
  ["burst_fourth", vanishing(4, 0.78)],
  ["burst_ninth", vanishing(9, 0.74)],
  ["burst_twelfth", vanishing(12, 0.3)],
  ["garbage", { ...kNoPair, pending: 431, fixed: 12, phase: "settling", progress: 0.05,
    cells: cellsOfPicture(["&&&&&&", "&&&R&&", "G&&RB&", "GGYBBY", "RGYYBP", "RRPPGP", "BYRPGG"]) }],
  ["danger", { cells: cellsOfPicture(kHigh), ...kNoPair }],
  ["all_clear", { ...kNoPair, cells: new Uint8Array(84), allClear: true }],
  ["won", kNoPair, "won"],
  ["lost", { ...kNoPair, cells: cellsOfPicture(kFull), phase: "dead" }, "lost"],
  ["drawn", { ...kNoPair, cells: cellsOfPicture(kFull).reverse(), phase: "dead" }, "drawn"],
]).map(([name, parts, standing = "open"]) => [name, { scene: { ...kUsual, ...parts }, standing }]));
