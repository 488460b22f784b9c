// Follows one tournament, and says when anything about it has changed.

import { Connection, serverUrl } from "../net/connection.js";

// Thousands may look at a page of the league, and none of them is in a hurry.
const kPingEvery = 8000;

/**
 * @param {string} tournament
 * @param {() => void} changed  also after a connection was made again, since something may have been missed
 */
export function follow(tournament, changed) {
  const connection = new Connection({
    url: serverUrl(window.location),
    pingEvery: kPingEvery,
    hello: () => ({}),
    heard: (message) => {
      if (message.tournamentState) changed();
    },
    changed: (state) => {
      if (state === "open") connection.say({ follow: { tournament } });
    },
  });
}
