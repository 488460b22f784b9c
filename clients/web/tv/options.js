// Reads from the address of the page what it shows: on a big screen, or as a layer of a program for streaming. Pure.

/** The parts of the page that can be chosen. */
export const kParts = /** @type {const} */ (["match", "state", "comments", "between", "wall", "table"]);
/** @typedef {typeof kParts[number]} Part */
/**
 * @typedef {object} TvOptions
 * @property {boolean} isBare       without the header, on a transparent background
 * @property {Set<Part>} parts
 * @property {string} match         the only match to show; "": any
 * @property {string} tournament    the only tournament to show; "": any
 */

/** Unknown parts are ignored; without any known part, all are shown. @param {string} search   of the address
 * @returns {TvOptions} */
export function parseTvOptions(search) {
  const given = new URLSearchParams(search);
  const named = (given.get("show") ?? "").split(",");
  const chosen = kParts.filter((part) => named.includes(part));
  return {
    isBare: given.get("bare") === "1",
    parts: new Set(chosen.length > 0 ? chosen : kParts),
    match: given.get("match") ?? "",
    tournament: given.get("tournament") ?? "",
  };
}
