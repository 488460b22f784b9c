// Which of the matches that are being played are shown live. Pure.

/** @import {LobbyMatch} from "../net/wire.js" */

export const kMostLive = 8;

/**
 * Returns the matches in real time: others end before a person has looked, and would drown the page in updates.
 * @param {LobbyMatch[]} matches
 * @returns {string[]} their numbers
 */
export function liveOnes(matches) {
  return matches.filter(({ terms }) => terms?.clock === "CLOCK_REAL").slice(0, kMostLive).map(({ match }) => match);
}

/**
 * Returns the matches to watch and to stop watching, so that the page watches exactly `wanted`.
 * @param {ReadonlySet<string>} watched @param {string[]} wanted
 * @returns {{watch: string[], unwatch: string[]}}
 */
export function changesFor(watched, wanted) {
  return {
    watch: wanted.filter((match) => !watched.has(match)),
    unwatch: [...watched].filter((match) => !wanted.includes(match)),
  };
}
