// The page that shows the best running match large and the others as a wall. It moves on to the next match by itself.

import { requireElement, setText } from "../base/dom.js";
import { loadEngineOrShowError } from "../base/engine_loading.js";
import { startPage } from "../base/start_page.js";
import { Connection, serverUrl } from "../net/connection.js";
import { t } from "../text/translation.js";
import { loadEndedGames } from "../watch/history.js";
import { LiveDuel } from "../watch/live_duel.js";
import { showComments, stateText } from "../watch/view.js";
import { Between, interludeOf } from "./between.js";
import { kParts, parseTvOptions } from "./options.js";
import { Program } from "./program.js";
import { Subscriptions } from "./subscriptions.js";
import { loadShownTournament, showTable } from "./table.js";
import { Wall } from "./wall.js";

/** @import {ConnectionState} from "../net/connection.js" */
/** @import {LobbyMatch, ServerMessage} from "../net/wire.js" */
/** @import {Subscription} from "./subscriptions.js" */
/** @import {Tournament} from "./table.js" */

const kAskForLobbyEveryMs = 3000;
const kMoveOnEveryMs = 500;
const kLoadTableEveryMs = 15_000;

const options = parseTvOptions(window.location.search);
document.documentElement.classList.toggle("is_bare", options.isBare);
for (const part of kParts) {
  document.documentElement.classList.toggle(`has_no_${part}`, !options.parts.has(part));
}

const page = startPage();
const state = requireElement("#state", HTMLElement);
const engine = await loadEngineOrShowError(page, state);
const program = new Program();
const featured = requireElement("#featured", HTMLElement);
const duel = new LiveDuel(featured, page.look, showTexts);
duel.useEngine(engine);
const wall = new Wall(requireElement("#wall", HTMLElement), page.look);
const between = new Between(requireElement("#between", HTMLElement));
const watchLink = requireElement("#watch_link", HTMLAnchorElement);
const subscriptions = new Subscriptions();
/** The matches whose ended games are known or being loaded. @type {Set<string>} */
const knownHistories = new Set();
/** @type {ConnectionState} */
let connectionState = "connecting";
/** @type {?Tournament} */
let tournament = null;
let tableMatch = "";

const connection = new Connection({
  url: serverUrl(window.location),
  codec: engine.messages,
  hello: () => ({}),
  onMessage: receive,
  onStateChange: (next) => {
    connectionState = next;
    subscriptions.forget();
    knownHistories.clear();
    duel.drawSoon();
    if (next === "open") void askForLobby();
  },
});

async function askForLobby() {
  if (document.hidden) return;
  // Each game of a tournament is a match of its own, so the numbers of its matches change all the time.
  if (options.tournament !== "") await loadTable();
  connection.send({ listLobby: {} });
}

/** @param {ServerMessage} message */
function receive(message) {
  const now = performance.now();
  const knowsMatches = options.tournament === "" || tournament !== null;
  if (message.lobby && knowsMatches) program.setMatches((message.lobby.matches ?? []).filter(mayBeShown), now);
  duel.receive(message);
  wall.receive(message);
  if (message.matchEnd) program.endMatch(message.matchEnd.match, now);
  if (message.update && (message.update.game ?? 0) > 1) void loadHistoryOnce(message.update.match);
  if (message.lobby || message.matchEnd) showProgram();
}

/** @param {LobbyMatch} match */
function mayBeShown({ match }) {
  if (options.match !== "") return match === options.match;
  return options.tournament === "" || (tournament?.matches.includes(match) ?? false);
}

/** Loads the games of a match that ended before this page came. @param {string} match */
async function loadHistoryOnce(match) {
  if (knownHistories.has(match)) return;
  knownHistories.add(match);
  const history = await loadEndedGames(match);
  if (!history) return;
  duel.addHistory(match, history);
  wall.addHistory(match, history);
}

/** Shows the matches that the program names, and lets the server send them. */
function showProgram() {
  const others = options.parts.has("wall") ? program.wall : [];
  if (duel.number !== program.featured) {
    knownHistories.delete(program.featured);
    duel.show(program.featured);
  }
  wall.showMatches(others);
  requireElement("#no_wall", HTMLElement).hidden = others.length > 0;
  /** @type {Map<string, Subscription>} */
  const wanted = new Map();
  if (!document.hidden) {
    for (const { match } of others) wanted.set(match, "SUBSCRIPTION_EVENTS");
    if (program.featured !== "") wanted.set(program.featured, "SUBSCRIPTION_FRAMES");
  }
  for (const message of subscriptions.change(wanted)) connection.send(message);
  if (program.featured !== tableMatch) void loadTable();
  duel.drawSoon();
}

function showTexts() {
  const { match } = duel;
  setText(state, match ? stateText(match, connectionState) : "");
  showComments(match);
  between.show(interludeOf(match, program.next));
  if (watchLink.hidden !== (match === null)) watchLink.hidden = match === null;
  const address = `/watch/${match?.match ?? ""}`;
  if (watchLink.getAttribute("href") !== address) watchLink.href = address;
  const names = match && match.players[0] !== "" ? `${match.players[0]} – ${match.players[1]} · ` : "";
  const title = `${names}${t("tv.title")} · ${t("app.name")}`;
  if (document.title !== title) document.title = title;
  Object.assign(featured.dataset, { frame: String(match?.frame ?? 0), match: program.featured });
}

async function loadTable() {
  tableMatch = program.featured;
  if (!options.parts.has("table") && options.tournament === "") return;
  tournament = await loadShownTournament(options.tournament, program.featured);
  showTable(requireElement("#table", HTMLElement), tournament);
}

page.settings.subscribe(() => {
  duel.drawSoon();
  wall.redraw();
  showTable(requireElement("#table", HTMLElement), tournament);
});
document.addEventListener("visibilitychange", () => {
  showProgram();
  void askForLobby();
});
window.setInterval(() => void askForLobby(), kAskForLobbyEveryMs);
window.setInterval(() => void loadTable(), kLoadTableEveryMs);
window.setInterval(() => {
  const before = program.featured;
  program.advance(performance.now());
  if (program.featured !== before) showProgram();
}, kMoveOnEveryMs);
