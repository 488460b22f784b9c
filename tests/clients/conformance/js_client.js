// Plays on the servers that the suite names, all at once. The input is a list of the options of each. It prints a line
// for each question that a bot is asked, and one at the end of each.

import { readFileSync } from "node:fs";

import { play } from "../../../clients/bindings/js/node.js";

/** @param {any} options @param {number} index */
async function playOne({ matches, token, stops, ...options }, index) {
  const print = (/** @type {object} */ line) => console.log(JSON.stringify({ play: index, ...line }));
  const stop = new AbortController();
  const summary = await play({ ...options, token, matches: token ? undefined : matches, signal: stop.signal,
    notice: (text) => console.error(`${index}: ${text}`) }, async ({ match, clock, own, placements }) => {
    print({ match: Number(match), clock, hand: own.hand });
    if (stops) stop.abort();
    await undefined; // the answer of a bot that is stopped comes late
    return placements[0];
  });
  print({ matches: summary.matches, connectionsLost: summary.connectionsLost });
}

await Promise.all(JSON.parse(readFileSync(0, "utf8")).map(playOne));
