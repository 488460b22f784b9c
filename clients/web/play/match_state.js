// The state of the match that a person plays, made from the server's messages. It uses no clock, page or connection.

import { opponentOf, sideOf } from "../net/wire.js";

/** @import {Seat, ServerMessage, Side, WireEvent} from "../net/wire.js" */
/** @import {SeatClaim} from "./request.js" */

/**
 * A change of the match, for the code that shows it. counted: the server has told from which frame an input counts
 * seconds: for the missing player to come back; if none is missing, until the game goes on
 * @typedef {{kind: "match_started"} | {kind: "game_started"} | {kind: "match_ended"} | {kind: "seat_gone"}
 *   | {kind: "updated", events: WireEvent[]}
 *   | {kind: "game_ended", won: boolean, drawn: boolean, cause: string, record: string, frame: number}
 *   | {kind: "paused", missing: "" | "own" | "other", seconds: number}
 *   | {kind: "counted", id: number, frame: number}} MatchChange
 */

/** The errors by which the server says that the seat is lost: the match is over, or another page has the seat. */
const kSeatLostErrors = ["ERROR_CODE_UNKNOWN_MATCH", "ERROR_CODE_NOT_YOURS", "ERROR_CODE_ELSEWHERE"];

export class MatchState {
  constructor() {
    /** @type {"none" | "starting" | "playing" | "between" | "over"} */
    this.stage = "none";
    this.match = "";
    /** @type {Seat} */
    this.seat = "SEAT_ONE";
    this.token = "";
    this.last = "0";
    /** @type {import("../net/wire.js").Terms} */
    this.terms = {};
    /** @type {string[]} */
    this.players = ["", ""];
    this.wins = [0, 0];
    this.draws = 0;
    this.game = 0;
    /** The number of the last game that is in the score. */
    this.countedGames = 0;
    this.frame = 0;
    /** The newest frame of the game before this page took its seat again; 0: it has not. */
    this.frameBeforeReturn = 0;
    /** @type {?Side} */
    this.own = null;
    /** @type {?Side} */
    this.other = null;
    this.cause = "";
    this.record = "";
    /** The loser of the last game, or of the match when that is over. @type {"" | "own" | "other"} */
    this.loser = "";
    /** The player whose connection is lost. @type {"" | "own" | "other"} */
    this.missing = "";
    this.graceSeconds = 0;
    /** The quality of the opponent's connection; null: not known. @type {?{roundTrip: number, late: number}} */
    this.opponentConnection = null;
  }

  get seatIndex() {
    return this.seat === "SEAT_ONE" ? 0 : 1;
  }

  get names() {
    return { own: this.players[this.seatIndex] ?? "", other: this.players[1 - this.seatIndex] ?? "" };
  }

  get score() {
    return { own: this.wins[this.seatIndex] ?? 0, other: this.wins[1 - this.seatIndex] ?? 0 };
  }

  /** @returns {?SeatClaim} */
  get claim() {
    if (this.stage === "none" || this.stage === "over" || this.token === "") return null;
    return { match: this.match, seat: this.seat, token: this.token, last: this.last };
  }

  /** True if the game goes on from an earlier frame than this page has seen: the server has crashed meanwhile. */
  get hasGoneBack() {
    return this.frame < this.frameBeforeReturn;
  }

  /** Changes the state by a message. @param {ServerMessage} message @returns {MatchChange[]} */
  receive(message) {
    if (message.matchStart?.token) return this.receiveMatchStart(message.matchStart);
    const { gameStart, update, decided, gameEnd, matchEnd, line } = message;
    const about = gameStart ?? update ?? decided ?? gameEnd ?? matchEnd ?? line;
    if (about && (about.match !== this.match || about.seat !== this.seat)) return [];
    if (gameStart) return this.receiveGameStart(gameStart);
    if (update) return this.receiveUpdate(update);
    if (decided) return [{ kind: "counted", id: decided.id ?? 0, frame: decided.clock ?? 0 }];
    if (gameEnd) return this.receiveGameEnd(gameEnd);
    if (matchEnd) return this.receiveMatchEnd(matchEnd);
    if (line) this.opponentConnection = { roundTrip: line.roundTripMilliseconds ?? 0, late: line.late ?? 0 };
    if (message.standing?.match === this.match) return this.updatePause(message.standing);
    if (message.error?.match === this.match && this.match !== "") return this.handleError(message.error.code ?? "");
    return [];
  }

  /** @param {import("../net/wire.js").MatchStart} start @returns {MatchChange[]} */
  receiveMatchStart(start) {
    const isKnown = start.match === this.match && start.seat === this.seat;
    if (!isKnown) {
      this.game = 0;
      this.last = "0";
      this.opponentConnection = null;
    }
    // This score contains the games that ended while this page was not connected.
    this.wins = [start.wins?.[0] ?? 0, start.wins?.[1] ?? 0];
    this.draws = start.draws ?? 0;
    this.countedGames = this.wins[0] + this.wins[1] + this.draws;
    this.stage = "starting";
    this.match = start.match;
    this.seat = start.seat ?? "SEAT_ONE";
    this.token = start.token ?? "";
    this.players = start.players ?? ["", ""];
    this.terms = start.terms ?? {};
    this.graceSeconds = start.graceSeconds ?? 0;
    this.missing = "";
    this.cause = "";
    return [{ kind: "match_started" }];
  }

  /** @param {import("../net/wire.js").GameStart} start @returns {MatchChange[]} */
  receiveGameStart(start) {
    const isSameGame = this.stage === "starting" && start.game === this.game;
    this.frameBeforeReturn = isSameGame ? Math.max(this.frame, this.frameBeforeReturn) : 0;
    this.stage = "playing";
    this.game = start.game ?? 0;
    this.frame = 0;
    this.own = null;
    this.other = null;
    return [{ kind: "game_started" }];
  }

  /** @param {import("../net/wire.js").Update} update @returns {MatchChange[]} */
  receiveUpdate(update) {
    this.last = update.number ?? "0";
    const view = update.view ?? {};
    this.frame = view.clock ?? 0;
    this.own = sideOf(view.own ?? {});
    this.other = sideOf(view.opponent ?? {});
    return [{ kind: "updated", events: update.events ?? [] }];
  }

  /** @param {import("../net/wire.js").GameEnd} end @returns {MatchChange[]} */
  receiveGameEnd(end) {
    this.stage = "between";
    const winner = end.outcome?.winner;
    const cause = end.outcome?.cause ?? "";
    if ((end.game ?? 0) > this.countedGames) this.countResult(winner, cause);
    this.countedGames = Math.max(this.countedGames, end.game ?? 0);
    this.loser = this.loserAgainst(winner);
    this.record = end.record ?? "";
    return [{ kind: "game_ended", won: winner === this.seat, drawn: !winner, cause, record: this.record,
      frame: end.outcome?.clock ?? 0 }];
  }

  /** @param {Seat | undefined} winner @param {string} cause */
  countResult(winner, cause) {
    if (winner === this.seat) this.wins[this.seatIndex] += 1;
    else if (winner === opponentOf(this.seat)) this.wins[1 - this.seatIndex] += 1;
    else if (cause !== "CAUSE_VOIDED") this.draws += 1;
  }

  /** @param {Seat | undefined} winner */
  loserAgainst(winner) {
    if (!winner) return "";
    return winner === this.seat ? "other" : "own";
  }

  /** @param {import("../net/wire.js").MatchEnd} end @returns {MatchChange[]} */
  receiveMatchEnd(end) {
    this.stage = "over";
    this.wins = [end.wins?.[0] ?? 0, end.wins?.[1] ?? 0];
    this.draws = end.draws ?? 0;
    this.loser = this.loserAgainst(end.winner);
    this.cause = end.cause ?? "";
    this.missing = "";
    return [{ kind: "match_ended" }];
  }

  /** Takes the score from games that ended while this page was not connected.
   * @param {import("../watch/watched_match.js").FinishedGame[]} played */
  addMissedGames(played) {
    this.wins = [0, 1].map((seat) => played.filter(({ winner }) => winner === seat).length);
    this.draws = played.filter(({ winner, cause }) => winner < 0 && cause !== "voided").length;
    const { own, other } = this.score;
    this.loser = own === other ? "" : own < other ? "own" : "other";
    this.record = String(played.at(-1)?.record ?? this.record);
  }

  /** @param {import("../net/wire.js").Standing} standing @returns {MatchChange[]} */
  updatePause(standing) {
    this.missing = !standing.missing ? "" : standing.missing === this.seat ? "own" : "other";
    return [{ kind: "paused", missing: this.missing, seconds: standing.secondsLeft ?? 0 }];
  }

  /** Ends the match for this page if the error says that its seat is lost.
   * @param {string} code @returns {MatchChange[]} */
  handleError(code) {
    if (!kSeatLostErrors.includes(code)) return [];
    if (this.stage === "over") return [];
    this.stage = "over";
    return [{ kind: "seat_gone" }];
  }
}
