// The tournament of which the pictures tell. It has been played once, by play_tournament.js, and is kept: so the
// pictures stay as they are when its players learn to play better.

import { fileURLToPath } from "node:url";

import { startServerOn } from "../pages/server.js";
import { RecordedGame } from "./recorded_game.js";

/** @typedef {import("../pages/server.js").Server} Server */

/** The kept data of a server that has played this tournament. */
export const kArchive = fileURLToPath(new URL("autumn_cup.tar.gz", import.meta.url));
export const kTournament = "autumn-cup";

/** Starts a server that has this tournament. @returns {Promise<Server>} */
export const startServerWithTournament = () => startServerOn(kArchive);

/** @typedef {{address: string, game: RecordedGame}} StoredGame   address: of its record */

/** Loads the games of the tournament, that with the longest chain first, and then one of each other pair of players
 * before the others. @param {Server} server @returns {Promise<StoredGame[]>} */
export async function gamesOf(server) {
  const { games } = await server.json(`/api/v1/tournaments/${kTournament}/games?limit=100`);
  /** @type {StoredGame[]} */
  const stored = [];
  for (const { game } of games) {
    const address = `/api/v1/tournaments/${kTournament}/records/${game}`;
    const bytes = new Uint8Array(await (await fetch(server.origin + address)).arrayBuffer());
    stored.push({ address, game: await RecordedGame.open(bytes) });
  }
  stored.sort((a, b) => b.game.longestChain.links - a.game.longestChain.links);
  const pairOf = (/** @type {StoredGame} */ { game }) => [...game.names].sort().join();
  const firstOfPairs = stored.filter((one, i) => stored.findIndex((other) => pairOf(other) === pairOf(one)) === i);
  return [...firstOfPairs, ...stored.filter((one) => !firstOfPairs.includes(one))];
}
