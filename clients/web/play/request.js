// Reads from the address of the page which match the person wants to play.

/** @typedef {import("../net/wire.js").Terms} Terms */
/**
 * The right to go on playing at a seat. token: proves it; last: the number of the last update that the page has
 * @typedef {{match: string, seat: import("../net/wire.js").Seat, token: string, last: string}} SeatClaim
 */
/**
 * @typedef {{kind: "opponent", name: string, terms: Terms} | {kind: "quick", terms: Terms}
 *   | {kind: "friend", terms: Terms} | {kind: "join", code: string} | {kind: "resume", claim: SeatClaim}
 *   | {kind: "invalid_wins", wins: string}} Request
 *   opponent: a player that takes challenges; empty name: any free one; invalid_wins: the address has a wrong number
 */

export const kMaxWins = 10;

/** @param {number} wins   that decide the match @param {string} [ruleset] @returns {Terms} */
export function termsOf(wins, ruleset = "tsu-1") {
  return { ruleset, clock: "CLOCK_REAL", games: wins * 2 - 1, firstTo: wins };
}

/** @param {URLSearchParams} search @param {string} hash   with its "#" @returns {Request} */
export function parseRequest(search, hash) {
  const claim = parseSeatClaim(new URLSearchParams(hash.slice(1)).get("resume") ?? "");
  if (claim) return { kind: "resume", claim };
  const code = search.get("join");
  if (code) return { kind: "join", code };
  const wins = search.get("wins") ?? "1";
  if (!isNumberOfWins(wins)) return { kind: "invalid_wins", wins };
  const terms = termsOf(Number(wins), search.get("ruleset") || undefined);
  if (search.has("quick")) return { kind: "quick", terms };
  if (search.has("friend")) return { kind: "friend", terms };
  return { kind: "opponent", name: search.get("with") ?? "", terms };
}

/** @param {string} word */
const isNumberOfWins = (word) => /^\d{1,2}$/.test(word) && Number(word) >= 1 && Number(word) <= kMaxWins;

/** Returns true if the person wants a certain opponent or kind of match, so that an unfinished match is not it.
 * @param {Request} request */
export function asksForCertainMatch(request) {
  if (request.kind === "opponent") return request.name !== "";
  return request.kind !== "resume" && request.kind !== "invalid_wins";
}

/** Returns a name for this page, for all its connections. It tells the server whether the page that takes a seat is the
 * same as before. */
export function randomClientId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Writes a claim as a text for an address. @param {SeatClaim} claim */
export const seatClaimText = (claim) => [claim.match, claim.seat === "SEAT_ONE" ? 1 : 2, claim.token].join(".");

/** Reads a claim from the text that seatClaimText() wrote. @param {string} word @returns {?SeatClaim} */
export function parseSeatClaim(word) {
  const parts = /^(\d{1,20})\.([12])\.([0-9A-Za-z_-]{1,256})$/.exec(word);
  if (!parts) return null;
  return { match: parts[1], seat: parts[2] === "1" ? "SEAT_ONE" : "SEAT_TWO", token: parts[3], last: "0" };
}

/**
 * Returns the first of the wished opponents that is free, or else any free one.
 * @param {{name: string, free?: number}[]} open @param {string[]} wishes
 * @returns {string} empty: no player is free
 */
export function chooseOpponent(open, wishes) {
  const free = open.filter((one) => (one.free ?? 0) > 0).map((one) => one.name);
  return wishes.find((name) => free.includes(name)) ?? free[0] ?? "";
}
