// The page for watching a match. Messages wait for the chosen delay, then change the state, which the page shows.

import { requireElement } from "../base/dom.js";
import { loadEngineOrShowError } from "../base/engine_loading.js";
import { startPage } from "../base/start_page.js";
import { attachWholeScreen } from "../base/whole_screen.js";
import { DuelView } from "../draw/duel_view.js";
import { showStage } from "../draw/stage.js";
import { Connection, serverUrl, shownConnectionState } from "../net/connection.js";
import { DuelScenes } from "../play/duel_scene.js";
import { GameTotals } from "../play/game_totals.js";
import { MatchEvents, playingTimeText } from "../play/match_events.js";
import { Scoreboard } from "../play/scoreboard.js";
import { pageSound } from "../sound/sound.js";
import { t } from "../text/translation.js";
import { ChanceEstimator } from "./chance.js";
import { loadEndedGames } from "./history.js";
import { LiveChances } from "./live_chances.js";
import { ReadyChains, ReadyStrip } from "./ready_strip.js";
import { announceToSpectators, showFinishedGames, showPanel } from "./view.js";
import { boardFactsOf, MessageDelay, WatchedMatch } from "./watched_match.js";

/** @import {ConnectionState} from "../net/connection.js" */
/** @import {ServerMessage} from "../net/wire.js" */
/** @import {MatchHistory} from "./watched_match.js" */

const kDelays = [0, 5, 15, 30];
const kHandleMessagesEveryMs = 1000;
/** An update plays so many sounds at most, because a returning spectator gets all missed events in one update. */
const kMaxSoundsPerUpdate = 4;

const page = startPage();
const sound = pageSound(page.settings);
const match = new WatchedMatch(window.location.pathname.split("/").at(-1) ?? "");
const engine = await loadEngineOrShowError(page, requireElement("#state", HTMLElement));
const scenes = new DuelScenes(engine);
const matchEvents = new MatchEvents();
const totals = new GameTotals();
const view = new DuelView();
view.root.classList.add("is_watched");
const scoreboard = new Scoreboard(view.middle);
const readyChains = new ReadyChains(engine);
const chances = new LiveChances((ruleset) => ChanceEstimator.ofPublished(engine, ruleset));
const readyStrip = new ReadyStrip();
view.middle.append(...readyStrip.parts);
requireElement("#stage", HTMLElement).append(view.root);
view.root.hidden = true;

/** @type {MessageDelay<ServerMessage|MatchHistory>} */
const delay = new MessageDelay();
/** @type {ConnectionState} */
let connectionState = "connecting";
let mustDraw = true;
let knowsHistory = false;
/** True once the server has sent the match: a later connection goes on watching it. */
let hasWatched = false;

const connection = new Connection({
  url: serverUrl(window.location),
  codec: engine.messages,
  hello: () => ({ features: hasWatched ? ["returning:spectator"] : [] }),
  onMessage: (message) => {
    hasWatched ||= message.matchStart?.match === match.match;
    delay.push(message, performance.now());
    if ((message.update?.game ?? 0) > 1) void loadHistoryOnce();
  },
  onStateChange: (state) => {
    connectionState = shownConnectionState(connectionState, state);
    mustDraw = true;
    if (state !== "open") return;
    if (!match.hasValidNumber) return connection.close();
    knowsHistory = false;
    connection.send({ watch: { match: match.match, subscription: "SUBSCRIPTION_FRAMES", comments: true } });
  },
});

/** Loads the games that ended before this page came, once for each connection. */
async function loadHistoryOnce() {
  if (knowsHistory) return;
  knowsHistory = true;
  const history = await loadEndedGames(match.match);
  if (history) delay.push(history, performance.now());
}

/** @param {ServerMessage|MatchHistory} message */
function handleMessage(message) {
  const { game } = match;
  const events = match.receive(message);
  if (match.stage === "gone" && match.hasValidNumber) void loadHistoryOnce();
  mustDraw = true;
  // After a lost connection the same game goes on, of which the page has not seen all.
  if (match.game !== game || ("matchStart" in message && message.matchStart?.match === match.match)) {
    matchEvents.reset();
    totals.reset();
    readyChains.reset();
    chances.reset();
  }
  if ("matchStart" in message && message.matchStart?.match === match.match) chances.beginMatch(message.matchStart.terms);
  if ("update" in message) {
    readyChains.add(match.frame, match.sides, events);
    chances.add(match.frame, match.sides, events);
    totals.addEvents(events, "SEAT_ONE", match.frame);
  }
  if ("gameEnd" in message && message.gameEnd) chances.end(match.frame, message.gameEnd.outcome);
  if ("played" in message || message.gameEnd) showFinishedGames(match);
  if (events.length === 0) return;
  const { sounds, announcements } = matchEvents.addEvents(events, "SEAT_ONE", match.frame);
  for (const one of sounds.slice(0, kMaxSoundsPerUpdate)) sound.play(one.sound, one.amount);
  for (const one of announcements) announceToSpectators(page.announcer, one, match);
}

function handleDueMessages() {
  for (const message of delay.takeDue(performance.now())) handleMessage(message);
}

function frame() {
  window.requestAnimationFrame(frame);
  handleDueMessages();
  if (!mustDraw) return;
  mustDraw = false;
  showPanel(match, connectionState);
  showStage(match.players[1]);
  const scene = scenes.sceneOfMatch(match, matchEvents);
  view.root.hidden = scene === null;
  if (scene) view.draw(scene, page.look());
  scoreboard.show(boardFactsOf(match), totals.at(scene?.isOver ? Infinity : match.frame, match));
  scoreboard.showTime(playingTimeText(match.frame));
  readyStrip.show(readyChains, chances, match.frame, match.players);
  requireElement("#stage", HTMLElement).dataset.frame = String(match.frame);
}

attachWholeScreen();
const choice = requireElement("#delay", HTMLSelectElement);
page.settings.subscribe(() => {
  mustDraw = true;
  const chosen = choice.value;
  choice.replaceChildren(...kDelays.map((seconds) => new Option(t("watch.delay", { seconds }), String(seconds))));
  choice.value = chosen || "0";
  showFinishedGames(match);
});
choice.addEventListener("change", () => (delay.ms = Number(choice.value) * 1000));
view.onResize(() => (mustDraw = true));
window.requestAnimationFrame(frame);
// A hidden page draws no frames, so this timer handles the messages. Otherwise they would pile up.
window.setInterval(handleDueMessages, kHandleMessagesEveryMs);
