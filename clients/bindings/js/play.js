// Brings a bot to a server: carries out the actions of bot_session.js, with a connection, timers and the bot.

import { Backoff } from "./backoff.js";
import { BotSession } from "./bot_session.js";
import { PlayError } from "./errors.js";
import { MatchRequests } from "./match_requests.js";
import { wirePlacement } from "./placements.js";
import { planOf } from "./plans.js";
import { Thoughts } from "./thoughts.js";
import { ViewReader } from "./views.js";

/** @import {Engine} from "../../web/rules/engine.js" */
/** @import {Action} from "./bot_session.js" */
/** @import {PlayedSeat} from "./played_seats.js" */
/** @import {Bot, Field, PlayOptions, Summary} from "./index.js" */

/** @typedef {{opened: () => void, received: (message: Uint8Array) => void, closed: (why: string) => void}} Listener */
/** @typedef {{send: (message: Uint8Array<ArrayBuffer>) => void, close: () => void}} Transport */
/** The differences between Node and browsers. connect: throws if the text is not an address; clientId: hard to guess
 * @typedef {{engine: Engine, field: typeof Field, clientId: () => string,
 *   connect: (server: string, listener: Listener) => Transport | Promise<Transport>,
 *   environment: {RENSA_SERVER?: string, RENSA_TOKEN?: string}}} Platform */

const kPingEveryMs = 5000;
// The connection is lost when so many pings were sent without any message from the server. Pings are counted and not
// time, since a bot that thinks without a pause must not take its own delay for silence of the server.
const kMaxSilentPings = 4;
const kMaxWelcomeWaitMs = 10_000;
const kLongestToldWaitMs = 5 * 60_000;
/** So long the server's last messages are awaited when the bot leaves. */
const kFarewellMs = 2000;

/** Makes the function play(). @param {Platform} platform
 * @returns {(options: PlayOptions, bot: Bot) => Promise<Summary>} */
export function definePlay(platform) {
  const views = new ViewReader(platform.engine, platform.field);
  return async (options, bot) => {
    const choose = typeof bot === "function" ? bot : bot?.choose?.bind(bot);
    if (typeof choose !== "function") throw new TypeError("play() needs a bot: a function, or an object with choose()");
    const { server, plan } = planOf(options, platform.environment, platform.clientId());
    const session = new BotSession(plan);
    checkMessages(platform.engine, [session.hello(), new MatchRequests(plan.terms, plan.opponent).add()]);
    return new Playing(platform, views, server, session, choose, options).run();
  };
}

/** Throws a TypeError if the messages with the options cannot be sent. @param {Engine} engine
 * @param {object[]} messages */
function checkMessages({ messages: codec }, messages) {
  for (const message of messages) {
    try {
      codec.encode(message);
    } catch (error) {
      throw new TypeError("an option cannot be sent to the server", { cause: error });
    }
  }
}

class Playing {
  /** @param {Platform} platform @param {ViewReader} views @param {string} server @param {BotSession} session
   * @param {import("./index.js").Choose} choose @param {PlayOptions} options */
  constructor(platform, views, server, session, choose, { signal, notice }) {
    this.platform_ = platform;
    this.server_ = server;
    this.session_ = session;
    this.signal_ = signal;
    this.notice_ = notice ?? (() => {});
    this.codec_ = platform.engine.messages;
    this.views_ = views;
    this.thoughts_ = new Thoughts(choose, {
      chosen: (seat, ticket, placement) =>
        this.carryOut_(session.chosen(/** @type {PlayedSeat} */ (seat), ticket, wirePlacement(placement))),
      failed: (error) => this.fail_(error),
    });
    this.backoff_ = new Backoff(Math.random);
    /** The wait that the server wants when it closes this connection. @type {?number} */
    this.toldWaitMs_ = null;
    /** @type {?Transport} */
    this.transport_ = null;
    /** Counts the connections: messages of an earlier one are not heard. */
    this.connectionCount_ = 0;
    this.silentPingCount_ = 0;
    /** @type {Set<ReturnType<typeof setTimeout>>} */
    this.timers_ = new Set();
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.welcomeTimer_ = undefined;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.requestTimer_ = undefined;
    /** The error with which play() ends; null: it ends with the summary. @type {?{error: unknown}} */
    this.failure_ = null;
    this.isLeaving_ = false;
    this.hasEnded_ = false;
  }

  /** Turns errors of an event into the failure of play(): uncaught, they would end all of Node.
   * @template {unknown[]} Values
   * @param {(...values: Values) => void} action @returns {(...values: Values) => void} */
  guarded_(action) {
    return (...values) => {
      if (this.hasEnded_) return;
      try {
        action(...values);
      } catch (error) {
        this.fail_(error);
      }
    };
  }

  /** Leaves because of an error. @param {unknown} error */
  fail_(error) {
    if (this.hasEnded_) return;
    this.failure_ ??= { error };
    try {
      this.leave_();
    } catch {
      this.finish_();
    }
  }

  /** @returns {Promise<Summary>} */
  run() {
    return new Promise((resolve, reject) => {
      this.end_ = () => {
        if (this.failure_ !== null) reject(this.failure_.error);
        else if (this.session_.failure !== "") reject(new PlayError(this.session_.failure));
        else resolve(this.session_.summary);
      };
      this.stopped_ = this.guarded_(() => this.leave_());
      this.signal_?.addEventListener("abort", this.stopped_);
      this.pings_ = setInterval(this.guarded_(() => this.ping_()), kPingEveryMs);
      if (this.signal_?.aborted) this.stopped_();
      else void this.open_();
    });
  }

  async open_() {
    const connection = ++this.connectionCount_;
    const isCurrent = () => connection === this.connectionCount_ && !this.hasEnded_;
    this.welcomeTimer_ = this.after_(kMaxWelcomeWaitMs, () => this.lose_("the server does not answer"));
    try {
      const transport = await this.platform_.connect(this.server_, {
        opened: this.guarded_(() => isCurrent() && this.carryOut_(this.session_.opened())),
        received: this.guarded_((message) => isCurrent() && this.receive_(message)),
        closed: this.guarded_((why) => isCurrent() && this.lose_(why)),
      });
      if (isCurrent()) this.transport_ = transport;
      else transport.close();
    } catch (error) {
      this.failure_ ??= { error }; // it is not an address
      this.finish_();
    }
  }

  /** @param {Uint8Array} bytes */
  receive_(bytes) {
    this.silentPingCount_ = 0;
    const message = this.codec_.decode(bytes);
    if (!message) return this.carryOut_(this.session_.fail("the server does not speak our protocol"));
    if (message.welcome) this.cancel_(this.welcomeTimer_);
    const toldMs = message.error?.retryAfterMilliseconds ?? 0;
    if (toldMs > 0) {
      this.toldWaitMs_ = Math.min(toldMs, kLongestToldWaitMs);
      const seconds = Math.ceil(this.toldWaitMs_ / 1000);
      this.notice_(`the server has too many clients at once: the next attempt is in ${seconds} s`);
    }
    this.carryOut_(this.session_.onMessage(message));
  }

  /** @param {string} why */
  lose_(why) {
    if (this.hasEnded_) return;
    this.notice_(`the connection is lost: ${why}`);
    this.closeTransport_();
    this.carryOut_(this.session_.lost());
    const ownWaitMs = this.backoff_.next();
    const waitMs = this.toldWaitMs_ ?? ownWaitMs;
    this.toldWaitMs_ = null;
    if (!this.hasEnded_) this.after_(waitMs, () => this.open_());
  }

  closeTransport_() {
    ++this.connectionCount_;
    this.cancel_(this.welcomeTimer_);
    this.cancel_(this.requestTimer_);
    this.requestTimer_ = undefined;
    this.transport_?.close();
    this.transport_ = null;
    this.silentPingCount_ = 0;
  }

  ping_() {
    if (this.transport_ === null) return;
    if (++this.silentPingCount_ > kMaxSilentPings) return this.lose_("the server has been silent for too long");
    this.carryOut_(this.session_.pingDue());
  }

  /** Resigns all matches, and ends soon. */
  leave_() {
    if (this.hasEnded_) return;
    if (!this.isLeaving_) {
      this.isLeaving_ = true;
      this.thoughts_.stop();
      this.after_(kFarewellMs, () => this.finish_());
    }
    this.carryOut_(this.session_.stop());
  }

  /** @param {Action[]} actions */
  carryOut_(actions) {
    for (const action of actions) {
      if (this.hasEnded_) return;
      this.carryOutOne_(action);
    }
    if (this.session_.isOver) return this.finish_();
    if (this.session_.failure !== "" && !this.isLeaving_) return this.leave_();
    if (!this.session_.areRequestsRefused || this.requestTimer_ !== undefined) return;
    this.requestTimer_ = this.after_(this.backoff_.next(), () => {
      this.requestTimer_ = undefined;
      this.carryOut_(this.session_.requestAgain());
    });
  }

  /** @param {Action} action */
  carryOutOne_(action) {
    switch (action.kind) {
      case "send":
        return this.transport_?.send(this.codec_.encode(action.message));
      case "ask":
        return this.ask_(action.seat, action.ticket, action.view);
      case "withdraw":
        return this.thoughts_.withdraw(action.seat);
      case "notice":
        return this.notice_(action.text);
      case "progress":
        return this.backoff_.reset();
    }
  }

  /** @param {PlayedSeat} seat @param {number} ticket @param {import("../../web/net/wire.js").WireView} wireView */
  ask_(seat, ticket, wireView) {
    const { players = [], terms = {} } = seat.start;
    const view = this.views_.read(wireView, { match: seat.match, game: seat.game, players, chance: seat.chance,
      ruleset: terms.ruleset ?? "", hasTurns: terms.clock === "CLOCK_TURNS" });
    if (view !== null) return this.thoughts_.think({ seat, ticket, view });
    this.carryOut_(this.session_.fail("the server has sent a view in which nothing can be chosen"));
  }

  finish_() {
    if (this.hasEnded_) return;
    this.hasEnded_ = true;
    this.closeTransport_();
    this.thoughts_.stop();
    clearInterval(this.pings_);
    for (const timer of this.timers_) clearTimeout(timer);
    if (this.stopped_) this.signal_?.removeEventListener("abort", this.stopped_);
    this.end_?.();
  }

  /** @param {number} ms @param {() => void} action */
  after_(ms, action) {
    const timer = setTimeout(this.guarded_(() => {
      this.timers_.delete(timer);
      action();
    }), ms);
    this.timers_.add(timer);
    return timer;
  }

  /** @param {ReturnType<typeof setTimeout> | undefined} timer */
  cancel_(timer) {
    if (timer === undefined) return;
    clearTimeout(timer);
    this.timers_.delete(timer);
  }
}
