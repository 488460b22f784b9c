// Whom to play and for how long, as the address that the page for playing understands. Pure.

/** @import {OpenPlayer} from "../net/wire.js" */

export const kWins = [1, 2, 3, 5];

/** @param {string} name   "": whoever is there @param {number} wins   how many games decide it */
export function playAddress(name, wins) {
  const asked = new URLSearchParams();
  if (name !== "") asked.set("with", name);
  if (wins > 1) asked.set("wins", String(wins));
  const search = asked.toString();
  return search === "" ? "/play" : `/play?${search}`;
}

/** Those who could play now, by name. @param {OpenPlayer[]} open */
export function freeOnes(open) {
  return open.filter(({ free = 0 }) => free > 0).map(({ name }) => name).sort((a, b) => a.localeCompare(b));
}
