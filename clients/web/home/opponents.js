// Knows the players of the computer by their names: how they play, and how strong they are compared with each other.
// docs/players.md describes them.

import { t } from "../text/translation.js";

/** @import {LobbyMatch, OpenPlayer} from "../net/wire.js" */

/** The players of the computer, the weakest first. */
export const kKnownPlayers = /** @type {const} */ ([
  "random", "greedy", "potential", "template", "joseki", "bestfirst", "gaze", "champion",
]);
/** @typedef {typeof kKnownPlayers[number]} KnownPlayer */

/**
 * Returns the player of the computer that plays under a name: "gaze-demo" is played by gaze.
 * @param {string} name @returns {?KnownPlayer}
 */
export function knownPlayer(name) {
  return kKnownPlayers.find((player) => name === player || name.startsWith(`${player}-`)) ?? null;
}

/** Returns the title of a player of the computer; "": it is none. @param {string} name */
export function titleOf(name) {
  const player = knownPlayer(name);
  return player ? t(`title.${player}`) : "";
}

/** Returns how strong a player is: 1 is the weakest known one, 0 is not known. @param {string} name */
export function strengthOf(name) {
  const player = knownPlayer(name);
  return player ? kKnownPlayers.indexOf(player) + 1 : 0;
}

/**
 * Returns the players that are free, the weakest first: a new visitor finds an easy opponent first. The strength of
 * unknown players is not known, so they come last.
 * @param {OpenPlayer[]} open
 */
export function opponentsOf(open) {
  const free = open.filter((player) => (player.free ?? 0) > 0).map(({ name }) => name);
  const rank = (/** @type {string} */ name) => strengthOf(name) || Infinity;
  return free.sort((a, b) => (rank(a) === rank(b) ? a.localeCompare(b) : rank(a) - rank(b)));
}

/**
 * Returns the match to show in full: the one between the strongest players. Only matches in real time can be followed by
 * eye.
 * @param {LobbyMatch[]} matches
 * @returns {?LobbyMatch}
 */
export function featuredMatch(matches) {
  const inRealTime = matches.filter(({ terms }) => terms?.clock === "CLOCK_REAL");
  const strength = (/** @type {LobbyMatch} */ { players = [] }) =>
    Math.min(...[0, 1].map((seat) => strengthOf(players[seat] ?? "")));
  return inRealTime.reduce((/** @type {?LobbyMatch} */ strongest, one) =>
    (strongest === null || strength(one) > strength(strongest) ? one : strongest), null);
}
