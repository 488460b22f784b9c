// The state of a bot on a server, from Hello to the end of its last match, over one connection after the other. It has
// no sockets, no clock and no timers: each call tells it an event, and returns the actions that follow.

import { opponentOf } from "../../web/net/wire.js";

/** @import {GameEnd, GameStart, MatchEnd, MatchStart, Seat, ServerMessage, Terms, Update, WireError,
 *   WireView} from "../../web/net/wire.js" */

/** @typedef {"lost" | "greeting" | "welcomed"} Line   the state of the connection */
/** The right to decide for one side of a match: its key as a text, and both parts of it.
 * @typedef {{key: string, match: string, seat: Seat}} SeatId */
/** The answer that the server waits for, or has been sent. decide: null while the bot thinks
 * @typedef {{ticket: number, game: number, clock: number, hand: number, decide: ?object}} Asked */
/** last: the number of the last update; isResuming: the server has not given the seat back yet
 * @typedef {SeatId & {start: MatchStart, last: bigint, game: number, endedGame: number, chance: ?bigint,
 *   asked: ?Asked, isResuming: boolean, won: number, drawn: number, lost: number}} PlayedSeat */
/** send: a ClientMessage; ask: the bot has to choose; withdraw: the choice of a seat is not wanted any more;
 * progress: the next wait before a retry is the shortest again
 * @typedef {{send: object} | {ask: PlayedSeat, ticket: number, view: WireView} | {withdraw: SeatId}
 *   | {notice: string} | {progress: true}} Action */
/** @typedef {{token: string, name: string, software: string, clientId: string, origin: string, terms: Terms,
 *   opponent: string, matches: ?number, slots: number}} Plan */

const kFinalErrors = new Set([
  "MALFORMED", "TOO_LARGE", "VERSION", "TOKEN", "ORIGIN", "NAME", "TERMS", "UNKNOWN_PLAYER",
]);
const kErrorsOfSeats = new Set(["UNKNOWN_MATCH", "NOT_YOURS", "ELSEWHERE"]);
const kSubscription = "SUBSCRIPTION_EVENTS";

export class BotSession {
  /** @param {Plan} plan */
  constructor(plan) {
    this.plan_ = plan;
    /** @type {Line} */
    this.line_ = "lost";
    /** @type {Map<string, PlayedSeat>} */
    this.seats_ = new Map();
    /** @type {Action[]} */
    this.actions_ = [];
    this.name_ = "";
    this.requestCount_ = 0; // that the server has neither fulfilled nor refused
    this.ticketCount_ = 0;
    this.pingCount_ = 0;
    this.farewellNonce_ = "";
    this.isBound_ = false; // Welcome says that the token is for arranged matches alone
    this.isBenched_ = false;
    this.isStopped_ = false;
    this.isFarewellAnswered_ = false;
    /** The server has refused requests: requestAgain() repeats them. */
    this.areRequestsRefused = false;
    /** The reason why the bot cannot go on; empty: it can. */
    this.failure = "";
    this.summary = { matches: 0, won: 0, drawn: 0, lost: 0, connectionsLost: 0 };
  }

  /** True if matches begin without a request of ours. */
  get isArranged() {
    return this.isBound_ || this.plan_.origin !== "requests";
  }

  /** True if nothing is left to do. */
  get isOver() {
    if (this.failure !== "") return true;
    if (this.seats_.size > 0) return false;
    if (this.isStopped_) return this.line_ !== "welcomed" || this.isFarewellAnswered_;
    const { matches } = this.plan_;
    return this.isBenched_ || (!this.isArranged && matches !== null && this.summary.matches >= matches);
  }

  /** A connection is open. @returns {Action[]} */
  opened() {
    const { token, name, software, clientId, origin, slots } = this.plan_;
    const features = [];
    if (origin === "challenges") features.push(`open:${slots}`);
    else if (origin === "host") features.push(`arranged:${slots}`);
    else if (token) features.push(`arranged:${slots}:bound`);
    if (token) features.push(`client:${clientId}`);
    this.line_ = "greeting";
    this.send_({ hello: { versionMin: 1, versionMax: 1, token, name, software, features } });
    return this.takeActions_();
  }

  /** The connection is lost. The seats wait for the next one. @returns {Action[]} */
  lost() {
    if (this.line_ === "welcomed") ++this.summary.connectionsLost;
    this.line_ = "lost";
    this.requestCount_ = 0;
    this.areRequestsRefused = false;
    for (const seat of this.seats_.values()) seat.isResuming = true;
    return this.takeActions_();
  }

  /** The server has sent a message. @param {ServerMessage} message @returns {Action[]} */
  heard(message) {
    if (this.line_ === "greeting" && !message.welcome && !message.error) {
      this.failure = "the server does not begin with a welcome";
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
    if (this.line_ === "welcomed" && !seat.isResuming) this.send_({ decide: seat.asked.decide });
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
    if (this.line_ === "welcomed") this.send_({ ping: { nonce: String(++this.pingCount_) } });
    return this.takeActions_();
  }

  /** Resigns all matches, and requests none. A lost connection has to be opened again for it only if there are seats.
   * @returns {Action[]} */
  stop() {
    if (this.isStopped_) return [];
    this.isStopped_ = true;
    if (this.line_ === "welcomed") this.leaveAll_();
    return this.takeActions_();
  }

  /** @param {import("../../web/net/wire.js").Welcome} welcome */
  onWelcome_({ name, features }) {
    if (this.line_ !== "greeting") return;
    this.line_ = "welcomed";
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

  /** @param {MatchStart} start */
  onMatchStart_(start) {
    if (!start.seat) return;
    this.progress_();
    const known = this.find_(start);
    if (known) {
      known.start = start;
      return;
    }
    const isExpected = this.isArranged || this.requestCount_ > 0;
    if (!isExpected || this.isStopped_) this.send_({ leave: { match: start.match, seat: start.seat } });
    if (!isExpected) return;
    if (this.requestCount_ > 0) --this.requestCount_;
    const key = `${start.match}/${start.seat}`;
    this.seats_.set(key, { key, match: start.match, seat: start.seat, start, last: 0n, game: 0, endedGame: 0,
      chance: null, asked: null, isResuming: false, won: 0, drawn: 0, lost: 0 });
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

  /** In real time the game does not wait: the bot chooses once for a pair, unless its choice was refused.
   * @param {PlayedSeat} seat @param {Update} update */
  wantsAnswer_(seat, { answerDue, events, game, view }) {
    if (seat.start.terms?.clock !== "CLOCK_REAL") return answerDue ?? false;
    if (!view?.decisionDue) return false;
    const { asked } = seat;
    const isSamePair = asked !== null && asked.game === game && asked.hand === (view.own?.hand ?? 0);
    const wasRefused = (events ?? []).some((event) =>
      event.kind === "EVENT_KIND_PLACEMENT_REFUSED" && event.seat === seat.seat);
    return !isSamePair || seat.isResuming || wasRefused;
  }

  /** @param {PlayedSeat} seat @param {Update} update */
  answer_(seat, { game = 0, view = {} }) {
    const clock = view.clock ?? 0;
    seat.isResuming = false;
    if (seat.asked?.game === game && seat.asked.clock === clock) {
      // The server asks again after a lost connection. A bot that still thinks answers when it is done.
      if (seat.asked.decide) this.send_({ decide: seat.asked.decide });
      return;
    }
    if (!view.decisionDue) return this.send_({ decide: { ...this.nameOf_(seat), game, clock, pass: true } });
    const ticket = ++this.ticketCount_;
    seat.asked = { ticket, game, clock, hand: view.own?.hand ?? 0, decide: null };
    this.actions_.push({ ask: seat, ticket, view });
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
    this.request_();
  }

  /** The last message after Resume. In real time the server does not ask again: a decision that it already has is late
   * and does no harm. @param {import("../../web/net/wire.js").Standing} standing */
  onStanding_({ match, missing }) {
    if (missing) return;
    for (const seat of this.seats_.values()) {
      if (seat.match !== match || !seat.isResuming) continue;
      seat.isResuming = false;
      const isReal = seat.start.terms?.clock === "CLOCK_REAL";
      if (isReal && seat.asked?.decide) this.send_({ decide: seat.asked.decide });
    }
  }

  /** Challenges of others are declined: those that the bot takes begin without this message.
   * @param {import("../../web/net/wire.js").Challenged} challenged */
  onChallenged_({ challenge, from }) {
    if (from !== this.name_) this.send_({ decline: { challenge } });
  }

  /** @param {import("../../web/net/wire.js").ChallengeEnded} ended */
  onChallengeEnded_({ why }) {
    if (why === "accepted" || this.plan_.opponent === "" || this.requestCount_ === 0) return;
    this.failure = `${this.plan_.opponent} does not play: ${why}`;
  }

  /** @param {WireError} error */
  onError_({ code = "", text = "", match }) {
    const reason = code.replace(/^ERROR_CODE_/, "");
    if (match !== undefined && kErrorsOfSeats.has(reason)) return this.forgetUnresumed_(match);
    if (reason === "BENCHED") {
      this.notice_(text);
      this.isBenched_ = this.isBound_ || this.line_ !== "welcomed";
    } else if (kFinalErrors.has(reason) || reason === "ELSEWHERE") {
      this.failure = text || reason;
    } else if (reason === "BUSY" || reason === "DRAINING") {
      if (match === undefined && this.requestCount_ > 0) --this.requestCount_;
      this.areRequestsRefused = this.line_ === "welcomed" && !this.isStopped_;
    } else if (reason !== "LATE" && !kErrorsOfSeats.has(reason)) {
      this.notice_(`the server says: ${text}`);
    }
  }

  /** Forgets the seats of a match that could not be taken over again. A seat that is being played is kept, because an
   * error about it comes too late to matter. @param {string} match */
  forgetUnresumed_(match) {
    for (const seat of [...this.seats_.values()]) {
      if (seat.match === match && (seat.isResuming || this.isStopped_)) this.endMatch_(seat);
    }
  }

  request_() {
    const { matches, slots, opponent, terms } = this.plan_;
    if (this.isStopped_ || this.isArranged || this.areRequestsRefused || this.line_ !== "welcomed") return;
    const hasRoom = () => {
      const busy = this.seats_.size + this.requestCount_;
      return busy < slots && (matches === null || this.summary.matches + busy < matches) &&
        (opponent === "" || this.requestCount_ === 0);
    };
    while (hasRoom()) {
      const wanted = { terms, subscription: kSubscription };
      this.send_(opponent === "" ? { quickMatch: wanted } : { challenge: { opponent, ...wanted } });
      ++this.requestCount_;
    }
  }

  /** Takes everything back. When the ping is answered, all earlier messages of the server have arrived. */
  leaveAll_() {
    const hasOffer = this.plan_.origin === "host" && !this.isBound_;
    if (this.requestCount_ > 0 || hasOffer) this.send_({ leave: hasOffer ? { arranged: true } : {} });
    for (const seat of this.seats_.values()) this.send_({ leave: this.nameOf_(seat) });
    this.farewellNonce_ = String(++this.pingCount_);
    this.send_({ ping: { nonce: this.farewellNonce_ } });
  }

  /** @param {PlayedSeat} seat */
  forgetAsked_(seat) {
    if (seat.asked && !seat.asked.decide) this.actions_.push({ withdraw: seat });
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
    this.actions_.push({ send: message });
  }

  /** @param {string} notice */
  notice_(notice) {
    this.actions_.push({ notice });
  }

  progress_() {
    this.actions_.push({ progress: true });
  }

  takeActions_() {
    return this.actions_.splice(0);
  }
}
