// Decides which scenes lie over a field: the words at the beginning and the end of a game, danger, and how much garbage
// shakes it. Pure.

import { cellIndex, kEmpty } from "./grid.js";

/** @import {SideScene} from "./scene.js" */

/** @typedef {"none"|"ready"|"go"|"won"|"lost"|"drawn"} Call */
/** How a game stands for a side. @typedef {"open"|"won"|"lost"|"drawn"} Standing */
/** What a player's face shows of the game. @typedef {"calm"|"eager"|"worried"|"glad"|"beaten"} Mood */

const kDeathColumn = 3;
/** A field is in danger when the column of the death cell is filled up to this row. */
const kDangerRow = 9;
const kMinShakingGarbage = 3;
/** Two rows. */
const kWorryingGarbage = 12;
/** So much garbage falls in one turn at most. */
const kMaxGarbageInTurn = 30;

/**
 * Returns the word that is shown over a field: before the first pair, with it, and at the end.
 * @param {?SideScene} before   the scene that was drawn last
 * @param {SideScene} scene
 * @param {Standing} standing
 * @param {string|undefined} shown   the word so far
 * @returns {Call}
 */
export function callOf(before, scene, standing, shown) {
  if (standing !== "open") return standing;
  if (scene.phase === "opening") return "ready";
  const isFirstPair = scene.score === 0 && scene.cells.every((cell) => cell === kEmpty);
  if (!isFirstPair) return "none";
  if (scene.phase === "preparation") return shown === "ready" || shown === "go" ? "go" : "none";
  return scene.phase === "control" && (shown === "go" || before?.phase === "opening") ? "go" : "none";
}

/** Returns how a game stands for a side: it is decided when a field is full, and drawn when both are.
 * @param {SideScene} side @param {?SideScene} other   null: the side plays alone @returns {Standing} */
export function standingOf(side, other) {
  const isOtherDead = other?.phase === "dead";
  if (side.phase === "dead") return isOtherDead ? "drawn" : "lost";
  return isOtherDead ? "won" : "open";
}

/** Returns true if a few more puyos in the column of the death cell end the game. @param {Uint8Array} cells */
export function isInDanger(cells) {
  return cells[cellIndex(kDeathColumn, kDangerRow)] !== kEmpty;
}

/**
 * Returns what a player's face shows: eager while its chain runs, worried in danger or below much garbage.
 * @param {SideScene} scene @param {Standing} standing @returns {Mood}
 */
export function moodOf(scene, standing) {
  if (standing === "drawn") return "worried";
  if (standing === "lost") return "beaten";
  if (standing === "won" || scene.allClear) return "glad";
  if (scene.link > 1) return "eager";
  return isInDanger(scene.cells) || scene.pending + scene.fixed >= kWorryingGarbage ? "worried" : "calm";
}

/** Returns how heavily garbage shakes a field when it comes to rest, 0..1. @param {number} count */
export function shakeWeight(count) {
  return count < kMinShakingGarbage ? 0 : Math.min(1, count / kMaxGarbageInTurn);
}

/** Returns how bright the light behind a field is, 0..1: it grows with the running chain. @param {number} link */
export function heatOf(link) {
  return Math.min(1, link / 8);
}

/** The first links of the sizes in which the number of a chain is drawn. */
const kFirstLinksOfTiers = [1, 4, 7, 10];
/** A chain of this size changes the whole page. */
export const kGreatTier = kFirstLinksOfTiers.length;

/** Returns in which of four sizes the number of a chain is drawn; 0: no chain runs. @param {number} link */
export function chainTier(link) {
  return kFirstLinksOfTiers.filter((first) => link >= first).length;
}
