// Loads those games of a match that ended before the spectator came.

import { fetchJson } from "../base/fetch_json.js";

/** @import {MatchHistory} from "./watched_match.js" */

/** @param {string} match   its number @returns {Promise<?MatchHistory>} null: the server does not answer */
export async function loadEndedGames(match) {
  const answer = await fetchJson(`/api/v1/matches/${match}`);
  return answer && parseHistory(answer);
}

/**
 * @param {{games: {record: number, game: number, winner: ?number, cause: string, players?: string[]}[]}} told   winner: 1 or 2
 * @returns {MatchHistory}
 */
export function parseHistory({ games }) {
  const played = games.map(({ game, winner, cause, record }) => ({ game, winner: (winner ?? 0) - 1, cause, record }));
  return { played, players: games.at(-1)?.players ?? [] };
}
