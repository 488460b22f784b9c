// Makes an address for the page for playing, from an opponent and a number of wins. Pure.

/** @import {OpenPlayer} from "../net/wire.js" */

export const kWins = [1, 2, 3, 5];

/** @param {string} name   "": any opponent that is there @param {number} wins   how many games decide it */
export function playAddress(name, wins) {
  const asked = new URLSearchParams();
  if (name !== "") asked.set("with", name);
  if (wins > 1) asked.set("wins", String(wins));
  const search = asked.toString();
  return search === "" ? "/play" : `/play?${search}`;
}

/** Returns the names of the players that are free now, sorted. @param {OpenPlayer[]} open */
export function freeOnes(open) {
  return open.filter(({ free = 0 }) => free > 0).map(({ name }) => name).sort((a, b) => a.localeCompare(b));
}
