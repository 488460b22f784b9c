// Reads a visitor's request from the address of the page.

/** @typedef {import("../net/wire.js").Terms} Terms */
/** @typedef {{match: string, seat: import("../net/wire.js").Seat, token: string, last: string}} SeatClaim */
/**
 * @typedef {{kind: "opponent", name: string, terms: Terms} | {kind: "quick", terms: Terms}
 *   | {kind: "friend", terms: Terms} | {kind: "join", code: string} | {kind: "resume", claim: SeatClaim}
 *   | {kind: "invalid_wins", wins: string}} Request
 *   opponent: one that takes challenges; an empty name: whichever is there; wrong: so many wins cannot be played for
 */

export const kMaxWins = 10;

/** @param {number} wins how many games decide it @returns {Terms} */
export function termsOf(wins) {
  return { ruleset: "tsu-1", clock: "CLOCK_REAL", games: wins * 2 - 1, firstTo: wins };
}

/** @param {URLSearchParams} search @param {string} hash with its "#" @returns {Request} */
export function parseRequest(search, hash) {
  const claim = parseSeatClaim(new URLSearchParams(hash.slice(1)).get("resume") ?? "");
  if (claim) return { kind: "resume", claim };
  const code = search.get("join");
  if (code) return { kind: "join", code };
  const wins = search.get("wins") ?? "1";
  if (!isNumberOfWins(wins)) return { kind: "invalid_wins", wins };
  const terms = termsOf(Number(wins));
  if (search.has("quick")) return { kind: "quick", terms };
  if (search.has("friend")) return { kind: "friend", terms };
  return { kind: "opponent", name: search.get("with") ?? "", terms };
}

/** @param {string} word */
const isNumberOfWins = (word) => /^\d{1,2}$/.test(word) && Number(word) >= 1 && Number(word) <= kMaxWins;

/** Returns true if a certain player or kind of match is wanted: just to play can also be to go on.
 * @param {Request} request */
export function asksForCertainMatch(request) {
  if (request.kind === "opponent") return request.name !== "";
  return request.kind !== "resume" && request.kind !== "invalid_wins";
}

/** A name for a page, the same for all its connections: by it the server tells it from other holders of its claim. */
export function randomClientId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** A claim as a word for an address. @param {SeatClaim} claim */
export const seatClaimText = (claim) => [claim.match, claim.seat === "SEAT_ONE" ? 1 : 2, claim.token].join(".");

/** @param {string} word @returns {?SeatClaim} */
export function parseSeatClaim(word) {
  const parts = /^(\d{1,20})\.([12])\.([0-9A-Za-z_-]{1,256})$/.exec(word);
  if (!parts) return null;
  return { match: parts[1], seat: parts[2] === "1" ? "SEAT_ONE" : "SEAT_TWO", token: parts[3], last: "0" };
}

/**
 * Chooses an opponent: the first free one of `wishes` (requested, last or easy opponents), or else any free one.
 * @param {{name: string, free?: number}[]} open @param {string[]} wishes
 * @returns {string} empty: no player is free
 */
export function chooseOpponent(open, wishes) {
  const free = open.filter((one) => (one.free ?? 0) > 0).map((one) => one.name);
  return wishes.find((name) => free.includes(name)) ?? free[0] ?? "";
}
