// Maps keys to actions on the page of a replay. Pure.

/**
 * @typedef {"back_frame"|"forward_frame"|"back_placement"|"forward_placement"|"back_link"|"forward_link"|"start"|"end"|
 *   "toggle"} ReplayAction
 */

/** @type {Record<string, ReplayAction>} */
const kPlain = {
  ",": "back_frame", ".": "forward_frame", ArrowLeft: "back_placement", ArrowRight: "forward_placement",
  Home: "start", End: "end", " ": "toggle",
};
/** @type {Record<string, ReplayAction>} */
const kWithShift = { ArrowLeft: "back_link", ArrowRight: "forward_link" };

/**
 * @param {{key: string, shiftKey: boolean, ctrlKey: boolean, altKey: boolean, metaKey: boolean}} event
 * @returns {?ReplayAction}
 */
export function replayActionOf({ key, shiftKey, ctrlKey, altKey, metaKey }) {
  if (ctrlKey || altKey || metaKey) return null;
  return (shiftKey ? (kWithShift[key] ?? kPlain[key]) : kPlain[key]) ?? null;
}
