// A tournament that is the same each time: the server plays it by the virtual clock with a fixed seed, and the players
// search a fixed number of fields.

import { RecordedGame } from "./recorded_game.js";

/** @typedef {import("../pages/server.js").Server} Server */

const kPlan = {
  name: "Autumn Cup",
  seed: 11,
  stages: [
    { format: "round-robin", pairs: 2 },
    { format: "knock-out", take: 4, best_of: 3, third_place: true },
  ],
  players: [
    { name: "champion", player: "champion:nodes=1500" },
    { name: "gaze", player: "gaze:nodes=1500" },
    { name: "joseki", player: "joseki:nodes=1500" },
    { name: "bestfirst", player: "bestfirst:nodes=1500" },
    "greedy",
    "random",
  ],
  audit: 0,
};

export const kTournament = "autumn-cup";

/** Plays the tournament to its end. @param {Server} server */
export async function playTournament(server) {
  const answer = await fetch(`${server.origin}/api/v1/tournaments?jobs=2&force=1`, {
    method: "POST",
    headers: { Authorization: `Bearer ${await server.administrator()}` },
    body: JSON.stringify(kPlan),
  });
  if (!answer.ok) throw new Error(`the tournament does not start: ${await answer.text()}`);
  await server.until(async () => (await server.json(`/api/v1/tournaments/${kTournament}`)).state === "over");
}

/** @typedef {{address: string, game: RecordedGame}} StoredGame   address: of its record */

/** Loads the games of the tournament, that with the longest chain first. @param {Server} server
 * @returns {Promise<StoredGame[]>} */
export async function gamesOf(server) {
  const { games } = await server.json(`/api/v1/tournaments/${kTournament}/games?limit=100`);
  const stored = [];
  for (const { game } of games) {
    const address = `/api/v1/tournaments/${kTournament}/records/${game}`;
    const bytes = new Uint8Array(await (await fetch(server.origin + address)).arrayBuffer());
    stored.push({ address, game: await RecordedGame.open(bytes) });
  }
  return stored.sort((a, b) => b.game.longestChain.links - a.game.longestChain.links);
}
