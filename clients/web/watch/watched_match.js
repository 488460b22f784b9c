// The state of a watched match, made from the server's messages. It uses no clock, page or connection.

import { sideOf } from "../net/wire.js";

/** @import {Seat, ServerMessage, Side, WireEvent} from "../net/wire.js" */
/** @import {BoardFacts} from "../play/scoreboard.js" */

/**
 * A finished game; winner: 0 or 1, -1: no winner.
 * @typedef {{game: number, winner: number, cause: string, record: number}} FinishedGame
 */
/** The finished games of a match, from the API. @typedef {{played: FinishedGame[], players?: string[]}} MatchHistory */
/** A match that is one of the games that a pair of a knock-out plays. points: of the games before it, by seat; game: its
 * number among them; firstTo: so many points decide the pair
 * @typedef {{points: [number, number], game: number, firstTo: number}} Leg */
/** @typedef {"joining"|"playing"|"between"|"over"|"gone"} Stage   gone: there is no such match, or not any more */

/** A comment is about a moment that is soon over. It is shown for so many frames. */
const kCommentFrames = 240;
const kNoComment = { text: "", frame: 0 };

/** Returns false if no match can have this number, for example because it has more than 64 bits. @param {string} text */
export function isMatchNumber(text) {
  return /^\d{1,20}$/.test(text) && BigInt(text) < 2n ** 64n;
}

export class WatchedMatch {
  /** @param {string} match its number */
  constructor(match) {
    this.match = match;
    this.hasValidNumber = isMatchNumber(match);
    /** @type {Stage} */
    this.stage = this.hasValidNumber ? "joining" : "gone";
    /** @type {string[]} */
    this.players = ["", ""];
    /** How late the server shows the match. */
    this.delaySeconds = 0;
    /** The number of won games that decides the match; 0: it has a fixed number of games. */
    this.firstTo = 0;
    /** True if the match has turns instead of frames. */
    this.countsTurns = false;
    this.game = 0;
    this.frame = 0;
    /** The sides by seat; null: no view has come yet. @type {[?Side, ?Side]} */
    this.sides = [null, null];
    /** The last comments of the players, by seat, each with the frame at which it came. */
    this.lastComments_ = [kNoComment, kNoComment];
    /** The seat of a player whose connection is lost and may come back; -1: none. */
    this.missing = -1;
    this.secondsLeft = 0;
    /** null: the match is no part of a pair in a knock-out, as far as the page knows. @type {?Leg} */
    this.leg = null;
    /** The seat that has won the match, -1: none has; null: the match is not over. @type {?number} */
    this.winner = null;
    /** The finished games by the number of their record. @type {Map<number, FinishedGame>} */
    this.played_ = new Map();
  }

  /** The finished games, in the order in which they were played. */
  get played() {
    return [...this.played_.values()].sort((a, b) => a.game - b.game);
  }

  /** The number of won games, by seat, with those of the same pair before this match. */
  get wins() {
    const before = this.leg?.points ?? [0, 0];
    return [0, 1].map((seat) => before[seat] + this.played.filter(({ winner }) => winner === seat).length);
  }

  /** How many games the same pair has played before this match. */
  get gamesBefore() {
    return (this.leg?.game ?? 1) - 1;
  }

  /** The comments of the players that are still true, by seat. */
  get comments() {
    return this.lastComments_.map(({ text, frame }) =>
      (this.stage === "playing" && this.frame - frame < kCommentFrames ? text : ""));
  }

  /** Tells to which pair of a knock-out the match belongs. The first answer counts: a later one may have the result of
   * this match. @param {?Leg} leg   null: to none */
  setLeg(leg) {
    this.leg ??= leg;
  }

  /** @param {ServerMessage|MatchHistory} message @returns {WireEvent[]} the events that have happened in the game */
  receive(message) {
    if ("played" in message) {
      this.addHistory_(message);
      return [];
    }
    const { matchStart, gameStart, update, gameEnd, matchEnd, standing, comment, error } = message;
    if (error?.match === this.match && error.code === "ERROR_CODE_UNKNOWN_MATCH" && this.stage !== "over") {
      this.stage = "gone";
    }
    const about = matchStart ?? gameStart ?? update ?? gameEnd ?? matchEnd ?? standing ?? comment;
    if (about?.match !== this.match) return [];
    if (matchStart) this.begin_(matchStart);
    if (gameStart) this.beginGame_(gameStart.game ?? 0);
    if (gameEnd) this.endGame_(gameEnd);
    if (matchEnd) {
      this.stage = "over";
      this.winner = matchEnd.winner ? seatIndexOf(matchEnd.winner) : -1;
    }
    if (comment) this.lastComments_[seatIndexOf(comment.seat)] = { text: comment.text ?? "", frame: this.frame };
    if (standing) {
      this.missing = standing.missing ? seatIndexOf(standing.missing) : -1;
      this.secondsLeft = standing.secondsLeft ?? 0;
    }
    return update ? this.update_(update) : [];
  }

  /** Adds the games that ended before the shown one. Of a delayed match, the API tells a result earlier than it is shown.
   * @param {MatchHistory} history */
  addHistory_({ played, players = [] }) {
    // Of a match that is over, the server sends nothing else.
    if (this.stage === "gone" && players.length === 2) this.players = [...players];
    for (const game of played) {
      if (this.stage !== "playing" || game.game < this.game) this.played_.set(game.record, game);
    }
  }

  /** Begins or resumes the match. After a lost connection, the server says again which player is missing.
   * @param {import("../net/wire.js").MatchStart} start */
  begin_({ players, terms }) {
    this.players = [0, 1].map((seat) => players?.[seat] ?? "");
    this.delaySeconds = terms?.spectatorDelaySeconds ?? 0;
    this.firstTo = terms?.firstTo ?? 0;
    this.countsTurns = terms?.clock === "CLOCK_TURNS";
    this.missing = -1;
  }

  /** @param {number} game */
  beginGame_(game) {
    this.stage = "playing";
    this.game = game;
    this.frame = 0;
    this.lastComments_ = [kNoComment, kNoComment];
  }

  /** @param {import("../net/wire.js").Update} update */
  update_({ game = 0, view = {}, events = [] }) {
    if (this.game !== game) this.beginGame_(game);
    this.stage = "playing";
    this.frame = view.clock ?? 0;
    this.sides = [sideOf(view.own ?? {}), sideOf(view.opponent ?? {})];
    return events;
  }

  /** @param {import("../net/wire.js").GameEnd} end */
  endGame_({ game = 0, outcome = {}, record }) {
    this.stage = "between";
    if (!record) return;
    const cause = (outcome.cause ?? "").replace(/^CAUSE_/, "").toLowerCase();
    const winner = outcome.winner ? seatIndexOf(outcome.winner) : -1;
    this.played_.set(Number(record), { game, winner, cause, record: Number(record) });
  }
}

/** Returns what the scoreboard says of a match. @param {WatchedMatch} match @returns {BoardFacts} */
export function boardFactsOf({ leg, firstTo, wins, gamesBefore, game, players }) {
  return {
    firstTo: leg?.firstTo ?? firstTo, score: { own: wins[0], other: wins[1] }, game: gamesBefore + game,
    names: { own: players[0], other: players[1] },
  };
}

/** @param {Seat|undefined} seat */
const seatIndexOf = (seat) => (seat === "SEAT_TWO" ? 1 : 0);

/**
 * Holds messages back for some time, so that a spectator who talks to a player cannot tell the next moves. The caller
 * passes the time, in milliseconds.
 * @template Message
 */
export class MessageDelay {
  constructor() {
    /** How long messages are held back, in milliseconds. */
    this.ms = 0;
    /** @type {{message: Message, at: number}[]} */
    this.waiting_ = [];
  }

  /** @param {Message} message @param {number} now */
  push(message, now) {
    this.waiting_.push({ message, at: now });
  }

  /** Removes and returns the messages that are due, in their order. @param {number} now @returns {Message[]} */
  takeDue(now) {
    const first = this.waiting_.findIndex(({ at }) => at + this.ms > now);
    return this.waiting_.splice(0, first < 0 ? this.waiting_.length : first).map(({ message }) => message);
  }
}
