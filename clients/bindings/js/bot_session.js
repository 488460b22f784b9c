// The state of a bot on a server, from Hello to the end of its last match, over one connection after the other. It has
// no sockets, no clock and no timers: each call tells it an event, and returns the actions that follow.

import { opponentOf } from "../../web/net/wire.js";
import { kSubscription, MatchRequests } from "./match_requests.js";
import { isReal, isSameQuestion, makeSeat } from "./played_seats.js";

/** @import {GameEnd, GameStart, MatchEnd, MatchStart, Seat, ServerMessage, Update, WireError,
 *   WireView} from "../../web/net/wire.js" */
/** @import {PlayedSeat, Question, SeatId} from "./played_seats.js" */
/** @import {Plan} from "./plans.js" */

/** @typedef {"lost" | "greeting" | "welcomed"} ConnectionState */
/** send: a ClientMessage; ask: the bot has to choose; withdraw: the choice of a seat is not wanted any more; notice: a
 * text for a person; progress: the next wait before a retry is the shortest again
 * @typedef {{kind: "send", message: object} | {kind: "ask", seat: PlayedSeat, ticket: number, view: WireView}
 *   | {kind: "withdraw", seat: SeatId} | {kind: "notice", text: string} | {kind: "progress"}} Action */

const kFinalErrors = new Set(["MALFORMED", "TOO_LARGE", "VERSION", "TOKEN", "ORIGIN", "NAME", "ELSEWHERE"]);
/** With a match, these errors say that the seat is another session's now. */
const kErrorsOfTakenSeats = new Set(["NOT_YOURS", "ELSEWHERE"]);
/** These errors refuse a request, and would refuse it again. */
const kErrorsOfRequests = new Set(["TERMS", "UNKNOWN_PLAYER", "NOT_YOURS"]);
/** How often a bot challenges an opponent again that is not back yet after a lost connection. */
const kMaxRepeatedChallenges = 10;
/** More matches than that beyond the slots are left. */
export const kMatchesBeyondSlots = 64;

/** So many messages of organisers are remembered, so that they are told once. */
const kMaxToldMessages = 1000;

/** Returns the text of a message of organisers; "": the event is another one. @param {string} event   JSON */
function messageIn(event) {
  try {
    const line = JSON.parse(event);
    return line?.event === "message" && typeof line.text === "string" ? line.text : "";
  } catch {
    return "";
  }
}

export class BotSession {
  /** @param {Plan} plan */
  constructor(plan) {
    this.plan_ = plan;
    /** @type {ConnectionState} */
    this.connectionState_ = "lost";
    /** @type {Map<string, PlayedSeat>} */
    this.seats_ = new Map();
    /** @type {Action[]} */
    this.actions_ = [];
    this.name_ = "";
    this.requests_ = new MatchRequests(plan.terms, plan.opponent);
    /** How often an open challenge that has ended with the connection is still repeated. */
    this.repeatsLeft_ = 0;
    this.ticketCount_ = 0;
    this.pingCount_ = 0;
    this.farewellNonce_ = "";
    this.isBound_ = false; // Welcome says that the token is for arranged matches alone
    this.isBenched_ = false;
    this.isStopped_ = false;
    this.isFarewellAnswered_ = false;
    /** The server has refused requests: requestAgain() repeats them. */
    this.areRequestsRefused = false;
    /** The reason why the bot requests no more matches; it plays the running ones to their end. Empty: it requests. */
    this.refusal_ = "";
    /** The reason why the bot cannot go on, so that it leaves; empty: it can. */
    this.failure = "";
    /** Messages of organisers that were told: their tournaments and events. @type {Set<string>} */
    this.toldMessages_ = new Set();
    this.summary = { matches: 0, won: 0, drawn: 0, lost: 0, connectionsLost: 0 };
  }

  /** True if matches begin without a request of ours. */
  get isArranged() {
    return this.isBound_ || this.plan_.origin !== "requests";
  }

  /** The number of matches that may still begin. */
  get matchesLeft_() {
    const { matches } = this.plan_;
    return matches === null || this.isBound_ ? Infinity : matches - this.summary.matches - this.seats_.size;
  }

  /** True if the server may arrange matches until it is told to stop. */
  get hasOffer_() {
    return this.plan_.origin === "host" && !this.isBound_;
  }

  /** True if nothing is left to do. */
  get isOver() {
    const isWelcomed = this.connectionState_ === "welcomed";
    if (this.failure !== "" && !isWelcomed) return true;
    if (this.seats_.size > 0) return false;
    if (this.isStopped_) return !isWelcomed || this.isFarewellAnswered_;
    return this.isBenched_ || this.matchesLeft_ <= 0;
  }

  /** The first message on a connection. */
  hello() {
    const { token, name, software, clientId, origin } = this.plan_;
    const slots = Math.min(this.plan_.slots, this.matchesLeft_ + this.seats_.size);
    const features = [];
    if (origin === "challenges") features.push(`open:${slots}`);
    else if (origin === "host") features.push(`arranged:${slots}`);
    else if (token) features.push(`arranged:${this.plan_.slots}:bound`);
    if (token) features.push("messages", `client:${clientId}`);
    if (this.seats_.size > 0) features.push("returning:seat");
    return { hello: { versionMin: 1, versionMax: 1, token, name, software, features } };
  }

  /** A connection is open. @returns {Action[]} */
  opened() {
    this.connectionState_ = "greeting";
    this.send_(this.hello());
    return this.takeActions_();
  }

  /** The connection is lost. The seats wait for the next one. @returns {Action[]} */
  lost() {
    if (this.connectionState_ === "welcomed") ++this.summary.connectionsLost;
    this.connectionState_ = "lost";
    if (this.requests_.isChallenging) this.repeatsLeft_ = kMaxRepeatedChallenges;
    this.requests_.clear();
    this.areRequestsRefused = false;
    for (const seat of this.seats_.values()) seat.isResuming = true;
    return this.takeActions_();
  }

  /** The server has sent a message. @param {ServerMessage} message @returns {Action[]} */
  onMessage(message) {
    if (this.connectionState_ === "greeting" && !message.welcome && !message.error) {
      this.fail_("the server does not begin with a welcome");
    } else if (message.welcome) this.onWelcome_(message.welcome);
    else if (message.matchStart) this.onMatchStart_(message.matchStart);
    else if (message.gameStart) this.onGameStart_(message.gameStart);
    else if (message.update) this.onUpdate_(message.update);
    else if (message.gameEnd) this.onGameEnd_(message.gameEnd);
    else if (message.matchEnd) this.onMatchEnd_(message.matchEnd);
    else if (message.standing) this.onStanding_(message.standing);
    else if (message.challenged) this.onChallenged_(message.challenged);
    else if (message.challengeEnded) this.onChallengeEnded_(message.challengeEnded);
    else if (message.error) this.onError_(message.error);
    else if (message.tournamentEvent) this.onTournamentEvent_(message.tournamentEvent);
    else if (message.drain) this.notice_(`the server stops within ${message.drain.seconds ?? 0} s`);
    else if (message.pong) this.isFarewellAnswered_ ||= message.pong.nonce === this.farewellNonce_;
    return this.takeActions_();
  }

  /** The bot has chosen. Choices of which the question is out of date have no effect.
   * @param {SeatId} id @param {number} ticket   of the question @param {{x: number, r: number}} place
   * @returns {Action[]} */
  chosen({ key }, ticket, place) {
    const seat = this.seats_.get(key);
    if (!seat || seat.asked?.ticket !== ticket) return [];
    const { game, clock } = seat.asked;
    seat.asked.decide = { ...this.nameOf_(seat), game, clock, place };
    if (this.connectionState_ === "welcomed" && !seat.isResuming) this.send_({ decide: seat.asked.decide });
    return this.takeActions_();
  }

  /** Time has passed since the server has refused requests. @returns {Action[]} */
  requestAgain() {
    this.areRequestsRefused = false;
    this.request_();
    return this.takeActions_();
  }

  /** A sign of life is due. @returns {Action[]} */
  pingDue() {
    if (this.connectionState_ === "welcomed") this.send_({ ping: { nonce: String(++this.pingCount_) } });
    return this.takeActions_();
  }

  /** Resigns all matches, and requests none. A lost connection has to be opened again for it only if there are seats.
   * @returns {Action[]} */
  stop() {
    this.stop_();
    return this.takeActions_();
  }

  /** The bot cannot go on: it leaves. @param {string} reason @returns {Action[]} */
  fail(reason) {
    this.fail_(reason);
    return this.takeActions_();
  }

  stop_() {
    if (this.isStopped_) return;
    this.isStopped_ = true;
    if (this.connectionState_ === "welcomed") this.leaveAll_();
  }

  /** @param {string} reason */
  fail_(reason) {
    if (this.failure === "") this.failure = reason;
    this.stop_();
  }

  /** @param {import("../../web/net/wire.js").Welcome} welcome */
  onWelcome_({ name, features }) {
    if (this.connectionState_ !== "greeting") return;
    this.connectionState_ = "welcomed";
    this.name_ = name ?? "";
    this.isBound_ = features?.includes("arranged") ?? false;
    this.notice_(`playing as ${this.name_}`);
    for (const seat of this.seats_.values()) {
      this.send_({ resume: { ...this.nameOf_(seat), token: seat.start.token, last: String(seat.last),
        subscription: kSubscription, holder: this.plan_.clientId, back: true } });
    }
    if (this.isStopped_) this.leaveAll_();
    this.request_();
  }

  /** Each tournament of a server begins as many matches as there are slots, and does not know of the others. So this only
   * bounds what a hostile server can begin. Seats that are being taken over may be lost already, and the server may know
   * that. */
  hasRoomForMatch_() {
    return [...this.seats_.values()].filter(({ isResuming }) => !isResuming).length < this.plan_.slots + kMatchesBeyondSlots;
  }

  /** @param {MatchStart} start */
  onMatchStart_(start) {
    if (!start.seat) return;
    this.progress_();
    // A guest that takes a seat over gets the name of that seat.
    this.name_ = start.players?.[start.seat === "SEAT_TWO" ? 1 : 0] ?? this.name_;
    const known = this.find_(start);
    if (known) {
      known.start = start;
      return;
    }
    const isExpected = this.isArranged ? this.matchesLeft_ > 0 && this.hasRoomForMatch_() : this.requests_.count > 0;
    if (!isExpected || this.isStopped_) this.send_({ leave: { match: start.match, seat: start.seat } });
    if (!isExpected) return;
    this.requests_.fulfil();
    const seat = makeSeat(start, start.seat);
    this.seats_.set(seat.key, seat);
    if (this.hasOffer_ && this.matchesLeft_ <= 0) this.send_({ leave: { arranged: true } });
    this.request_();
  }

  /** After a lost connection, the server may announce a game again that is already known. @param {GameStart} start */
  onGameStart_(start) {
    const seat = this.find_(start);
    if (seat && (start.game ?? 0) > seat.game) this.beginGame_(seat, start.game ?? 0, start.chance);
  }

  /** @param {PlayedSeat} seat @param {number} game @param {string} [chance] */
  beginGame_(seat, game, chance) {
    seat.game = game;
    seat.chance = chance === undefined ? null : BigInt(chance);
    this.forgetAsked_(seat);
  }

  /** @param {Update} update */
  onUpdate_(update) {
    const seat = this.find_(update);
    const game = update.game ?? 0;
    if (!seat) return;
    this.progress_();
    const number = BigInt(update.number ?? 0);
    if (number > seat.last) seat.last = number;
    if (game < seat.game || game <= seat.endedGame) return;
    if (game > seat.game) this.beginGame_(seat, game); // its GameStart was lost
    if (this.isStopped_) {
      seat.isResuming = false;
      return;
    }
    if (this.wantsAnswer_(seat, update)) this.answer_(seat, update);
  }

  /** @param {PlayedSeat} seat @param {Update} update */
  wantsAnswer_(seat, { answerDue, view }) {
    return (isReal(seat) ? view?.decisionDue : answerDue) ?? false;
  }

  /** @param {PlayedSeat} seat @param {Update} update */
  answer_(seat, update) {
    const { game = 0, view = {} } = update;
    const clock = view.clock ?? 0;
    const { asked, isResuming } = seat;
    seat.isResuming = false;
    if (asked !== null && isSameQuestion(seat, asked, update)) {
      // In real time, the server shows the same question in each update.
      if (isResuming || !isReal(seat)) this.answerAgain_(asked, clock);
      return;
    }
    if (!view.decisionDue) return this.send_({ decide: { ...this.nameOf_(seat), game, clock, pass: true } });
    const ticket = ++this.ticketCount_;
    seat.asked = { ticket, game, clock, hand: view.own?.hand ?? 0, decide: null };
    this.actions_.push({ kind: "ask", seat, ticket, view });
  }

  /** The server asks again after a lost connection, in real time maybe at a later clock. A bot that still thinks
   * answers when it is done. @param {Question} asked @param {number} clock */
  answerAgain_(asked, clock) {
    asked.clock = clock;
    if (asked.decide === null) return;
    asked.decide = { ...asked.decide, clock };
    this.send_({ decide: asked.decide });
  }

  /** @param {GameEnd} end */
  onGameEnd_(end) {
    const seat = this.find_(end);
    const game = end.game ?? 0;
    if (!seat || game <= seat.endedGame) return;
    seat.game = Math.max(seat.game, game);
    seat.endedGame = game;
    this.forgetAsked_(seat);
    if (end.outcome?.cause === "CAUSE_VOIDED") return;
    const winner = end.outcome?.winner;
    ++seat[winner === seat.seat ? "won" : winner === opponentOf(seat.seat) ? "lost" : "drawn"];
  }

  /** @param {MatchEnd} end */
  onMatchEnd_(end) {
    const seat = this.find_(end);
    if (!seat) return;
    const own = seat.seat === "SEAT_ONE" ? 0 : 1;
    seat.won = end.wins?.[own] ?? 0;
    seat.lost = end.wins?.[1 - own] ?? 0;
    seat.drawn = end.draws ?? 0;
    this.endMatch_(seat);
  }

  /** @param {PlayedSeat} seat */
  endMatch_(seat) {
    this.forgetAsked_(seat);
    this.seats_.delete(seat.key);
    ++this.summary.matches;
    for (const result of /** @type {const} */ (["won", "drawn", "lost"])) this.summary[result] += seat[result];
    if (this.refusal_ !== "") this.refuse_(this.refusal_);
    this.request_();
  }

  /** The last message after Resume. In real time the server does not ask again: a decision that it already has is late
   * and does no harm. @param {import("../../web/net/wire.js").Standing} standing */
  onStanding_({ match, missing }) {
    if (missing) return;
    for (const seat of this.seats_.values()) {
      if (seat.match !== match || !seat.isResuming) continue;
      seat.isResuming = false;
      if (isReal(seat) && seat.asked?.decide) this.send_({ decide: seat.asked.decide });
    }
  }

  /** Challenges of others are declined: those that the bot takes begin without this message.
   * @param {import("../../web/net/wire.js").Challenged} challenged */
  onChallenged_(challenged) {
    const isOwn = this.requests_.recognise(challenged, this.name_);
    if (isOwn) this.repeatsLeft_ = 0;
    else this.send_({ decline: { challenge: challenged.challenge } });
  }

  /** @param {import("../../web/net/wire.js").ChallengeEnded} ended */
  onChallengeEnded_(ended) {
    const why = this.requests_.end(ended);
    if (why !== "") this.refuse_(`${this.plan_.opponent} does not play: ${why}`);
  }

  /** No more matches are requested. @param {string} why */
  refuse_(why) {
    if (this.refusal_ === "") this.refusal_ = why;
    if (this.seats_.size === 0) this.fail_(this.refusal_);
  }

  /** @param {WireError} error */
  onError_({ code = "", text = "", match }) {
    const reason = code.replace(/^ERROR_CODE_/, "");
    const told = text || reason;
    if (match !== undefined && reason === "UNKNOWN_MATCH") return this.forgetUnresumed_(match);
    if (match !== undefined && kErrorsOfTakenSeats.has(reason)) return this.forgetMatch_(match);
    if (reason === "BENCHED") {
      this.notice_(told);
      this.isBenched_ = this.isBound_ || this.connectionState_ !== "welcomed";
    } else if (kFinalErrors.has(reason)) {
      this.fail_(told);
    } else if (reason === "UNKNOWN_PLAYER" && this.repeatsLeft_ > 0 && this.requests_.refuse()) {
      --this.repeatsLeft_;
      this.areRequestsRefused = !this.isStopped_;
    } else if (kErrorsOfRequests.has(reason) && match === undefined && this.requests_.refuse()) {
      this.refuse_(told);
    } else if (reason === "BUSY" || reason === "DRAINING") {
      if (match === undefined) this.requests_.refuse();
      this.areRequestsRefused = this.connectionState_ === "welcomed" && !this.isStopped_;
    } else if (reason !== "LATE" && reason !== "UNKNOWN_MATCH") {
      this.notice_(`the server says: ${told}`);
    }
  }

  /** The organisers tell the players something. The newest messages come again after a lost connection.
   * @param {{tournament?: string, event?: string}} told */
  onTournamentEvent_({ tournament = "", event = "" }) {
    const text = messageIn(event);
    const key = `${tournament} ${event}`;
    if (text === "" || this.toldMessages_.has(key)) return;
    if (this.toldMessages_.size === kMaxToldMessages) this.toldMessages_.clear();
    this.toldMessages_.add(key);
    this.notice_(`the organisers of ${tournament} say: ${text}`);
  }

  /** The match has ended while the connection was lost. An error about a match that is being played comes too late to
   * matter. @param {string} match */
  forgetUnresumed_(match) {
    for (const seat of this.seatsOf_(match)) if (seat.isResuming || this.isStopped_) this.endMatch_(seat);
  }

  /** Another session has the seat: no more is heard of it. @param {string} match */
  forgetMatch_(match) {
    for (const seat of this.seatsOf_(match)) this.endMatch_(seat);
  }

  /** @param {string} match */
  seatsOf_(match) {
    return [...this.seats_.values()].filter((seat) => seat.match === match);
  }

  request_() {
    if (this.isStopped_ || this.isArranged || this.areRequestsRefused || this.refusal_ !== "" ||
      this.connectionState_ !== "welcomed") return;
    const { requests_, plan_ } = this;
    while (requests_.canAdd && requests_.count < this.matchesLeft_ &&
      this.seats_.size + requests_.count < plan_.slots) this.send_(requests_.add());
  }

  /** Takes everything back. When the ping is answered, all earlier messages of the server have arrived. */
  leaveAll_() {
    if (this.hasOffer_) this.send_({ leave: { arranged: true } });
    for (const message of this.requests_.withdraw()) this.send_(message);
    for (const seat of this.seats_.values()) this.send_({ leave: this.nameOf_(seat) });
    this.farewellNonce_ = String(++this.pingCount_);
    this.send_({ ping: { nonce: this.farewellNonce_ } });
  }

  /** @param {PlayedSeat} seat */
  forgetAsked_(seat) {
    if (seat.asked && !seat.asked.decide) this.actions_.push({ kind: "withdraw", seat });
    seat.asked = null;
  }

  /** @param {{match: string, seat?: Seat}} message */
  find_({ match, seat }) {
    return this.seats_.get(`${match}/${seat}`);
  }

  /** @param {SeatId} seat */
  nameOf_({ match, seat }) {
    return { match, seat };
  }

  /** @param {object} message */
  send_(message) {
    this.actions_.push({ kind: "send", message });
  }

  /** @param {string} text */
  notice_(text) {
    this.actions_.push({ kind: "notice", text });
  }

  progress_() {
    this.actions_.push({ kind: "progress" });
  }

  takeActions_() {
    return this.actions_.splice(0);
  }
}
