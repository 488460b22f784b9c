// Decides at which place a duel is played, behind its fields. A player has the same place on every page.

import { strengthOf } from "../home/opponents.js";

/** The places; style/stage.css draws them. */
const kStages = /** @type {const} */ (["festival", "city", "sea", "bamboo"]);
/** @typedef {typeof kStages[number]} Stage */

/** The places of the players of the computer, the weakest first. @type {readonly Stage[]} */
const kStagesOfKnown = ["bamboo", "city", "bamboo", "sea", "sea", "city", "festival", "festival"];

/** Returns the place of a player: those of the computer have one each, and all others one by their names.
 * @param {string} name @returns {Stage} */
export function stageOf(name) {
  const strength = strengthOf(name);
  if (strength > 0) return kStagesOfKnown[strength - 1];
  const sum = [...name].reduce((total, letter) => (total * 31 + (letter.codePointAt(0) ?? 0)) % 65521, 7);
  return kStages[sum % kStages.length];
}

/** Shows the place of a player behind the page. @param {string} name   "": no player is known yet */
export function showStage(name) {
  const stage = name === "" ? "" : stageOf(name);
  const { dataset } = document.documentElement;
  if ((dataset.stage ?? "") === stage) return;
  if (stage === "") delete dataset.stage;
  else dataset.stage = stage;
}
