// The way to the server: one WebSocket at a time, made again when it is lost, for as long as the page lives. The
// callbacks are told of its state and of each message; messages that are sent while it is not open are lost.
// How long messages take to the server and back, from its answers to pings.
// How long to wait before another try: a quarter of a second, then twice as long each time, with chance in it so that
// many pages do not come back at once.

/** @import {MessageCodec} from "../rules/message_codec.js" */
/** @import {ServerMessage} from "./wire.js" */

/** @typedef {"connecting" | "open" | "lost" | "refused"} LineState */

const kPingEvery = 1000;
const kLostAfter = 4000;
// Until the server has said Welcome: an address that swallows everything would be waited for a minute and more.
const kWelcomeWithin = 6000;
// After these the server would say the same again.
const kFinal = new Set(["ERROR_CODE_TOKEN", "ERROR_CODE_ORIGIN", "ERROR_CODE_VERSION", "ERROR_CODE_NAME"]);
/** These as well, whenever it says them. */
const kFatal = new Set(["ERROR_CODE_MALFORMED", "ERROR_CODE_TOO_LARGE"]);

export class Connection {
  /**
   * @param {object} options
   * @param {string} options.url
   * @param {() => {name?: string, token?: string, features?: string[]}} options.hello asked for at each connection
   * @param {(message: ServerMessage) => void} options.heard
   * @param {(state: LineState, why: string) => void} options.changed
   * @param {MessageCodec} [options.codec] for messages as bytes; without it they are JSON
   * @param {number} [options.pingEvery] milliseconds; the server closes connections that are silent for twenty seconds
   */
  constructor(options) {
    this.options = options;
    this.roundTrip = new RoundTrip();
    /** @type {LineState} */
    this.state = "connecting";
    /** @type {?WebSocket} */
    this.socket = null;
    this.tries = 0;
    /** The name that the server gives this page. */
    this.name = "";
    /** The code of why the server wants nothing of this page; empty: it does. */
    this.refusal = "";
    this.closed = false;
    /** For the next try, or for a welcome. */
    this.timer = 0;
    this.pingTimer = window.setInterval(() => this.ping(), options.pingEvery ?? kPingEvery);
    // A laptop that wakes, or a phone that is back on the air, shall not wait for the back-off.
    this.hurry = () => {
      if (this.state === "lost" || this.state === "connecting") this.connect();
    };
    window.addEventListener("online", this.hurry);
    this.connect();
  }

  connect() {
    this.drop();
    if (this.closed) return;
    this.enter("connecting", "");
    this.timer = window.setTimeout(() => this.lose("silent"), kWelcomeWithin);
    const socket = new WebSocket(this.options.url, [this.options.codec ? "rensa.v1.pb" : "rensa.v1.json"]);
    socket.binaryType = "arraybuffer";
    this.socket = socket;
    socket.onopen = () => {
      const hello = { versionMin: 1, versionMax: 1, software: "rensa-web", ...this.options.hello() };
      socket.send(this.written({ hello }));
    };
    socket.onmessage = (event) => {
      const message = this.read(event.data);
      if (message) this.hear(message);
      else this.lose("unreadable");
    };
    socket.onclose = () => this.lose("closed");
  }

  /** @param {object} message a ClientMessage */
  say(message) {
    if (this.state === "open" && this.socket?.readyState === WebSocket.OPEN) this.socket.send(this.written(message));
  }

  /** @param {object} message a ClientMessage */
  written(message) {
    return this.options.codec ? this.options.codec.encode(message) : JSON.stringify(message);
  }

  /** @param {string | ArrayBuffer} data @returns {?ServerMessage} null: it is not a message */
  read(data) {
    if (typeof data === "string") return JSON.parse(data);
    return this.options.codec?.decode(new Uint8Array(data)) ?? null;
  }

  close() {
    this.closed = true;
    window.clearInterval(this.pingTimer);
    window.removeEventListener("online", this.hurry);
    this.drop();
  }

  /** @param {ServerMessage} message */
  hear(message) {
    if (message.welcome) {
      window.clearTimeout(this.timer);
      this.tries = 0;
      this.name = message.welcome.name ?? "";
      this.enter("open", "");
      this.ping();
    } else if (message.pong) {
      this.roundTrip.pong(message.pong.nonce ?? "0", performance.now());
      return;
    } else if (message.error && this.isFinal(message.error.code ?? "")) {
      this.drop();
      this.refusal = message.error.code ?? "";
      this.enter("refused", message.error.text ?? "");
    }
    this.options.heard(message);
  }

  /** @param {string} code */
  isFinal(code) {
    return kFatal.has(code) || (this.state !== "open" && kFinal.has(code));
  }

  ping() {
    if (this.state !== "open") return;
    const now = performance.now();
    const lostAfter = Math.max(kLostAfter, 1.5 * (this.options.pingEvery ?? 0));
    if (this.roundTrip.overdue(now) > lostAfter) return this.lose("silent");
    const roundTripMilliseconds = Math.round(this.roundTrip.usual);
    this.say({ ping: { nonce: this.roundTrip.ping(now), roundTripMilliseconds } });
  }

  /** @param {string} why */
  lose(why) {
    this.drop();
    if (this.closed || this.state === "refused") return;
    this.enter("lost", why);
    this.tries += 1;
    this.timer = window.setTimeout(() => this.connect(), waitBefore(this.tries, Math.random));
  }

  drop() {
    window.clearTimeout(this.timer);
    this.roundTrip.forget();
    if (!this.socket) return;
    this.socket.onopen = this.socket.onmessage = this.socket.onclose = null;
    this.socket.close();
    this.socket = null;
  }

  /** @param {LineState} state @param {string} why */
  enter(state, why) {
    if (this.state === state) return;
    this.state = state;
    this.options.changed(state, why);
  }
}

/** Where the server of this page listens. @param {Location} location */
export function serverUrl(location) {
  return `${location.protocol === "https:" ? "wss:" : "ws:"}//${location.host}/ws`;
}

const kKept = 20;

export class RoundTrip {
  constructor() {
    /** @type {Map<string, number>} */
    this.sent = new Map();
    /** @type {number[]} */
    this.times = [];
    this.nonce = 0;
  }

  /** @param {number} now ms @returns {string} the nonce of a ping that leaves now */
  ping(now) {
    const nonce = String(++this.nonce);
    this.sent.set(nonce, now);
    return nonce;
  }

  /** @param {string} nonce @param {number} now ms */
  pong(nonce, now) {
    const left = this.sent.get(nonce);
    if (left === undefined) return;
    this.sent.delete(nonce);
    this.times.push(now - left);
    if (this.times.length > kKept) this.times.shift();
  }

  /** The wait for the oldest answer that has not come. @param {number} now ms */
  overdue(now) {
    for (const left of this.sent.values()) return now - left;
    return 0;
  }

  /** Those of a connection that is gone. */
  forget() {
    this.sent.clear();
    this.times = [];
  }

  /** The 90th percentile of the last round trips: a message has to be sent ahead by it. ms; 0: not known yet */
  get high() {
    if (this.times.length === 0) return 0;
    const sorted = [...this.times].sort((a, b) => a - b);
    return sorted[Math.floor((sorted.length - 1) * 0.9)];
  }

  /** For people. ms; 0: not known yet */
  get usual() {
    if (this.times.length === 0) return 0;
    const sorted = [...this.times].sort((a, b) => a - b);
    return sorted[Math.floor((sorted.length - 1) / 2)];
  }
}

const kFirst = 250;
const kLongest = 8000;

/** @param {number} tries that have failed in a row, 1 or more @param {() => number} random 0..1 @returns {number} ms */
export function waitBefore(tries, random) {
  const whole = Math.min(kFirst * 2 ** (tries - 1), kLongest);
  return whole / 2 + (whole / 2) * random();
}
