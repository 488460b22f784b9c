// A seat of a match that the bot plays, and the question that it has been asked there.

/** @import {MatchStart, Seat, Update} from "../../web/net/wire.js" */

/** The right to decide for one side of a match: its key as a text, and both parts of it.
 * @typedef {{key: string, match: string, seat: Seat}} SeatId */
/** The question that the bot has been asked, and its answer. decide: null while the bot thinks
 * @typedef {{ticket: number, game: number, clock: number, hand: number, decide: ?object}} Question */
/** last: the number of the last update; isResuming: the server has not given the seat back yet
 * @typedef {SeatId & {start: MatchStart, last: bigint, game: number, endedGame: number, chance: ?bigint,
 *   asked: ?Question, isResuming: boolean, won: number, drawn: number, lost: number}} PlayedSeat */
/** @param {MatchStart} start @param {Seat} seat @returns {PlayedSeat} */
export const makeSeat = (start, seat) => ({ key: `${start.match}/${seat}`, match: start.match, seat, start, last: 0n,
  game: 0, endedGame: 0, chance: null, asked: null, isResuming: false, won: 0, drawn: 0, lost: 0 });

/** @param {PlayedSeat} seat */
export const isReal = ({ start }) => start.terms?.clock === "CLOCK_REAL";

/** In real time the game does not wait: the bot chooses once for a pair, unless its choice was refused.
 * @param {PlayedSeat} seat @param {Question} asked @param {Update} update */
export function isSameQuestion(seat, asked, { events = [], game = 0, view }) {
  const isSamePlace = isReal(seat) ? asked.hand === (view?.own?.hand ?? 0) : asked.clock === (view?.clock ?? 0);
  return asked.game === game && isSamePlace && !events.some((event) =>
    event.kind === "EVENT_KIND_PLACEMENT_REFUSED" && event.seat === seat.seat);
}
