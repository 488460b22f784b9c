// Asks the server which placement a connected player would have chosen in a game, and describes the answer.

/** @typedef {{x: number, r: number}} Place */
/** worth: to this player, null if it has no such measure
 * @typedef {Place & {worth: ?number}} Candidate */
/**
 * clock: when the pair came; pair: its cell digits; taken: where it went, null if the game ended before
 * @typedef {{player: string, seat: number, clock: number, hand: number, pair: string, taken: ?Place,
 *   candidates: Candidate[]}} Advice
 */
/** Why there is no answer, in the server's word and sentence; both "": it could not be reached.
 * @typedef {{why: string, reason: string}} Refusal */
/** @typedef {{advice: Advice} | Refusal} Answer */

/** Loads the names of the players that can be asked. @returns {Promise<string[]>} */
export async function loadAdvisers() {
  try {
    const answer = await fetch("/api/v1/players");
    return answer.ok ? ((await answer.json()).advisers ?? []) : [];
  } catch {
    return [];
  }
}

/**
 * @param {string} record   its path
 * @param {{player: string, seat: number, clock: number}} question   seat: 0 or 1
 * @returns {Promise<Answer>}
 */
export async function askFor(record, { player, seat, clock }) {
  const query = new URLSearchParams({ player, seat: String(seat + 1), clock: String(clock) });
  try {
    const answer = await fetch(`${record}/advice?${query}`);
    const body = await answer.json();
    return answer.ok ? { advice: { ...body, seat: body.seat - 1 } } : { why: body.why ?? "", reason: body.error ?? "" };
  } catch {
    return { why: "", reason: "" };
  }
}

/**
 * Whether two places are the same for a pair; halves of a double cannot be told apart.
 * @param {?Place} one @param {?Place} other @param {boolean} isDouble
 */
export function isSamePlace(one, other, isDouble) {
  if (one === null || other === null) return false;
  const [first, second] = isDouble ? [upright(one), upright(other)] : [one, other];
  return first.x === second.x && first.r === second.r;
}

/** The same cells, with the child above or to the right. @param {Place} place @returns {Place} */
function upright({ x, r }) {
  if (r === 2) return { x, r: 0 };
  return r === 3 ? { x: x - 1, r: 1 } : { x, r };
}
