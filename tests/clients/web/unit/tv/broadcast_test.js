import assert from "node:assert/strict";
import { test } from "node:test";

import {
  Broadcast, kAskForLobbyEveryMs, kLoadTableEveryMs, kLoadTournamentEveryMs, kRetryHistoryAfterMs,
} from "../../../../../clients/web/tv/broadcast.js";
import { parseTvOptions } from "../../../../../clients/web/tv/options.js";

/** @typedef {import("../../../../../clients/web/tv/broadcast.js").Request} Request */

/** @param {...string} numbers   of matches */
const lobby = (...numbers) => ({ lobby: { matches: numbers.map((match) =>
  ({ match, players: ["ann", "bob"], terms: { clock: "CLOCK_REAL" } })) } });

/** A page that is connected at time 0. @param {string} [search]   of its address */
function connected(search = "") {
  const broadcast = new Broadcast(parseTvOptions(search));
  broadcast.setConnection("open", 0);
  return broadcast;
}

/** @param {string} match @param {number} game */
const updateOf = (match, game) => ({ update: { match, game } });
/** @param {string} id @param {...string} matches */
const tournament = (id, ...matches) => ({ id, name: id, leaders: [], matches, legs: [], starts: null });
/** The messages that the page sends. @param {Request[]} requests @returns {object[]} */
const sent = (requests) => requests.flatMap((request) => ("send" in request ? [request.send] : []));
/** @param {Request[]} requests */
const histories = (requests) => requests.flatMap((one) => ("loadHistory" in one ? [one.loadHistory] : []));
/** @param {Request[]} requests */
const tables = (requests) => requests.flatMap((one) => ("loadTable" in one ? [one.loadTable] : []));

test("the page asks for the running matches at once and then every few seconds, but not while it is hidden", () => {
  const broadcast = new Broadcast(parseTvOptions(""));
  const asks = (/** @type {Request[]} */ requests) => sent(requests).some((message) => "listLobby" in message);
  assert.equal(asks(broadcast.tick(0)), false, "not before the connection is open");
  assert.equal(asks(broadcast.setConnection("open", 10)), true);
  assert.equal(asks(broadcast.tick(10 + kAskForLobbyEveryMs - 1)), false);
  assert.equal(asks(broadcast.tick(10 + kAskForLobbyEveryMs)), true);
  assert.equal(asks(broadcast.setVisible(false, 20_000)), false);
  assert.equal(asks(broadcast.tick(40_000)), false);
  assert.equal(asks(broadcast.setVisible(true, 40_001)), true);
});

test("a hidden page watches nothing, and loads the ended games anew when it is visible again", () => {
  const broadcast = connected();
  broadcast.receive(lobby("1"), 1);
  assert.deepEqual(histories(broadcast.receive(updateOf("1", 3), 2)), ["1"]);
  assert.deepEqual(histories(broadcast.receive(updateOf("1", 3), 3)), []);
  assert.deepEqual(sent(broadcast.setVisible(false, 100)), [{ unwatch: { match: "1" } }]);
  const again = sent(broadcast.setVisible(true, 60_000));
  assert.deepEqual(again[0], { watch: { match: "1", subscription: "SUBSCRIPTION_FRAMES", comments: true } });
  assert.deepEqual(histories(broadcast.receive(updateOf("1", 5), 60_100)), ["1"]);
});

test("ended games that could not be loaded are asked for again later", () => {
  const broadcast = connected();
  broadcast.receive(lobby("1"), 1);
  broadcast.receive(updateOf("1", 2), 10);
  broadcast.endHistoryRequest("1", false, 20);
  assert.deepEqual(histories(broadcast.receive(updateOf("1", 2), 20 + kRetryHistoryAfterMs - 1)), []);
  assert.deepEqual(histories(broadcast.receive(updateOf("1", 2), 20 + kRetryHistoryAfterMs)), ["1"]);
  broadcast.endHistoryRequest("1", true, 9000);
  assert.deepEqual(histories(broadcast.receive(updateOf("1", 2), 60_000)), []);
});

test("a lost connection stays lost until it is open again, and then all matches are watched anew", () => {
  const broadcast = connected();
  broadcast.receive(lobby("1"), 1);
  assert.deepEqual(sent(broadcast.setConnection("lost", 10)), []);
  assert.equal(broadcast.connection, "lost");
  broadcast.setConnection("connecting", 20);
  assert.equal(broadcast.connection, "lost");
  const again = sent(broadcast.setConnection("open", 30));
  assert.equal(broadcast.connection, "open");
  assert.deepEqual(again, [
    { watch: { match: "1", subscription: "SUBSCRIPTION_FRAMES", comments: true } }, { listLobby: {} },
  ]);
});

test("the page returns as a spectator only to a match that it has watched", () => {
  const broadcast = connected();
  assert.deepEqual(broadcast.helloFeatures(), [], "it has only been connected");
  broadcast.receive(lobby("1"), 1);
  assert.deepEqual(broadcast.helloFeatures(), [], "it has asked for the match, and has not got it");
  broadcast.receive({ matchStart: { match: "1", players: ["ann", "bob"] } }, 2);
  broadcast.setConnection("lost", 10);
  assert.deepEqual(broadcast.helloFeatures(), ["returning:spectator"]);
  broadcast.setVisible(false, 11);
  assert.deepEqual(broadcast.helloFeatures(), [], "a hidden page watches nothing");
  broadcast.setVisible(true, 12);
  broadcast.setConnection("open", 13);
  broadcast.receive({ error: { match: "1", code: "ERROR_CODE_UNKNOWN_MATCH" } }, 20);
  broadcast.receive(lobby("2"), 21);
  assert.equal(broadcast.featured, "2");
  assert.deepEqual(broadcast.helloFeatures(), [], "the other match has not come yet");
});

test("before its first connection the page is connecting, not lost", () => {
  assert.equal(new Broadcast(parseTvOptions("")).connection, "connecting");
});

test("an answer about the tournament of another match is not shown, and that of the shown one is asked for", () => {
  const broadcast = connected();
  const [first] = tables(broadcast.receive(lobby("1"), 1));
  assert.deepEqual(first, { tournament: "", match: "1" });
  broadcast.receive({ error: { match: "1", code: "ERROR_CODE_UNKNOWN_MATCH" } }, 2);
  assert.deepEqual(tables(broadcast.receive(lobby("2"), 3)), [], "one is loaded at a time");
  const requests = broadcast.endTableRequest(first, tournament("spring-cup", "1"), 50);
  assert.equal(broadcast.tournament === null, true);
  assert.deepEqual(tables(requests), [{ tournament: "", match: "2" }]);
  broadcast.endTableRequest(tables(requests)[0], tournament("autumn-cup", "2"), 60);
  assert.equal(broadcast.tournament?.id, "autumn-cup");
  assert.deepEqual(tables(broadcast.tick(3 + kLoadTableEveryMs - 1)), []);
  assert.deepEqual(tables(broadcast.tick(50 + kLoadTableEveryMs)), [{ tournament: "", match: "2" }]);
});

test("of a tournament that the address names only its matches are shown, whichever answer comes first", () => {
  const broadcast = new Broadcast(parseTvOptions("?tournament=cup"));
  const [subject] = tables(broadcast.setConnection("open", 0));
  broadcast.receive(lobby("1", "2"), 10);
  assert.equal(broadcast.featured, "");
  broadcast.endTableRequest(subject, tournament("cup", "2"), 20);
  assert.equal(broadcast.featured, "2");
  // The list knows the new match before the tournament does.
  broadcast.receive(lobby("1", "2", "3"), 30);
  assert.deepEqual(broadcast.wall, []);
  const [later] = tables(broadcast.tick(kLoadTournamentEveryMs));
  broadcast.endTableRequest(later, tournament("cup", "2", "3"), 3100);
  assert.deepEqual(broadcast.wall.map(({ match }) => match), ["3"]);
});

test("a tournament that the server cannot tell just now stays as it was", () => {
  const broadcast = new Broadcast(parseTvOptions("?tournament=cup"));
  const [subject] = tables(broadcast.setConnection("open", 0));
  broadcast.endTableRequest(subject, tournament("cup", "2"), 20);
  broadcast.endTableRequest(subject, null, 4000);
  assert.equal(broadcast.tournament?.id, "cup");
});

test("the match that the address names is watched at once, and only if its number is one", () => {
  const watches = (/** @type {string} */ search) =>
    sent(new Broadcast(parseTvOptions(search)).setConnection("open", 0)).filter((message) => "watch" in message);
  assert.equal(watches("?match=12").length, 1);
  assert.deepEqual(watches("?match=x"), []);
  assert.equal(new Broadcast(parseTvOptions("?match=12")).showsOnlyOneMatch, true);
});

test("a page without the wall watches no other matches", () => {
  const broadcast = connected("?show=match");
  const messages = sent(broadcast.receive(lobby("1", "2"), 1));
  assert.deepEqual(messages, [{ watch: { match: "1", subscription: "SUBSCRIPTION_FRAMES", comments: true } }]);
});

test("an address that names a match that the server does not know names nothing", () => {
  const broadcast = connected("?match=12");
  assert.equal(broadcast.namesNothing, false, "nothing is known yet");
  broadcast.receive({ error: { match: "12", code: "ERROR_CODE_UNKNOWN_MATCH" } }, 10);
  assert.equal(broadcast.namesNothing, true);
  broadcast.receive({ matchStart: { match: "12" } }, 20);
  assert.equal(broadcast.namesNothing, false);
  assert.equal(connected("?match=first").namesNothing, true);
});

test("an address that names a tournament names nothing as long as the server has none of this name", () => {
  const broadcast = connected("?tournament=cup");
  const subject = { tournament: "cup", match: "" };
  broadcast.endTableRequest(subject, null, 10);
  assert.equal(broadcast.namesNothing, false, "the server has not answered");
  broadcast.endTableRequest(subject, "not_found", 20);
  assert.equal(broadcast.namesNothing, true);
  broadcast.endTableRequest(subject, null, 25);
  assert.equal(broadcast.namesNothing, true, "the server has not answered again");
  broadcast.endTableRequest(subject, tournament("cup"), 30);
  assert.equal(broadcast.namesNothing, false);
});
