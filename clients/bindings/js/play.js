// Brings a bot to a server: carries out the actions of bot_session.js, with a connection, timers and the bot.

import { Backoff } from "./backoff.js";
import { BotSession } from "./bot_session.js";
import { PlayError } from "./errors.js";
import { wirePlacement } from "./placements.js";
import { Thoughts } from "./thoughts.js";
import { ViewReader } from "./views.js";

/** @import {Engine} from "../../web/rules/engine.js" */
/** @import {Action, Plan, PlayedSeat} from "./bot_session.js" */
/** @import {Bot, Field, PlayOptions, Summary} from "./index.js" */

/** @typedef {{opened: () => void, received: (message: Uint8Array) => void, closed: (why: string) => void}} Listener */
/** @typedef {{send: (message: Uint8Array<ArrayBuffer>) => void, close: () => void}} Transport */
/** The differences between Node and browsers. connect: throws if the address is none; clientId: hard to guess
 * @typedef {{engine: Engine, field: typeof Field, clientId: () => string,
 *   connect: (server: string, listener: Listener) => Transport | Promise<Transport>,
 *   environment: {RENSA_SERVER?: string, RENSA_TOKEN?: string}}} Platform */

const kPingEveryMs = 5000;
// The connection is lost when so many pings were sent without any message from the server. Pings are counted and not
// time, since a bot that thinks without a pause must not take its own delay for silence of the server.
const kMaxSilentPings = 4;
const kMaxWelcomeWaitMs = 10_000;
/** So long the server's last messages are awaited when the bot leaves. */
const kFarewellMs = 2000;

const kClocks = { real: "CLOCK_REAL", virtual: "CLOCK_VIRTUAL", turns: "CLOCK_TURNS" };

/** Makes the function play(). @param {Platform} platform
 * @returns {(options: PlayOptions, bot: Bot) => Promise<Summary>} */
export function definePlay(platform) {
  return async (options, bot) => {
    const choose = typeof bot === "function" ? bot : bot?.choose?.bind(bot);
    if (typeof choose !== "function") throw new TypeError("play() needs a bot: a function, or an object with choose()");
    const { server, token } = invitationOf(options, platform.environment);
    const session = new BotSession(planOf(options, token, platform.clientId()));
    return new Playing(platform, server, session, choose, options).run();
  };
}

/** @param {PlayOptions} options @param {Platform["environment"]} environment */
function invitationOf({ server, token }, { RENSA_SERVER, RENSA_TOKEN }) {
  if (server) return { server, token: token ?? "" };
  if (!RENSA_SERVER) throw new TypeError("no server is named, and RENSA_SERVER is not set");
  return { server: RENSA_SERVER, token: token ?? RENSA_TOKEN ?? "" };
}

/** @param {PlayOptions} options @param {string} token @param {string} clientId @returns {Plan} */
function planOf(options, token, clientId) {
  const { clock = "virtual", charge = "none" } = options;
  if (!(clock in kClocks)) throw new TypeError(`there is no clock "${clock}"`);
  /** @type {import("../../web/net/wire.js").Terms} */
  const terms = { ruleset: options.ruleset ?? "tsu-1", clock: kClocks[clock], games: options.games ?? 1 };
  if (clock === "virtual") {
    const isFixed = typeof charge === "number";
    Object.assign(terms, isFixed ? { charge: "CHARGE_FIXED", chargeFrames: charge }
      : { charge: charge === "measured" ? "CHARGE_MEASURED" : "CHARGE_NONE" });
  }
  return { token, clientId, terms, name: options.name ?? "", software: options.software ?? "rensa for JavaScript",
    origin: options.origin ?? "requests", opponent: options.opponent ?? "", matches: options.matches ?? null,
    slots: options.slots ?? 1 };
}

class Playing {
  /** @param {Platform} platform @param {string} server @param {BotSession} session
   * @param {import("./index.js").Choose} choose @param {PlayOptions} options */
  constructor(platform, server, session, choose, { signal, notice }) {
    this.platform_ = platform;
    this.server_ = server;
    this.session_ = session;
    this.signal_ = signal;
    this.notice_ = notice ?? (() => {});
    this.codec_ = platform.engine.messages;
    this.views_ = new ViewReader(platform.engine, platform.field);
    this.thoughts_ = new Thoughts(choose, {
      chosen: (seat, ticket, placement) =>
        this.carryOut_(session.chosen(/** @type {PlayedSeat} */ (seat), ticket, wirePlacement(placement))),
      failed: (error) => this.leave_(error),
    });
    this.backoff_ = new Backoff(Math.random);
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
    /** Why the bot cannot go on. @type {unknown} */
    this.error_ = undefined;
    this.hasEnded_ = false;
  }

  /** @returns {Promise<Summary>} */
  run() {
    return new Promise((resolve, reject) => {
      this.end_ = () => {
        if (this.error_ !== undefined) reject(this.error_);
        else if (this.session_.failure !== "") reject(new PlayError(this.session_.failure));
        else resolve(this.session_.summary);
      };
      this.stopped_ = () => this.leave_(undefined);
      this.signal_?.addEventListener("abort", this.stopped_);
      this.pings_ = setInterval(() => this.ping_(), kPingEveryMs);
      if (this.signal_?.aborted) this.leave_(undefined);
      else this.open_();
    });
  }

  async open_() {
    const connection = ++this.connectionCount_;
    const isCurrent = () => connection === this.connectionCount_ && !this.hasEnded_;
    this.welcomeTimer_ = this.after_(kMaxWelcomeWaitMs, () => this.lose_("the server does not answer"));
    try {
      const transport = await this.platform_.connect(this.server_, {
        opened: () => isCurrent() && this.carryOut_(this.session_.opened()),
        received: (message) => isCurrent() && this.receive_(message),
        closed: (why) => isCurrent() && this.lose_(why),
      });
      if (isCurrent()) this.transport_ = transport;
      else transport.close();
    } catch (error) {
      this.error_ = error; // the address is none
      this.finish_();
    }
  }

  /** @param {Uint8Array} bytes */
  receive_(bytes) {
    this.silentPingCount_ = 0;
    const message = this.codec_.decode(bytes);
    if (!message) {
      this.session_.failure = "the server does not speak our protocol";
      return this.finish_();
    }
    if (message.welcome) this.cancel_(this.welcomeTimer_);
    this.carryOut_(this.session_.heard(message));
  }

  /** @param {string} why */
  lose_(why) {
    if (this.hasEnded_) return;
    this.notice_(`the connection is lost: ${why}`);
    this.closeTransport_();
    this.carryOut_(this.session_.lost());
    if (!this.hasEnded_) this.after_(this.backoff_.next(), () => this.open_());
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

  /** Resigns all matches, and ends soon. @param {unknown} error   the reason; undefined: none */
  leave_(error) {
    if (this.hasEnded_) return;
    this.error_ ??= error;
    this.thoughts_.stop();
    this.after_(kFarewellMs, () => this.finish_());
    this.carryOut_(this.session_.stop());
  }

  /** @param {Action[]} actions */
  carryOut_(actions) {
    for (const action of actions) {
      if (this.hasEnded_) return;
      if ("send" in action) this.transport_?.send(this.codec_.encode(action.send));
      else if ("ask" in action) this.ask_(action.ask, action.ticket, action.view);
      else if ("withdraw" in action) this.thoughts_.withdraw(action.withdraw);
      else if ("notice" in action) this.notice_(action.notice);
      else this.backoff_.reset();
    }
    if (this.session_.isOver) return this.finish_();
    if (!this.session_.areRequestsRefused || this.requestTimer_ !== undefined) return;
    this.requestTimer_ = this.after_(this.backoff_.next(), () => {
      this.requestTimer_ = undefined;
      this.carryOut_(this.session_.requestAgain());
    });
  }

  /** @param {PlayedSeat} seat @param {number} ticket @param {import("../../web/net/wire.js").WireView} wireView */
  ask_(seat, ticket, wireView) {
    const { players = [], terms = {} } = seat.start;
    const view = this.views_.read(wireView, { match: seat.match, game: seat.game, players, chance: seat.chance,
      ruleset: terms.ruleset ?? "", hasTurns: terms.clock === "CLOCK_TURNS" });
    if (view.placements.length > 0) return this.thoughts_.think({ seat, ticket, view });
    this.session_.failure = "the server has sent a view in which nothing can be chosen";
    this.finish_();
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
    const timer = setTimeout(() => {
      this.timers_.delete(timer);
      action();
    }, ms);
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
