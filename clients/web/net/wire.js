// The messages of the protocol in JSON, as far as this page uses them, and functions that turn the views in them into
// plain values. The JSON leaves out fields with their default value, and 64-bit numbers are strings.

import { cellIndex, kColumns, kRows } from "../draw/grid.js";

/** @typedef {"SEAT_ONE" | "SEAT_TWO"} Seat */
/** @typedef {{ruleset?: string, clock?: string, charge?: string, chargeFrames?: number, games?: number,
 *   firstTo?: number, queueOf?: string, spectatorDelaySeconds?: number}} Terms */
/** @typedef {{x?: number, y?: number, r?: number, turnLock?: number, arrowLock?: number, quickTurnWindow?: number,
 *   fallCounter?: number, touches?: number, touching?: boolean}} WirePair */
/** @typedef {{wait?: number, rows?: number, entering?: number[], dropping?: number, held?: number,
 *   reveal?: number, unsent?: string}} WireMotion */
/** @typedef {{field?: string, pairs?: string, falling?: WirePair, pendingGarbage?: number, fixedGarbage?: number,
 *   score?: string, link?: number, hand?: number, phase?: string, motion?: WireMotion}} WireSide */
/** @typedef {{seat?: Seat, clock?: number, decisionDue?: boolean, own?: WireSide, opponent?: WireSide}} WireView */
/** @typedef {{kind: string, seat?: Seat, x?: number, y?: number, r?: number, number?: number, amount?: number,
 *   cancelled?: number, points?: number}} WireEvent */
/** @typedef {{winner?: Seat, cause?: string, clock?: number}} Outcome */

/** @typedef {{version?: number, name?: string, features?: string[]}} Welcome */
/** @typedef {{code?: string, text?: string, match?: string, id?: number,
 *   retryAfterMilliseconds?: number}} WireError */
/** @typedef {{match: string, players?: string[], terms?: Terms, game?: number}} LobbyMatch */
/** @typedef {{name: string, free?: number}} OpenPlayer */
/** @typedef {{players?: string[], matches?: LobbyMatch[], open?: OpenPlayer[]}} Lobby */
/** @typedef {{challenge: string, from?: string, terms?: Terms}} Challenged */
/** @typedef {{challenge: string, why?: string}} ChallengeEnded */
/** @typedef {{match: string, seat?: Seat, players?: string[], terms?: Terms, token?: string,
 *   graceSeconds?: number, wins?: number[], draws?: number}} MatchStart */
/** @typedef {{match: string, seat?: Seat, game?: number, commitment?: string, chance?: string}} GameStart */
/** @typedef {{match: string, seat?: Seat, number?: string, game?: number, view?: WireView, events?: WireEvent[],
 *   answerDue?: boolean, bankMilliseconds?: number}} Update */
/** @typedef {{match: string, seat?: Seat, id?: number, clock?: number}} Decided */
/** @typedef {{match: string, seat?: Seat, game?: number, outcome?: Outcome, scores?: string[], seed?: string,
 *   record?: string}} GameEnd */
/** @typedef {{match: string, seat?: Seat, wins?: number[], draws?: number, cause?: string, winner?: Seat}} MatchEnd */
/** @typedef {{match: string, missing?: Seat, secondsLeft?: number}} Standing */
/** @typedef {{match: string, seat?: Seat, game?: number, text?: string}} Comment */
/** The quality of the opponent's connection.
 * @typedef {{match: string, seat?: Seat, roundTripMilliseconds?: number, late?: number}} Line */
/** @typedef {{welcome?: Welcome, error?: WireError, lobby?: Lobby, challenged?: Challenged,
 *   challengeEnded?: ChallengeEnded, invited?: {code?: string}, matchStart?: MatchStart, gameStart?: GameStart,
 *   update?: Update, decided?: Decided, gameEnd?: GameEnd, matchEnd?: MatchEnd, standing?: Standing,
 *   pong?: {nonce?: string}, drain?: {seconds?: number}, comment?: Comment, line?: Line,
 *   tournamentState?: {tournament?: string},
 *   tournamentEvent?: {tournament?: string, number?: string, event?: string}}} ServerMessage */

export const kCells = kColumns * kRows;

/** The phases in the order of the numbers that the engine gives them. */
export const kPhases = /** @type {const} */ (["opening", "preparation", "control", "falling", "grounding", "vanishing",
  "collapsing", "garbage_falling", "settling", "dead"]);

/**
 * One side of a game, as far as its receiver may see it.
 * @typedef {object} Side
 * @property {Uint8Array} cells 84, by cellIndex
 * @property {{axis: number, child: number}[]} pairs the current one (zeros before the first), the next, the one after
 * @property {?{x: number, y: number, r: number, turnLock: number, arrowLock: number, quickTurnWindow: number,
 *   fallCounter: number, touches: number, touching: boolean}} falling
 * @property {number} pending
 * @property {number} fixed
 * @property {number} score
 * @property {number} link
 * @property {number} hand
 * @property {import("../draw/scene.js").Phase} phase
 * @property {?{wait: number, rows: number, entering: number[], dropping: number, held: number, reveal: number,
 *   unsent: number}} motion
 */

const kRestingPair = {
  x: 0, y: 0, r: 0, turnLock: 0, arrowLock: 0, quickTurnWindow: 0, fallCounter: 0, touches: 0, touching: false,
};

/** @param {string} text 84 digits, row 14 first @returns {Uint8Array} */
export function cellsOf(text) {
  const cells = new Uint8Array(kCells);
  for (let i = 0; i < kCells && i < text.length; ++i) {
    const y = kRows - Math.floor(i / kColumns);
    cells[cellIndex((i % kColumns) + 1, y)] = text.charCodeAt(i) - 48;
  }
  return cells;
}

/** Fills in the default values that the JSON leaves out. @param {WireSide} side @returns {Side} */
export function sideOf(side) {
  const pairs = [];
  const digits = side.pairs ?? "";
  for (let i = 0; i + 1 < digits.length; i += 2) pairs.push({ axis: Number(digits[i]), child: Number(digits[i + 1]) });
  const { motion } = side;
  return {
    cells: cellsOf(side.field ?? ""),
    pairs,
    falling: side.falling ? { ...kRestingPair, ...side.falling } : null,
    pending: side.pendingGarbage ?? 0,
    fixed: side.fixedGarbage ?? 0,
    score: Number(side.score ?? 0),
    link: side.link ?? 0,
    hand: side.hand ?? 0,
    phase: phaseOf(side.phase),
    motion: motion
      ? {
          wait: motion.wait ?? 0,
          rows: motion.rows ?? 0,
          entering: motion.entering ?? [],
          dropping: motion.dropping ?? 0,
          held: motion.held ?? 0,
          reveal: motion.reveal ?? 0,
          unsent: Number(motion.unsent ?? 0),
        }
      : null,
  };
}

/** @param {string | undefined} name @returns {import("../draw/scene.js").Phase} */
export function phaseOf(name) {
  const phase = /** @type {import("../draw/scene.js").Phase} */ ((name ?? "").replace(/^PHASE_/, "").toLowerCase());
  return kPhases.includes(phase) ? phase : "opening";
}

/** @param {Seat} seat @returns {Seat} */
export const opponentOf = (seat) => (seat === "SEAT_ONE" ? "SEAT_TWO" : "SEAT_ONE");
