// Shows the leaders of the tournament to which the shown match belongs, or of the one that the address names.

import { el } from "../base/dom.js";
import { fetchJson, fetchJsonIfFound } from "../base/fetch_json.js";
import { emblemSvg } from "../draw/emblem.js";
import { formatNumber, t } from "../text/translation.js";

/** @import {Leg} from "../watch/watched_match.js" */

/** A message of the organisers to all. sent: in ms
 * @typedef {{text: string, sent: number}} Message */
/** starts: the time of its start in ms, if it has not begun; message: the newest one; matches: the numbers of its running matches; legs: those of
 * them that belong to a pair of a knock-out
 * @typedef {{id: string, name: string, starts: ?number, message?: ?Message, leaders: {player: string, points: number}[],
 *   matches: string[], legs: {match: string, leg: Leg}[]}} Tournament */
/** As the API tells them. winner: null: it is not decided
 * @typedef {{players: [string, string], points: [number, number], winner: ?string}} BracketMatch
 * @typedef {{match: number, game: string, players: [string, string]}} RunningGame   game: numbers of its pair and leg
 * @typedef {{best_of?: number, matches?: BracketMatch[]}} Stage */

const kMaxLeaders = 6;
/** So many running tournaments are asked at most for the match that is shown. */
const kMaxAsked = 4;
/** A message is shown for so long. */
const kShowMessageMs = 10 * 60_000;

/**
 * @param {string} id
 * @param {{name: string, state?: string, starts?: ?string, ranking?: string[], standings?: {player: string, points: number}[],
 *   running_games?: RunningGame[], stages?: Stage[], last_message?: ?{text: string, sent: string}}} told   by the API
 * @returns {Tournament}
 */
export function parseTournament(id, told) {
  const { name, ranking = [], standings = [], running_games: running = [], stages = [] } = told;
  const points = new Map(standings.map((one) => [one.player, one.points]));
  const players = ranking.length > 0 ? ranking : standings.map(({ player }) => player);
  const leaders = players.slice(0, kMaxLeaders).map((player) => ({ player, points: points.get(player) ?? 0 }));
  const legs = running.flatMap((game) => {
    const leg = legOf(game, stages);
    return leg ? [{ match: String(game.match), leg }] : [];
  });
  const starts = told.state === "waiting" && told.starts ? Date.parse(told.starts) : null;
  const message = told.last_message ? { text: told.last_message.text, sent: Date.parse(told.last_message.sent) } : null;
  return { id, name, starts, message, leaders, matches: running.map(({ match }) => String(match)), legs };
}

/** Returns the last message of the organisers if it is not old; "": there is none. @param {?Tournament} tournament
 * @param {number} now */
export function messageText(tournament, now) {
  const message = tournament?.message;
  return message && now - message.sent < kShowMessageMs ? message.text : "";
}

/** Finds the pair of a knock-out for which a game is played. @param {RunningGame} game @param {Stage[]} stages
 * @returns {?Leg} null: the game is not played in a knock-out */
function legOf({ game, players }, stages) {
  for (const { best_of: bestOf = 1, matches = [] } of stages) {
    const pair = matches.find((one) => one.winner === null && players.every((player) => one.players.includes(player)));
    if (!pair) continue;
    const pointsOf = (/** @type {string} */ player) => pair.points[pair.players.indexOf(player)];
    const number = Number(game.split("-").at(-1)) + 1;
    return { points: [pointsOf(players[0]), pointsOf(players[1])], game: number, firstTo: Math.ceil(bestOf / 2) };
  }
  return null;
}

/** Loads a tournament by its name on the server. @param {string} id @returns {Promise<?Tournament|"not_found">} */
async function loadTournament(id) {
  const told = await fetchJsonIfFound(`/api/v1/tournaments/${encodeURIComponent(id)}`);
  return told === null || told === "not_found" ? told : parseTournament(id, told);
}

/** Loads the running tournament to which a match belongs. @param {string} match @returns {Promise<?Tournament>} */
async function loadTournamentOfMatch(match) {
  const all = (await fetchJson("/api/v1/tournaments"))?.tournaments ?? [];
  const running = all.filter((/** @type {{state: string}} */ one) => one.state === "running").slice(0, kMaxAsked);
  for (const { id } of running) {
    const tournament = await loadTournament(id);
    if (tournament !== "not_found" && tournament?.matches.includes(match)) return tournament;
  }
  return null;
}

/** @param {string} id   of the tournament that the address names; "": none @param {string} match   that is shown
 * @returns {Promise<?Tournament|"not_found">} "not_found": the server has no tournament of this name */
export function loadShownTournament(id, match) {
  if (id !== "") return loadTournament(id);
  return match === "" ? Promise.resolve(null) : loadTournamentOfMatch(match);
}

/** Shows the leaders. The elements stay, so that the link keeps the focus. */
export class Table {
  /** @param {HTMLElement} place */
  constructor(place) {
    this.place_ = place;
    this.name_ = el("bdi");
    this.link_ = el("a", {}, this.name_);
    this.list_ = el("ol", { class: "tv_leaders" });
    place.append(el("h2", {}, this.link_), this.list_);
    this.shown_ = "";
  }

  /** Shows a tournament in the current language. @param {?Tournament} tournament   null: none */
  show(tournament) {
    this.place_.hidden = tournament === null || tournament.leaders.length === 0;
    if (!tournament) return;
    const label = t("tv.leaders");
    const shown = JSON.stringify([label, tournament.id, tournament.name, tournament.leaders]);
    if (shown === this.shown_) return;
    this.shown_ = shown;
    this.link_.href = `/league/${encodeURIComponent(tournament.id)}`;
    this.name_.textContent = tournament.name;
    this.list_.setAttribute("aria-label", label);
    this.list_.replaceChildren(...tournament.leaders.map(({ player, points }) =>
      el("li", {}, emblemSvg(player), el("bdi", { text: player }), el("strong", { text: formatNumber(points) }))));
  }
}
