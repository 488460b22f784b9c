import assert from "node:assert/strict";
import { test } from "node:test";

import { Session } from "../../../../../clients/web/play/session.js";

const kMatch = "7";
const kSeat = "SEAT_ONE";

/** Opens a session with a fake socket. Returns the challenges and acceptances that it sends, the news that it tells, and
 * a function by which the server's messages reach it. @param {object} request */
function openSession(request) {
  /** @type {string[]} */
  const sent = [];
  class Socket {
    static OPEN = 1;
    readyState = 1;
    send = (/** @type {string} */ message) =>
      void sent.push(...Object.keys(JSON.parse(message)).filter((kind) => kind === "challenge" || kind === "accept"));
    close() {}
  }
  Object.assign(globalThis, {
    WebSocket: Socket,
    window: {
      location: { protocol: "http:", host: "server" },
      setInterval: () => 0,
      clearInterval: () => {},
      setTimeout: () => 0,
      clearTimeout: () => {},
      addEventListener: () => {},
      removeEventListener: () => {},
    },
  });
  /** @type {any[]} */
  const news = [];
  const options = {
    request,
    claim: null,
    name: () => "",
    preferredOpponents: () => [],
    onNews: (/** @type {any} */ one) => void news.push(one),
    keepClaim: () => {},
    forgetClaim: () => {},
  };
  const session = new Session(/** @type {any} */ (options));
  const receive = (/** @type {object} */ message) =>
    session.connection.socket?.onmessage?.(/** @type {MessageEvent} */ ({ data: JSON.stringify(message) }));
  receive({ welcome: { name: "guest-1" } });
  return { session, sent, news, receive };
}

/** Opens a session whose last match, against greedy, has just ended. */
function sessionAfterMatch() {
  const { session, sent, receive } = openSession({ kind: "opponent", name: "greedy", terms: {} });
  receive({ matchStart: { match: kMatch, seat: kSeat, token: "t", players: ["guest-1", "greedy"], terms: {} } });
  receive({ matchEnd: { match: kMatch, seat: kSeat } });
  assert.equal(session.state.stage, "over");
  return { session, sent, receive };
}

test("an own challenge that has been accepted is not followed by another one before the match starts", () => {
  const { session, sent, receive } = sessionAfterMatch();
  session.rematch(false);
  session.rematch(false);
  receive({ challenged: { challenge: "1", from: "guest-1" } });
  session.rematch(false);
  receive({ challengeEnded: { challenge: "1", why: "accepted" } });
  session.rematch(false);
  assert.deepEqual(sent, ["challenge"]);
});

test("the opponent's challenge is accepted once, and no challenge is sent before the match starts", () => {
  const { session, sent, receive } = sessionAfterMatch();
  receive({ challenged: { challenge: "2", from: "greedy" } });
  session.rematch(false);
  session.rematch(false);
  receive({ challengeEnded: { challenge: "2", why: "accepted" } });
  session.rematch(false);
  assert.deepEqual(sent, ["accept"]);
});

test("a person may ask again after the opponent has taken a challenge back that was being accepted", () => {
  const { session, sent, receive } = sessionAfterMatch();
  receive({ challenged: { challenge: "2", from: "greedy" } });
  session.rematch(false);
  receive({ error: { code: "ERROR_CODE_UNKNOWN_CHALLENGE", text: "there is no such open challenge to you" } });
  session.rematch(false);
  assert.deepEqual(sent, ["accept", "challenge"]);
});

test("a person may ask again after the rematch has been played", () => {
  const { session, sent, receive } = sessionAfterMatch();
  session.rematch(false);
  receive({ challenged: { challenge: "1", from: "guest-1" } });
  receive({ challengeEnded: { challenge: "1", why: "accepted" } });
  receive({ matchStart: { match: "8", seat: kSeat, token: "t", players: ["guest-1", "greedy"], terms: {} } });
  receive({ matchEnd: { match: "8", seat: kSeat } });
  session.rematch(false);
  assert.deepEqual(sent, ["challenge", "challenge"]);
});

test("an own challenge is sent again after a restart of the server, until the opponent is back", () => {
  const { session, sent, receive } = sessionAfterMatch();
  /** @type {(() => void)[]} */
  const timers = [];
  Object.assign(globalThis.window, { setTimeout: (/** @type {() => void} */ run) => timers.push(run) });
  session.rematch(true);
  receive({ challenged: { challenge: "1", from: "guest-1" } });
  session.connection.retryLater("closed");
  timers.pop()?.();  // connects again
  receive({ welcome: { name: "guest-1" } });
  assert.deepEqual(sent, ["challenge", "challenge"]);
  receive({ error: { code: "ERROR_CODE_UNKNOWN_PLAYER", text: "no player with this name is connected" } });
  timers.pop()?.();
  receive({ challenged: { challenge: "2", from: "guest-1" } });
  assert.equal(session.ownChallenge, "2");
  assert.deepEqual(sent, ["challenge", "challenge", "challenge"]);
});

test("a page keeps the name that the server gave it on the next connection", () => {
  const { session } = sessionAfterMatch();
  assert.equal(session.connection.options.hello().name, "guest-1");
});

test("a page that finds no free opponent tells if any is connected", () => {
  const { session, receive } = sessionAfterMatch();
  /** @type {object[]} */
  const news = [];
  session.options.onNews = (one) => void news.push(one);
  receive({ lobby: { open: [] } });
  receive({ lobby: { open: [{ name: "greedy", free: 0 }] } });
  assert.deepEqual(news, [false, true].map((isAnyConnected) =>
    ({ kind: "no_free_opponent", name: "greedy", isAnyConnected })));
});

test("a page asks again two seconds after the server has had no room", () => {
  /** @type {{run: () => void, after: number}[]} */
  const timers = [];
  /** @type {string[]} */
  const sent = [];
  sessionAfterMatch();  // makes the fakes
  Object.assign(globalThis.window, {
    setTimeout: (/** @type {() => void} */ run, /** @type {number} */ after) => timers.push({ run, after }),
  });
  const session = new Session(/** @type {any} */ ({
    request: { kind: "quick", terms: {} },
    claim: null,
    name: () => "",
    preferredOpponents: () => [],
    onNews: (/** @type {{kind: string}} */ { kind }) => void sent.push(kind),
    keepClaim: () => {},
    forgetClaim: () => {},
  }));
  const { socket } = session.connection;
  const receive = (/** @type {object} */ message) =>
    socket?.onmessage?.(/** @type {MessageEvent} */ ({ data: JSON.stringify(message) }));
  session.connection.send = (/** @type {object} */ message) => void sent.push(...Object.keys(message));
  receive({ welcome: { name: "guest-1" } });
  sent.length = timers.length = 0;
  receive({ error: { code: "ERROR_CODE_BUSY", text: "the server cannot write its log now: try again later" } });
  assert.deepEqual(sent, ["refused"]);
  assert.deepEqual(timers.map(({ after }) => after), [2000]);
  timers[0]?.run();
  assert.deepEqual(sent, ["refused", "quickMatch"]);
});

test("who has sent a link learns that the server has forgotten it", () => {
  const { session, news, receive } = openSession({ kind: "friend", terms: {} });
  const replaces = (/** @type {string} */ code) => {
    receive({ invited: { code } });
    return news.at(-1).replacesLink;
  };
  assert.equal(replaces("a"), false);
  assert.equal(replaces("a"), false, "it keeps its code after a lost connection");
  assert.equal(replaces("b"), true);
  assert.equal(replaces("b"), true, "the person may not have read it yet");
  receive({ matchStart: { match: kMatch, seat: kSeat, token: "t", players: ["guest-1", "greedy"], terms: {} } });
  assert.equal(session.hasLostInvitation, false);
});
