// The state of a bot on a server, without sockets: what it says to what it hears.

import assert from "node:assert/strict";
import { test } from "node:test";

import { BotSession, kMatchesBeyondSlots } from "../../../../clients/bindings/js/bot_session.js";

/** @import {Action} from "../../../../clients/bindings/js/bot_session.js" */
/** @import {Plan} from "../../../../clients/bindings/js/plans.js" */
/** @import {ServerMessage} from "../../../../clients/web/net/wire.js" */

const kSeat = /** @type {const} */ ({ match: "31", seat: "SEAT_TWO" });
const kOther = /** @type {const} */ ({ match: "32", seat: "SEAT_ONE" });

/** A session that has said Hello. @param {Partial<Plan>} plan */
function talk(plan = {}) {
  const session = new BotSession({ token: "", name: "bot", software: "test", clientId: "c1", origin: "requests",
    terms: { ruleset: "tsu-1", clock: "CLOCK_VIRTUAL", games: 1 }, opponent: "", matches: 1, slots: 1, ...plan });
  /** @param {Action[]} actions @returns {any[]} without notices and progress */
  const heard = (actions) => actions.filter(({ kind }) => kind !== "notice" && kind !== "progress").map((one) =>
    (one.kind === "send" ? one.message : one.kind === "ask" ? { asks: one.ticket, clock: one.view.clock } : one));
  return {
    session,
    hello: heard(session.opened()),
    /** @param {ServerMessage} message */
    hear: (message) => heard(session.onMessage(message)),
    welcome: (features = /** @type {string[]} */ ([]), name = "bot") =>
      heard(session.onMessage({ welcome: { name, features } })),
    reconnect: () => heard([...session.lost(), ...session.opened()]),
    /** @param {number} ticket @param {any} [seat] */
    choose: (ticket, seat = kSeat) =>
      heard(session.chosen({ ...seat, key: `${seat.match}/${seat.seat}` }, ticket, { x: 3, r: 1 })),
    again: () => heard(session.requestAgain()),
    stop: () => heard(session.stop()),
  };
}

/** @param {{match: string, seat: string}} [seat] @param {string} [clock] @returns {any} */
const start = (seat = kSeat, clock = "CLOCK_VIRTUAL") =>
  ({ matchStart: { ...seat, players: seat.seat === "SEAT_TWO" ? ["gaze", "bot"] : ["bot", "gaze"],
    terms: { ruleset: "tsu-1", clock }, token: "5b1c" } });
/** @param {number} number @param {number} clock @param {object} [more] @returns {any} */
const update = (number, clock, more = {}) => ({ update: { ...kSeat, number: String(number), game: 1, answerDue: true,
  view: { seat: "SEAT_TWO", clock, decisionDue: true, own: { hand: 1 }, opponent: {} }, ...more } });
const gameStart = { gameStart: { ...kSeat, game: 1 } };
/** @param {object} more @returns {any} */
const gameEnd = (more) => ({ gameEnd: { ...kSeat, game: 1, outcome: { cause: "CAUSE_CHOKED", clock: 90, ...more } } });
/** @param {string} code @param {object} [more] @returns {any} */
const error = (code, more = {}) => ({ error: { code: `ERROR_CODE_${code}`, text: code, ...more } });
const decide = { decide: { ...kSeat, game: 1, clock: 73, place: { x: 3, r: 1 } } };

/** A session with a running match, in which the bot is asked. @param {string} [clock] */
function asked(clock) {
  const bot = talk();
  bot.welcome();
  bot.hear(start(kSeat, clock));
  bot.hear(gameStart);
  assert.deepEqual(bot.hear(update(3, 73)), [{ asks: 1, clock: 73 }]);
  return bot;
}
const resume = { resume: { ...kSeat, token: "5b1c", last: "3", subscription: "SUBSCRIPTION_EVENTS", holder: "c1",
  back: true } };

test("a match is requested, played and counted", () => {
  const bot = talk();
  assert.equal(bot.hello[0].hello.name, "bot");
  assert.deepEqual(bot.hello[0].hello.features, []);
  assert.equal(Object.keys(bot.welcome()[0])[0], "quickMatch");
  bot.hear(start());
  bot.hear(gameStart);
  assert.deepEqual(bot.hear(update(3, 73)), [{ asks: 1, clock: 73 }]);
  assert.deepEqual(bot.choose(1), [decide]);
  bot.hear(gameEnd({ winner: "SEAT_TWO" }));
  assert.equal(bot.session.isOver, false);
  assert.deepEqual(bot.hear({ matchEnd: { ...kSeat, wins: [0, 1] } }), []);
  assert.equal(bot.session.isOver, true);
  assert.deepEqual(bot.session.summary, { matches: 1, won: 1, drawn: 0, lost: 0, connectionsLost: 0 });
});

test("as many matches as there are slots are played at once", () => {
  const bot = talk({ slots: 2, matches: 3 });
  assert.equal(bot.welcome().length, 2);
  bot.hear(start());
  bot.hear(start(kOther));
  assert.equal(bot.hear({ matchEnd: { ...kSeat, wins: [0, 1] } }).length, 1, "the third match");
  assert.equal(bot.hear({ matchEnd: { ...kOther, wins: [0, 1] } }).length, 0);
});

test("the waits before retries are short again after a match or an update, and not after a welcome", () => {
  const { session } = asked();
  const hasProgress = (/** @type {Action[]} */ actions) => actions.some(({ kind }) => kind === "progress");
  session.lost();
  session.opened();
  assert.equal(hasProgress(session.onMessage({ welcome: { name: "bot" } })), false);
  assert.equal(hasProgress(session.onMessage(start())), true, "the seat is given back");
  assert.equal(hasProgress(session.onMessage(update(4, 74))), true);
});

test("a bot that has lost its line says that it takes a seat over", () => {
  const bot = asked();
  assert.deepEqual(bot.hello[0].hello.features, []);
  assert.deepEqual(bot.reconnect()[0].hello.features, ["returning:seat"]);
});

test("a match that nobody asked for is left", () => {
  const bot = talk({ matches: 1 });
  bot.welcome();
  bot.hear(start());
  assert.deepEqual(bot.hear(start(kOther)), [{ leave: kOther }]);
});

test("a choice that is made while the line is lost is sent when the server asks again", () => {
  const bot = asked();
  bot.session.lost();
  assert.deepEqual(bot.choose(1), []);
  bot.session.opened();
  assert.deepEqual(bot.welcome(), [resume]);
  bot.hear(start());
  bot.hear(gameStart);
  assert.deepEqual(bot.hear(update(4, 73)), [decide], "the bot is not asked twice");
});

test("an answer that was lost with the line is sent again", () => {
  const bot = asked();
  assert.deepEqual(bot.choose(1), [decide]);
  bot.reconnect();
  bot.welcome();
  assert.deepEqual(bot.hear(update(3, 73)), [decide]);
  assert.equal(bot.session.summary.connectionsLost, 1);
});

test("a bot that still thinks answers when it is done", () => {
  const bot = asked();
  bot.reconnect();
  bot.welcome();
  assert.deepEqual(bot.hear(update(3, 73)), []);
  assert.deepEqual(bot.choose(1), [decide]);
});

test("a choice is not sent before the seat is given back", () => {
  const bot = asked();
  bot.reconnect();
  bot.welcome();
  assert.deepEqual(bot.choose(1), []);
  assert.deepEqual(bot.hear(update(3, 73)), [decide]);
});

test("two seats are taken over again, each with its own number", () => {
  const bot = talk({ slots: 2, matches: 2 });
  bot.welcome();
  bot.hear(start());
  bot.hear(start(kOther));
  bot.hear(update(3, 73));
  bot.reconnect();
  const sent = bot.welcome();
  assert.deepEqual(sent.map((one) => [one.resume.match, one.resume.last]), [["31", "3"], ["32", "0"]]);
});

test("a refused placement is asked again, and the answer that came too late is not sent", () => {
  const bot = asked();
  assert.deepEqual(bot.choose(1), [decide]);
  const refused = { kind: "EVENT_KIND_PLACEMENT_REFUSED", seat: "SEAT_TWO" };
  assert.deepEqual(bot.hear(update(4, 74, { events: [refused] })), [{ asks: 2, clock: 74 }]);
  assert.deepEqual(bot.choose(1), []);
  assert.equal(bot.choose(2)[0].decide.clock, 74);
});

test("an update without a decision is passed", () => {
  const bot = asked();
  bot.choose(1);
  const later = { seat: "SEAT_TWO", clock: 80, own: { hand: 1 } };
  const pass = { decide: { ...kSeat, game: 1, clock: 80, pass: true } };
  assert.deepEqual(bot.hear(update(4, 80, { view: later })), [pass]);
});

test("in real time the bot is asked once for a pair, and again if its choice was refused", () => {
  const bot = asked("CLOCK_REAL");
  assert.deepEqual(bot.hear(update(4, 74)), []);
  bot.choose(1);
  assert.deepEqual(bot.hear(update(5, 75)), []);
  const others = { kind: "EVENT_KIND_PLACEMENT_REFUSED", seat: "SEAT_ONE" };
  assert.deepEqual(bot.hear(update(6, 76, { events: [others] })), []);
  assert.deepEqual(bot.hear(update(7, 77, { events: [{ ...others, seat: "SEAT_TWO" }] })), [{ asks: 2, clock: 77 }]);
});

test("in real time an answer is sent again when the match goes on after a lost line", () => {
  const bot = asked("CLOCK_REAL");
  bot.choose(1);
  bot.reconnect();
  bot.welcome();
  assert.deepEqual(bot.hear({ standing: { match: "31", missing: "SEAT_TWO" } }), []);
  assert.deepEqual(bot.hear({ standing: { match: "31" } }), [decide]);
  assert.deepEqual(bot.hear({ standing: { match: "31" } }), [], "once");
});

/** In real time, after a lost connection: the newest state, at a later clock. @param {object} [more] */
const later = (more) => update(4, 90, { view: { ...update(4, 90).update.view, clock: 90 }, ...more });

test("in real time an answer is sent again with the clock of the newest state", () => {
  const bot = asked("CLOCK_REAL");
  bot.choose(1);
  bot.reconnect();
  bot.welcome();
  bot.hear(start(kSeat, "CLOCK_REAL"));
  assert.deepEqual(bot.hear(later()), [{ decide: { ...decide.decide, clock: 90 } }]);
  assert.deepEqual(bot.hear({ standing: { match: "31" } }), [], "once");
});

test("in real time a bot that still thinks after a lost line is not asked again, and answers the newest state", () => {
  const bot = asked("CLOCK_REAL");
  bot.reconnect();
  bot.welcome();
  assert.deepEqual(bot.hear(later()), []);
  assert.deepEqual(bot.choose(1), [{ decide: { ...decide.decide, clock: 90 } }]);
});

test("a choice that was refused while the line was lost is made anew", () => {
  for (const clock of ["CLOCK_REAL", "CLOCK_VIRTUAL"]) {
    const bot = asked(clock);
    bot.choose(1);
    bot.reconnect();
    bot.welcome();
    const events = [{ kind: "EVENT_KIND_PLACEMENT_REFUSED", seat: "SEAT_TWO" }];
    assert.deepEqual(bot.hear(update(4, 73, { events })), [{ asks: 2, clock: 73 }], clock);
  }
});

test("a game that has ended is not answered, and its thought is withdrawn", () => {
  const bot = asked();
  const [withdrawn] = bot.hear(gameEnd({ winner: "SEAT_ONE" }));
  assert.equal(withdrawn.seat.key, "31/SEAT_TWO");
  assert.deepEqual(bot.choose(1), []);
  assert.deepEqual(bot.hear(update(9, 73)), []);
});

test("games are counted once, and void ones not", () => {
  const bot = asked();
  bot.hear(gameEnd({ winner: "SEAT_ONE" }));
  bot.hear(gameEnd({ winner: "SEAT_ONE" }));
  bot.hear({ gameEnd: { ...kSeat, game: 2, outcome: { cause: "CAUSE_VOIDED" } } });
  bot.reconnect();
  bot.welcome();
  bot.hear(error("UNKNOWN_MATCH", { match: "31" }));
  assert.deepEqual(bot.session.summary, { matches: 1, won: 0, drawn: 0, lost: 1, connectionsLost: 1 });
  assert.equal(bot.session.isOver, true);
});

test("an unknown match is kept while it is being played", () => {
  const bot = asked();
  assert.deepEqual(bot.hear(error("UNKNOWN_MATCH", { match: "31" })), []);
  assert.deepEqual(bot.choose(1), [decide]);
});

test("a seat that another session takes over is forgotten, and the next match is requested", () => {
  for (const code of ["NOT_YOURS", "ELSEWHERE"]) {
    const bot = talk({ matches: 2 });
    bot.welcome();
    bot.hear(start());
    bot.hear(gameStart);
    bot.hear(update(3, 73));
    const [withdrawn, request] = bot.hear(error(code, { match: "31" }));
    assert.deepEqual([withdrawn.kind, Object.keys(request)[0]], ["withdraw", "quickMatch"], code);
    assert.deepEqual(bot.choose(1), []);
    assert.equal(bot.session.summary.matches, 1);
  }
});

test("the error of a match leaves the seats of other matches alone", () => {
  const bot = talk({ slots: 2, matches: 2 });
  bot.welcome();
  bot.hear(start());
  bot.hear(start(kOther));
  bot.hear(error("NOT_YOURS", { match: "32" }));
  assert.equal(bot.session.isOver, false);
  bot.hear(error("NOT_YOURS", { match: "31" }));
  assert.equal(bot.session.isOver, true);
});

test("a seat that cannot be taken over again is forgotten, and the next match is requested", () => {
  for (const code of ["UNKNOWN_MATCH", "NOT_YOURS", "ELSEWHERE"]) {
    const bot = talk({ matches: 2 });
    bot.welcome();
    bot.hear(start());
    bot.reconnect();
    bot.welcome();
    assert.equal(Object.keys(bot.hear(error(code, { match: "31" }))[0])[0], "quickMatch", code);
  }
});

test("a busy or draining server is asked again later", () => {
  for (const code of ["BUSY", "DRAINING"]) {
    const bot = talk();
    bot.welcome();
    assert.deepEqual(bot.hear(error(code)), []);
    assert.equal(bot.session.areRequestsRefused, true);
    assert.equal(Object.keys(bot.again()[0])[0], "quickMatch");
    assert.equal(bot.session.areRequestsRefused, false);
  }
});

test("a drain leaves the running match alone", () => {
  const bot = asked();
  assert.deepEqual(bot.hear({ drain: { seconds: 300 } }), []);
  assert.deepEqual(bot.choose(1), [decide]);
});

test("a busy server before the welcome is no refusal", () => {
  const bot = talk();
  bot.hear(error("BUSY"));
  assert.deepEqual([bot.session.failure, bot.session.areRequestsRefused], ["", false]);
});

test("errors that come again and again end it", () => {
  for (const code of ["TOKEN", "VERSION", "NAME", "MALFORMED", "TOO_LARGE", "ELSEWHERE"]) {
    const bot = talk();
    bot.hear(error(code));
    assert.deepEqual([bot.session.failure, bot.session.isOver], [code, true], code);
  }
});

test("matches that a host or a challenge begins far beyond the slots are left", () => {
  for (const origin of /** @type {const} */ (["host", "challenges"])) {
    const bot = talk({ origin, slots: 1, matches: null });
    bot.welcome();
    assert.deepEqual(bot.hear(start()), []);
    for (let match = 1000; match < 1000 + kMatchesBeyondSlots; ++match) {
      assert.deepEqual(bot.hear(start({ match: String(match), seat: "SEAT_ONE" })), [], "of another tournament");
    }
    assert.deepEqual(bot.hear(start(kOther)), [{ leave: kOther }]);
    assert.deepEqual(bot.hear(start()), [], "it is known");
    bot.reconnect();
    bot.welcome();
    assert.deepEqual(bot.hear(start(kOther)), [], "the server may have lost the other one");
  }
});

test("the token of a tournament offers arranged matches, and requests none", () => {
  const bot = talk({ token: "t", slots: 4, matches: null });
  assert.deepEqual(bot.hello[0].hello.features, ["arranged:4:bound", "messages", "client:c1"]);
  assert.deepEqual(bot.welcome(["arranged"]), []);
  bot.hear(start());
  bot.hear({ gameStart: { ...kSeat, game: 1, chance: "18446744073709551615" } });
  assert.deepEqual(bot.hear(update(3, 73)), [{ asks: 1, clock: 73 }]);
  bot.hear({ matchEnd: { ...kSeat, wins: [0, 1] } });
  assert.equal(bot.session.isOver, false);
  bot.hear(error("BENCHED"));
  assert.deepEqual([bot.session.failure, bot.session.isOver], ["", true]);
});

test("messages of the organisers are told once", () => {
  const bot = talk({ token: "t", slots: 4, matches: null });
  bot.welcome();
  const message = (event = '{"n":7,"event":"message","text":"The final begins at 18:00"}') =>
    bot.session.onMessage({ tournamentEvent: { tournament: "cup", number: "7", event } }).map((one) =>
      (one.kind === "notice" ? one.text : one.kind));
  assert.deepEqual(message(), ["the organisers of cup say: The final begins at 18:00"]);
  bot.reconnect();
  bot.welcome();
  assert.deepEqual(message(), [], "it comes again");
  for (const other of ["", "{}", "null", '{"event":"joined","text":"x"}', '{"event":"message","text":7}']) {
    assert.deepEqual(message(other), [], other);
  }
  assert.equal(message('{"n":8,"event":"message","text":"The final begins at 18:00"}').length, 1);
});

test("challenges are taken without a request, or declined", () => {
  const open = talk({ origin: "challenges", slots: 2, matches: null });
  assert.deepEqual(open.hello[0].hello.features, ["open:2"]);
  assert.deepEqual(open.welcome(), []);
  assert.deepEqual(open.hear(start()), []);
  const other = talk();
  other.welcome();
  assert.deepEqual(other.hear({ challenged: { challenge: "9", from: "x" } }), [{ decline: { challenge: "9" } }]);
});

/** A session that has challenged gaze, and knows the number 9 of its challenge. @param {Partial<Plan>} [plan] */
function challenging(plan) {
  const bot = talk({ opponent: "gaze", slots: 1, matches: 2, ...plan });
  const [challenge, ...more] = bot.welcome();
  assert.deepEqual([challenge.challenge.opponent, more.length], ["gaze", 0], "one at a time");
  assert.deepEqual(bot.hear({ challenged: { challenge: "9", from: "bot" } }), [], "its own");
  return bot;
}
const accepted = { challengeEnded: { challenge: "9", why: "accepted" } };

test("an opponent is challenged, and its refusal ends it", () => {
  for (const why of ["declined", "gone", "crowded_out"]) {
    const bot = challenging();
    bot.hear({ challengeEnded: { challenge: "9", why } });
    assert.equal(bot.session.failure, `gaze does not play: ${why}`);
  }
});

test("an accepted challenge becomes a match, and the next challenge has its own number", () => {
  const bot = challenging();
  bot.hear(accepted);
  assert.deepEqual(bot.hear(start()), []);
  assert.equal(Object.keys(bot.hear({ matchEnd: { ...kSeat, wins: [0, 1] } })[0])[0], "challenge");
  bot.hear({ challenged: { challenge: "12", from: "bot" } });
  bot.hear({ challengeEnded: { challenge: "9", why: "declined" } });
  assert.equal(bot.session.failure, "");
  bot.hear({ challengeEnded: { challenge: "12", why: "declined" } });
  assert.notEqual(bot.session.failure, "");
});

test("the challenges of third players neither end a bot nor count as its own", () => {
  const bot = challenging();
  assert.deepEqual(bot.hear({ challenged: { challenge: "10", from: "carl" } }), [{ decline: { challenge: "10" } }]);
  for (const why of ["declined", "withdrawn", "gone"]) bot.hear({ challengeEnded: { challenge: "10", why } });
  assert.deepEqual([bot.session.failure, bot.session.isOver], ["", false]);
  const early = talk({ opponent: "gaze" });
  early.welcome();
  early.hear({ challenged: { challenge: "8", from: "carl" } });
  early.hear({ challengeEnded: { challenge: "8", why: "declined" } });
  assert.equal(early.session.failure, "", "before it knows the number of its own challenge");
});

test("a bot that has its seat and so its name back knows its own challenge", () => {
  const bot = challenging({ matches: 3 });
  bot.hear(start());
  bot.reconnect();
  bot.welcome([], "bot-2");
  bot.hear(start());
  assert.equal(Object.keys(bot.hear({ matchEnd: { ...kSeat, wins: [0, 1] } })[0])[0], "challenge");
  assert.deepEqual(bot.hear({ challenged: { challenge: "14", from: "bot" } }), []);
  assert.deepEqual(bot.hear({ challenged: { challenge: "14", from: "bot" } }), [], "the number is told again");
});

test("one challenge is open at a time, but as many matches run as there are slots", () => {
  const bot = challenging({ slots: 2, matches: 3 });
  bot.hear(accepted);
  assert.equal(Object.keys(bot.hear(start())[0])[0], "challenge", "the second slot");
  bot.hear({ challenged: { challenge: "10", from: "bot" } });
  bot.hear({ challengeEnded: { challenge: "10", why: "accepted" } });
  assert.deepEqual(bot.hear(start(kOther)), [], "no slot is free");
  assert.equal(Object.keys(bot.hear({ matchEnd: { ...kSeat, wins: [0, 1] } })[0])[0], "challenge");
});

test("a bot whose next challenge is declined plays its running match to the end", () => {
  const bot = challenging({ slots: 2, matches: 3 });
  bot.hear(start());
  bot.hear({ challenged: { challenge: "10", from: "bot" } });
  assert.deepEqual(bot.hear({ challengeEnded: { challenge: "10", why: "declined" } }), []);
  assert.deepEqual([bot.session.failure, bot.session.isOver], ["", false]);
  bot.hear({ matchEnd: { ...kSeat, wins: [0, 1] } });
  assert.equal(bot.session.failure, "gaze does not play: declined");
});

test("a busy opponent is challenged again, and an open challenge is not", () => {
  const bot = talk({ opponent: "gaze" });
  bot.welcome();
  bot.hear(error("BUSY"));
  assert.equal(Object.keys(bot.again()[0])[0], "challenge");
  bot.hear({ challenged: { challenge: "9", from: "bot" } });
  bot.hear(error("BUSY"));
  assert.deepEqual(bot.again(), []);
});

test("a challenge that ended with the connection is repeated until the opponent is back", () => {
  const bot = challenging();
  bot.reconnect();
  assert.equal(Object.keys(bot.welcome()[0])[0], "challenge");
  for (let tries = 0; tries < 3; ++tries) {
    bot.hear(error("UNKNOWN_PLAYER"));
    assert.equal(bot.session.failure, "");
    assert.equal(Object.keys(bot.again()[0])[0], "challenge", "the opponent has not come back yet");
  }
  bot.hear({ challenged: { challenge: "10", from: "bot" } });
  bot.hear({ challengeEnded: { challenge: "10", why: "accepted" } });
  bot.hear(start());
  assert.equal(Object.keys(bot.hear({ matchEnd: { ...kSeat, wins: [0, 1] } })[0])[0], "challenge");
  bot.hear(error("UNKNOWN_PLAYER"));
  assert.equal(bot.session.failure, "UNKNOWN_PLAYER", "the opponent has left");
});

test("an opponent that does not come back is given up", () => {
  const bot = challenging();
  bot.reconnect();
  bot.welcome();
  let tries = 0;
  for (; bot.session.failure === "" && tries < 100; ++tries) {
    bot.hear(error("UNKNOWN_PLAYER"));
    bot.again();
  }
  assert.equal(bot.session.failure, "UNKNOWN_PLAYER");
  assert.equal(tries, 11);
});

test("a bot that is stopped withdraws its challenge", () => {
  const [decline] = challenging().stop();
  assert.deepEqual(decline, { decline: { challenge: "9" } });
});

test("a request that is refused for ever ends the bot, and other errors with the same code do not", () => {
  for (const code of ["TERMS", "UNKNOWN_PLAYER", "NOT_YOURS"]) {
    const bot = talk();
    bot.welcome();
    bot.hear(error(code));
    assert.equal(bot.session.failure, code);
    const playing = asked();
    playing.hear(error(code));
    assert.equal(playing.session.failure, "", code);
  }
});

test("a bot that takes matches of others leaves after the last one", () => {
  for (const origin of ["challenges", "host"]) {
    const bot = talk({ origin, token: "t", slots: 3, matches: 2 });
    const feature = origin === "host" ? "arranged" : "open";
    assert.deepEqual(bot.hello[0].hello.features, [`${feature}:2`, "messages", "client:c1"]);
    bot.welcome();
    assert.deepEqual(bot.hear(start()), []);
    const third = { match: "33", seat: "SEAT_ONE" };
    assert.deepEqual(bot.hear(start(kOther)), origin === "host" ? [{ leave: { arranged: true } }] : []);
    assert.deepEqual(bot.hear(start(third)), [{ leave: third }], "one match too many");
    bot.hear({ matchEnd: { ...kSeat, wins: [0, 1] } });
    assert.equal(bot.session.isOver, false);
    assert.equal(bot.reconnect()[0].hello.features[0], `${feature}:1`);
    bot.welcome();
    bot.hear(error("UNKNOWN_MATCH", { match: "32" }));
    assert.deepEqual([bot.session.isOver, bot.session.summary.matches], [true, 2]);
  }
});

test("a bot that cannot go on resigns its matches first", () => {
  const bot = asked();
  const sent = bot.hear(error("MALFORMED"));
  assert.deepEqual(sent[0], { leave: kSeat });
  assert.equal(bot.session.isOver, false, "the server's last messages are awaited");
  bot.session.lost();
  assert.deepEqual([bot.session.failure, bot.session.isOver], ["MALFORMED", true]);
  const impossible = asked();
  assert.equal(impossible.session.fail("an impossible view")[0].kind, "send");
  assert.equal(impossible.session.failure, "an impossible view");
});

test("a bot that is stopped takes back everything, and hears the rest", () => {
  const bot = talk({ slots: 2, matches: null });
  bot.welcome();
  bot.hear(start());
  const [leave, resign, ping] = bot.stop();
  assert.deepEqual([leave, resign], [{ leave: {} }, { leave: kSeat }]);
  assert.deepEqual(bot.hear(start(kOther)), [{ leave: kOther }], "it has crossed the message");
  bot.hear({ matchEnd: { ...kSeat, cause: "CAUSE_RESIGNED" } });
  bot.hear({ matchEnd: { ...kOther, cause: "CAUSE_RESIGNED" } });
  assert.equal(bot.session.isOver, false);
  bot.hear({ pong: { nonce: ping.ping.nonce } });
  assert.equal(bot.session.isOver, true);
});

test("a server that does not begin with a welcome is given up", () => {
  const bot = talk();
  bot.hear({ lobby: {} });
  assert.notEqual(bot.session.failure, "");
});
