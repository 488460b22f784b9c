// What the server tells about a tournament, and what follows from it for the organiser's page.

/** @import {TextKey} from "../text/translation.js" */

/** @typedef {"running"|"paused"|"waiting"|"over"|"failed"} RunState */
/** A tournament in the list of all.
 * @typedef {{id: string, name: string, players: number, state: RunState, starts: ?string, why_failed: ?string,
 *   storage_error: ?string, games: number, most_games: ?number, running: number, awaited: string[],
 *   awaited_returns: string[]}} Summary */
/** A player in the table of a tournament.
 * @typedef {{player: string, points: number, games: number, benched?: boolean, why_benched?: string,
 *   disqualified?: string}} Standing */
/** @typedef {{game: string, match: number, players: [string, string]}} RunningGame */
/** @typedef {{game: string, stage: number, players: [string, string], winner: ?string, cause: string}} FinishedGame */
/** @typedef {{registration: number, name: string, address: string, made: string}} Registration */
/** An entry of the audit log.
 * @typedef {{number: number, time: string, actor: string, role: string, act: string, target: string, why: string}} Entry
 */
/** The report about one tournament. games_played: also those that count in no table
 * @typedef {Summary & {games_played: number, standings: Standing[], running_games: RunningGame[]}} Report */

/** Returns the tournaments that go on before those that are over. @param {Summary[]} tournaments @returns {Summary[]} */
export function inOrder(tournaments) {
  const order = ["running", "waiting", "paused", "failed", "over"];
  const rank = (/** @type {Summary} */ { state }) => order.indexOf(state);
  return [...tournaments].sort((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name));
}

/** Returns true if a tournament was made and not started yet. @param {{state: RunState, games: number, running: number}} t */
export const isNotStarted = ({ state, games, running }) => state === "paused" && games === 0 && running === 0;

/** @param {{state: RunState, games: number, running: number}} tournament @returns {TextKey} */
export function stateText(tournament) {
  if (isNotStarted(tournament)) return "organise.state_not_started";
  /** @type {TextKey} */
  const key = `organise.state_${tournament.state}`;
  return key;
}

/** How a player takes part. unapproved: its account waits for approval; why: it takes no further part
 * @typedef {{name: string, state: "disqualified"|"withdrawn"|"benched"|"unapproved"|"absent"|"playing"|"ready",
 *   why: string, points: number, games: number}} Player */

/** Returns the players by their names. @param {Report} report @param {Registration[]} registrations
 * @returns {Player[]} */
export function playersOf({ standings, awaited, running_games: running }, registrations) {
  const isPlaying = (/** @type {string} */ name) => running.some(({ players }) => players.includes(name));
  const players = standings.map((/** @type {Standing} */ standing) => {
    const { player: name, points, games } = standing;
    const out = outOf(standing);
    if (out) return { name, points, games, ...out };
    const here = awaited.includes(name) ? "absent" : isPlaying(name) ? "playing" : "ready";
    const isUnapproved = registrations.some((one) => one.name === name);
    return { name, points, games, why: "", state: isUnapproved ? "unapproved" : here };
  });
  return /** @type {Player[]} */ (players).sort((a, b) => a.name.localeCompare(b.name));
}

const kWithdrawn = /^withdrawn(?:: )?/;

/** Returns why a player takes no further part; null: it takes part. @param {Standing} standing
 * @returns {?{state: Player["state"], why: string}} */
function outOf({ benched, why_benched: why = "", disqualified }) {
  if (disqualified !== undefined) return { state: "disqualified", why: disqualified };
  if (!benched) return null;
  if (kWithdrawn.test(why)) return { state: "withdrawn", why: why.replace(kWithdrawn, "") };
  return { state: "benched", why };
}

/** The parts of an entry: "tournament annul refused" about "cup: game 0-0".
 * @param {{act: string, target: string}} entry @returns {{act: string, isRefused: boolean, about: string}} */
export function partsOf({ act, target }) {
  const [, word = act, refused] = /^tournament (\w+)( refused)?$/.exec(act) ?? [];
  const [, about = ""] = /^[^:]*: (?:player |game |message )?(.*)$/s.exec(target) ?? [];
  return { act: word, isRefused: refused !== undefined, about };
}

/** A deed of the audit log. entry: of the wish; refusal: why the server has refused it, "": it has not
 * @typedef {{entry: Entry, refusal: string}} Deed */

/** Returns one deed for the wish and its refusal, which are two entries. @param {Entry[]} entries   the newest first
 * @returns {Deed[]} the newest first */
export function deedsOf(entries) {
  /** @type {Deed[]} */
  const deeds = [];
  /** @type {Entry[]} */
  const refusals = [];
  const isOf = (/** @type {Entry} */ refusal, /** @type {Entry} */ entry) =>
    refusal.act === `${entry.act} refused` && refusal.target === entry.target && refusal.actor === entry.actor;
  for (const entry of entries) {
    if (partsOf(entry).isRefused) {
      refusals.push(entry);
      continue;
    }
    const at = refusals.findIndex((refusal) => isOf(refusal, entry));
    const [refusal] = at < 0 ? [] : refusals.splice(at, 1);
    deeds.push({ entry, refusal: refusal?.why ?? "" });
  }
  return deeds;
}
