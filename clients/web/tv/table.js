// Shows the leaders of the tournament to which the shown match belongs, or of the one that the address names.

import { el } from "../base/dom.js";
import { fetchJson } from "../base/fetch_json.js";
import { emblemSvg } from "../draw/emblem.js";
import { formatNumber, t } from "../text/translation.js";

/** matches: the numbers of its running matches
 * @typedef {{id: string, name: string, leaders: {player: string, points: number}[], matches: string[]}} Tournament */

const kMaxLeaders = 6;
/** So many running tournaments are asked at most for the match that is shown. */
const kMaxAsked = 4;

/**
 * @param {string} id
 * @param {{name: string, ranking?: string[], standings?: {player: string, points: number}[],
 *   running_games?: {match: number}[]}} told   by the API
 * @returns {Tournament}
 */
export function parseTournament(id, { name, ranking = [], standings = [], running_games: running = [] }) {
  const points = new Map(standings.map((one) => [one.player, one.points]));
  const players = ranking.length > 0 ? ranking : standings.map(({ player }) => player);
  const leaders = players.slice(0, kMaxLeaders).map((player) => ({ player, points: points.get(player) ?? 0 }));
  return { id, name, leaders, matches: running.map(({ match }) => String(match)) };
}

/** Loads a tournament by its name on the server. @param {string} id @returns {Promise<?Tournament>} */
async function loadTournament(id) {
  const told = await fetchJson(`/api/v1/tournaments/${encodeURIComponent(id)}`);
  return told && parseTournament(id, told);
}

/** Loads the running tournament to which a match belongs. @param {string} match @returns {Promise<?Tournament>} */
async function loadTournamentOfMatch(match) {
  const all = (await fetchJson("/api/v1/tournaments"))?.tournaments ?? [];
  const running = all.filter((/** @type {{state: string}} */ one) => one.state === "running").slice(0, kMaxAsked);
  for (const { id } of running) {
    const tournament = await loadTournament(id);
    if (tournament?.matches.includes(match)) return tournament;
  }
  return null;
}

/** @param {string} id   of the tournament that the address names; "": none @param {string} match   that is shown
 * @returns {Promise<?Tournament>} */
export function loadShownTournament(id, match) {
  if (id !== "") return loadTournament(id);
  return match === "" ? Promise.resolve(null) : loadTournamentOfMatch(match);
}

/** @param {HTMLElement} place @param {?Tournament} tournament */
export function showTable(place, tournament) {
  place.hidden = tournament === null || tournament.leaders.length === 0;
  if (place.hidden || !tournament) return place.replaceChildren();
  const href = `/league/${encodeURIComponent(tournament.id)}`;
  place.replaceChildren(
    el("h2", {}, el("a", { href }, el("bdi", { text: tournament.name }))),
    el("ol", { class: "tv_leaders", "aria-label": t("tv.leaders") }, ...tournament.leaders.map(({ player, points }) =>
      el("li", {}, emblemSvg(player), el("bdi", { text: player }), el("strong", { text: formatNumber(points) })))),
  );
}
