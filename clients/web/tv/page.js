// The page that shows the best running match large and the others as a wall. It moves on to the next match by itself.
// The broadcast decides; this module brings it what happens and the time, and does what it asks for.

import { requireElement, setText } from "../base/dom.js";
import { loadEngineOrShowError } from "../base/engine_loading.js";
import { startPage } from "../base/start_page.js";
import { attachWholeScreen } from "../base/whole_screen.js";
import { showStage } from "../draw/stage.js";
import { timeUntil } from "../league/countdown.js";
import { Connection, serverUrl } from "../net/connection.js";
import { Scoreboard } from "../play/scoreboard.js";
import { pairOfNames } from "../text/names.js";
import { t } from "../text/translation.js";
import { ChanceEstimator } from "../watch/chance.js";
import { loadEndedGames } from "../watch/history.js";
import { LiveChances } from "../watch/live_chances.js";
import { LiveDuel } from "../watch/live_duel.js";
import { ReadyChains, ReadyStrip } from "../watch/ready_strip.js";
import { announceToSpectators, isToldByBoard, showComments, stateText } from "../watch/view.js";
import { Between, interludeOf } from "./between.js";
import { Broadcast } from "./broadcast.js";
import { kParts, parseTvOptions } from "./options.js";
import { loadShownTournament, messageText, Table } from "./table.js";
import { Wall } from "./wall.js";

/** @import {Request, TableSubject} from "./broadcast.js" */

const kTickEveryMs = 500;

const options = parseTvOptions(window.location.search);
document.documentElement.classList.toggle("is_bare", options.isBare);
for (const part of kParts) {
  document.documentElement.classList.toggle(`has_no_${part}`, !options.parts.has(part));
}

const page = startPage();
const state = requireElement("#state", HTMLElement);
const engine = await loadEngineOrShowError(page, state);
const broadcast = new Broadcast(options);
const featured = requireElement("#featured", HTMLElement);
const duel = new LiveDuel(featured, page.look, showTexts, (announcement, match) =>
  announceToSpectators(page.announcer, announcement, match));
duel.useEngine(engine);
duel.useScoreboard(new Scoreboard(duel.middle));
duel.useReadyStrip({
  chains: new ReadyChains(engine),
  chances: new LiveChances((ruleset) => ChanceEstimator.ofPublished(engine, ruleset)),
  strip: new ReadyStrip(),
});
const wall = new Wall(requireElement("#wall", HTMLElement), page.look);
const between = new Between(requireElement("#between", HTMLElement));
const table = new Table(requireElement("#table", HTMLElement));
const messagePlace = requireElement("#message", HTMLElement);
const watchLink = requireElement("#watch_link", HTMLAnchorElement);
/** The texts that were announced last, by topic. @type {Map<string, string>} */
const announced = new Map();

const connection = new Connection({
  url: serverUrl(window.location),
  codec: engine.messages,
  hello: () => ({ features: broadcast.helloFeatures() }),
  onMessage: (message) => {
    duel.receive(message);
    wall.receive(message);
    perform(broadcast.receive(message, performance.now()));
  },
  onStateChange: (next) => perform(broadcast.setConnection(next, performance.now())),
});

/** Does what the broadcast asks for, and shows what it has decided. @param {Request[]} requests */
function perform(requests) {
  showProgram();
  for (const request of requests) {
    if ("send" in request) connection.send(request.send);
    if ("loadHistory" in request) void loadHistory(request.loadHistory);
    if ("loadTable" in request) void loadTable(request.loadTable);
  }
}

/** @param {string} match */
async function loadHistory(match) {
  const history = await loadEndedGames(match);
  broadcast.endHistoryRequest(match, history !== null, performance.now());
  if (!history) return;
  duel.addHistory(match, history);
  wall.addHistory(match, history);
}

/** @param {TableSubject} subject */
async function loadTable(subject) {
  const tournament = await loadShownTournament(subject.tournament, subject.match);
  perform(broadcast.endTableRequest(subject, tournament, performance.now()));
  for (const { match, leg } of broadcast.tournament?.legs ?? []) {
    duel.setLeg(match, leg);
    wall.setLeg(match, leg);
  }
  table.show(broadcast.tournament);
}

function showProgram() {
  duel.show(broadcast.featured);
  wall.showMatches(broadcast.wall);
  const hasWall = broadcast.wall.length > 0;
  requireElement("#no_wall", HTMLElement).hidden = hasWall;
  // A page for one match, or for none, says nothing about the others.
  requireElement("#wall_box", HTMLElement).hidden = !hasWall && (broadcast.showsOnlyOneMatch || broadcast.namesNothing);
  duel.drawSoon();
}

/** Returns the text of the countdown to the named tournament; "": it has begun, or a match is shown. */
function countdownText() {
  const { tournament, connection: line } = broadcast;
  const left = (tournament?.starts ?? 0) - Date.now();
  if (!tournament || duel.match || line !== "open" || left <= 0) return "";
  return t("tv.starts_in", { name: tournament.name, time: timeUntil(left) });
}

/** Shows the last message of the organisers of the tournament. */
function showMessage() {
  const text = messageText(broadcast.tournament, Date.now());
  setText(messagePlace, text);
  messagePlace.hidden = text === "";
  announceOnce("message", text);
}

function showTexts() {
  showMessage();
  const { match } = duel;
  const { connection: line, showsOnlyOneMatch, namesNothing, next } = broadcast;
  const hasEnded = match?.stage === "over";
  const isNothing = namesNothing && !hasEnded && line === "open";
  setText(state, isNothing ? t("tv.names_nothing") : countdownText() || stateText(match, line));
  state.classList.toggle("is_told", !isNothing && isToldByBoard(match, line));
  showComments(match);
  if (!options.isBare) showStage(match?.players[1] ?? "");
  const interlude = interludeOf(match, showsOnlyOneMatch || namesNothing ? "none" : next);
  between.show(interlude);
  const canWatch = match !== null && !namesNothing;
  if (watchLink.hidden === canWatch) watchLink.hidden = !canWatch;
  const address = `/watch/${match?.match ?? ""}`;
  if (watchLink.getAttribute("href") !== address) watchLink.href = address;
  const names = match && match.players[0] !== "" ? pairOfNames(match.players) : "";
  const title = `${names === "" ? "" : `${names} · `}${t("tv.title")} · ${t("app.name")}`;
  if (document.title !== title) document.title = title;
  announceOnce("match", names);
  announceOnce("result", interlude?.title ?? "");
  Object.assign(featured.dataset, { frame: String(match?.frame ?? 0), match: broadcast.featured });
}

/** Announces a text when it becomes another one. @param {string} topic @param {string} text   "": none */
function announceOnce(topic, text) {
  if (announced.get(topic) === text) return;
  announced.set(topic, text);
  if (text !== "") page.announcer.say(topic, text);
}

attachWholeScreen();
page.settings.subscribe(() => {
  duel.drawSoon();
  wall.redraw();
  table.show(broadcast.tournament);
});
document.addEventListener("visibilitychange", () =>
  perform(broadcast.setVisible(!document.hidden, performance.now())));
window.setInterval(() => perform(broadcast.tick(performance.now())), kTickEveryMs);
