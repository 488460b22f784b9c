// Connects the page to the server by a WebSocket, and connects again whenever the connection is lost. Callbacks get
// each change of state and each message. Messages that are sent while the connection is not open are lost. RoundTrip
// measures how long messages take to the server and back.

/** @import {MessageCodec} from "../rules/message_codec.js" */
/** @import {ServerMessage} from "./wire.js" */

/** @typedef {"connecting" | "open" | "lost" | "refused"} ConnectionState */

const kPingEveryMs = 1000;
// The connection is lost when more pings than fit into this time were sent without any message from the server.
const kLostAfterMs = 4000;
// The page waits so long for the server's Welcome. Without this limit, a server that never answers would cost a minute.
const kMaxWelcomeWaitMs = 6000;
// After these errors instead of a Welcome, the page does not connect again, because the server would repeat them.
const kFinalErrorsBeforeWelcome = new Set([
  "ERROR_CODE_TOKEN", "ERROR_CODE_ORIGIN", "ERROR_CODE_VERSION", "ERROR_CODE_NAME",
]);
/** After these errors, the page never connects again. */
const kAlwaysFinalErrors = new Set(["ERROR_CODE_MALFORMED", "ERROR_CODE_TOO_LARGE"]);

export class Connection {
  /**
   * @param {object} options
   * @param {string} options.url
   * @param {() => {name?: string, token?: string, features?: string[]}} options.hello   called for each connection
   * @param {(message: ServerMessage) => void} options.onMessage
   * @param {(state: ConnectionState, why: string) => void} options.onStateChange
   * @param {MessageCodec} [options.codec]   for messages as bytes; without it they are JSON
   * @param {number} [options.pingEveryMs] the server closes connections that are silent for twenty seconds
   */
  constructor(options) {
    this.options = options;
    this.roundTrip = new RoundTrip();
    /** @type {ConnectionState} */
    this.state = "connecting";
    /** @type {?WebSocket} */
    this.socket = null;
    this.failedTries = 0;
    /** The name that the server gives this page. */
    this.name = "";
    /** The code of the error by which the server refused this page; empty: it has not refused it. */
    this.refusal = "";
    this.refusalText = "";
    this.closed = false;
    /** The wait that the server wants when it closes this connection, in ms; 0: it has not said. */
    this.toldWaitMs = 0;
    /** The pings since the last message of the server. Pings are counted and not time, since a page that the machine or
     * the browser has stopped for a while must not take its own delay for silence of the server. */
    this.silentPings = 0;
    /** Ends the wait before the next try, or the wait for a Welcome. */
    this.retryOrWelcomeTimer = 0;
    this.pingTimer = window.setInterval(() => this.ping(), options.pingEveryMs ?? kPingEveryMs);
    // A laptop that wakes or a phone with a network again connects at once, without the usual wait.
    this.retryNow = () => {
      if (this.state === "lost" || this.state === "connecting") this.connect();
    };
    window.addEventListener("online", this.retryNow);
    this.connect();
  }

  connect() {
    this.closeSocket();
    if (this.closed) return;
    this.changeState("connecting", "");
    this.awaitWelcome();
    const socket = new WebSocket(this.options.url, [this.options.codec ? "rensa.v1.pb" : "rensa.v1.json"]);
    socket.binaryType = "arraybuffer";
    this.socket = socket;
    socket.onopen = () => {
      const hello = { versionMin: 1, versionMax: 1, software: "rensa-web", ...this.options.hello() };
      socket.send(this.encode({ hello }));
      this.awaitWelcome();
    };
    socket.onmessage = (event) => {
      const message = this.decode(event.data);
      if (message) this.receive(message);
      else this.retryLater("unreadable");
    };
    socket.onclose = () => this.retryLater("closed");
  }

  awaitWelcome() {
    window.clearTimeout(this.retryOrWelcomeTimer);
    this.retryOrWelcomeTimer = window.setTimeout(() => this.retryLater("silent"), kMaxWelcomeWaitMs);
  }

  /** @param {object} message a ClientMessage */
  send(message) {
    if (this.state === "open" && this.socket?.readyState === WebSocket.OPEN) this.socket.send(this.encode(message));
  }

  /** @param {object} message a ClientMessage */
  encode(message) {
    return this.options.codec ? this.options.codec.encode(message) : JSON.stringify(message);
  }

  /** @param {string | ArrayBuffer} data @returns {?ServerMessage} null: it is not a message */
  decode(data) {
    if (typeof data === "string") return JSON.parse(data);
    return this.options.codec?.decode(new Uint8Array(data)) ?? null;
  }

  close() {
    this.closed = true;
    window.clearInterval(this.pingTimer);
    window.removeEventListener("online", this.retryNow);
    this.closeSocket();
  }

  /** @param {ServerMessage} message */
  receive(message) {
    this.silentPings = 0;
    if (message.welcome) {
      window.clearTimeout(this.retryOrWelcomeTimer);
      this.failedTries = 0;
      this.name = message.welcome.name ?? "";
      this.changeState("open", "");
      this.ping();
    } else if (message.pong) {
      this.roundTrip.endPing(message.pong.nonce ?? "0", performance.now());
      return;
    } else if (message.error && this.isFinal(message.error.code ?? "")) {
      this.closeSocket();
      this.refusal = message.error.code ?? "";
      this.refusalText = message.error.text ?? "";
      this.changeState("refused", message.error.text ?? "");
    }
    this.toldWaitMs = Math.min(message.error?.retryAfterMilliseconds ?? 0, kLongestToldWaitMs) || this.toldWaitMs;
    this.options.onMessage(message);
  }

  /** Returns true if connecting again after this error is useless. @param {string} code */
  isFinal(code) {
    return kAlwaysFinalErrors.has(code) || (this.state !== "open" && kFinalErrorsBeforeWelcome.has(code));
  }

  ping() {
    if (this.state !== "open") return;
    if (this.silentPings > Math.ceil(kLostAfterMs / (this.options.pingEveryMs ?? kPingEveryMs))) {
      return this.retryLater("silent");
    }
    this.silentPings += 1;
    const roundTripMilliseconds = Math.round(this.roundTrip.median);
    this.send({ ping: { nonce: this.roundTrip.startPing(performance.now()), roundTripMilliseconds } });
  }

  /** Closes the connection, and opens another one after a wait. @param {string} why */
  retryLater(why) {
    this.closeSocket();
    if (this.closed || this.state === "refused") return;
    this.changeState("lost", why);
    this.failedTries += 1;
    const waitMs = this.toldWaitMs || waitBeforeTry(this.failedTries, Math.random);
    this.toldWaitMs = 0;
    this.retryOrWelcomeTimer = window.setTimeout(() => this.connect(), waitMs);
  }

  closeSocket() {
    window.clearTimeout(this.retryOrWelcomeTimer);
    this.roundTrip.reset();
    if (!this.socket) return;
    this.socket.onopen = this.socket.onmessage = this.socket.onclose = null;
    this.socket.close();
    this.socket = null;
  }

  /** @param {ConnectionState} state @param {string} why */
  changeState(state, why) {
    if (this.state === state) return;
    this.state = state;
    this.options.onStateChange(state, why);
  }
}

/** Returns the state of a connection as a spectator sees it: a lost one stays lost until it is open again, also while the
 * page tries to connect. @param {ConnectionState} shown   before @param {ConnectionState} next */
export function shownConnectionState(shown, next) {
  return next === "connecting" && shown === "lost" ? "lost" : next;
}

/** Returns the address of the server's WebSocket. @param {Location} location */
export function serverUrl(location) {
  return `${location.protocol === "https:" ? "wss:" : "ws:"}//${location.host}/ws`;
}

const kKeptRoundTrips = 20;

export class RoundTrip {
  constructor() {
    /** @type {Map<string, number>} */
    this.sent = new Map();
    /** @type {number[]} */
    this.times = [];
    this.nonce = 0;
  }

  /** Returns the nonce for a ping that is sent now. @param {number} now   ms @returns {string} */
  startPing(now) {
    const nonce = String(++this.nonce);
    this.sent.set(nonce, now);
    return nonce;
  }

  /** Counts the round trip of the ping that was answered now. @param {string} nonce @param {number} now   ms */
  endPing(nonce, now) {
    const left = this.sent.get(nonce);
    if (left === undefined) return;
    this.sent.delete(nonce);
    this.times.push(now - left);
    if (this.times.length > kKeptRoundTrips) this.times.shift();
  }

  /** Forgets the pings of a lost connection. */
  reset() {
    this.sent.clear();
    this.times = [];
  }

  /** The 90th percentile of the last round trips in ms: inputs are sent so long ahead. 0: not known yet. */
  get percentile90() {
    return this.quantile_(0.9);
  }

  /** The median of the last round trips in ms, which the page shows. 0: not known yet. */
  get median() {
    return this.quantile_(0.5);
  }

  /** @param {number} share */
  quantile_(share) {
    const sorted = [...this.times].sort((a, b) => a - b);
    return sorted[Math.floor((sorted.length - 1) * share)] ?? 0;
  }
}

const kLongestToldWaitMs = 5 * 60_000;
const kFirstRetryWaitMs = 250;
const kLongestRetryWaitMs = 8000;

/**
 * Returns the wait before the next try, in ms. It doubles with each failed try, up to a limit. It is partly random, so
 * that many pages do not come back at the same time.
 * @param {number} tries   that have failed in a row, 1 or more
 * @param {() => number} random   0..1
 * @returns {number}
 */
export function waitBeforeTry(tries, random) {
  const whole = Math.min(kFirstRetryWaitMs * 2 ** (tries - 1), kLongestRetryWaitMs);
  return whole / 2 + (whole / 2) * random();
}
