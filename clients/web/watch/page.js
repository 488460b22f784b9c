// The page of a watched match. Messages go through a delay, then into the match state, then onto the page.

import { need } from "../base/dom.js";
import { needEngine } from "../base/need_engine.js";
import { startPage } from "../base/page.js";
import { DuelView } from "../draw/duel_view.js";
import { Connection, serverUrl } from "../net/connection.js";
import { MatchEvents } from "../play/match_events.js";
import { openSettings } from "../settings/dialog.js";
import { pageSound } from "../sound/sound.js";
import { t } from "../text/text.js";
import { loadHistory } from "./history.js";
import { Scenes, showPanel, showPlayed } from "./view.js";
import { Delay, WatchedMatch } from "./watched_match.js";

/** @import {LineState} from "../net/connection.js" */
/** @import {ServerMessage} from "../net/wire.js" */
/** @import {Said} from "../play/match_events.js" */
/** @import {History} from "./watched_match.js" */

const kDelays = [0, 5, 15, 30];
const kReleaseEveryMs = 1000;
/** The most sounds for one update: the update for a returning spectator holds all events since the last one. */
const kMostSounds = 4;

const page = startPage();
need("#settings", HTMLElement).addEventListener("click", () => openSettings(page.settings));
const sound = pageSound(page.settings);
const match = new WatchedMatch(window.location.pathname.split("/").at(-1) ?? "");
const engine = await needEngine(page, need("#state", HTMLElement));
const scenes = new Scenes(engine);
const matchEvents = new MatchEvents();
const view = new DuelView();
view.root.classList.add("is_watched");
need("#stage", HTMLElement).append(view.root);
view.root.hidden = true;

/** @type {Delay<ServerMessage|History>} */
const delay = new Delay();
/** @type {LineState} */
let line = "connecting";
let isDirty = true;
let knowsHistory = false;

const connection = new Connection({
  url: serverUrl(window.location),
  codec: engine.messages,
  hello: () => ({}),
  heard: (message) => {
    delay.push(message, performance.now());
    if ((message.update?.game ?? 0) > 1) void learnHistory();
  },
  changed: (state) => {
    line = state;
    isDirty = true;
    if (state !== "open") return;
    if (!match.canBe) return connection.close();
    knowsHistory = false;
    connection.say({ watch: { match: match.match, subscription: "SUBSCRIPTION_FRAMES", comments: true } });
  },
});

/** Loads the missed games, once for each connection. Before the first game has ended there are none. */
async function learnHistory() {
  if (knowsHistory) return;
  knowsHistory = true;
  const history = await loadHistory(match.match);
  if (history) delay.push(history, performance.now());
}

/** @param {ServerMessage|History} told */
function heed(told) {
  const { game } = match;
  const events = match.hear(told);
  isDirty = true;
  if (match.game !== game) matchEvents.reset();
  if ("played" in told || told.gameEnd) showPlayed(match);
  if (events.length === 0) return;
  const { heard, said } = matchEvents.take(events, "SEAT_ONE", match.frame);
  for (const one of heard.slice(0, kMostSounds)) sound.play(one.sound, one.amount);
  for (const one of said) announce(one);
}

/** @param {Said} said */
function announce(said) {
  const name = match.players[said.who === "own" ? 0 : 1];
  if ("links" in said) page.announcer.say(`${said.who} chain`, t("watch.chain", { name, n: said.links }));
  if ("clear" in said) page.announcer.say(`${said.who} clear`, t("watch.clear", { name }));
}

function release() {
  for (const told of delay.take(performance.now())) heed(told);
}

function frame() {
  window.requestAnimationFrame(frame);
  release();
  if (!isDirty) return;
  isDirty = false;
  showPanel(match, line);
  const scene = scenes.of(match, matchEvents);
  view.root.hidden = scene === null;
  if (scene) view.draw(scene, page.look());
  need("#stage", HTMLElement).dataset.frame = String(match.frame);
}

const choice = need("#delay", HTMLSelectElement);
page.settings.subscribe(() => {
  isDirty = true;
  const chosen = choice.value;
  choice.replaceChildren(...kDelays.map((seconds) => new Option(t("watch.delay", { seconds }), String(seconds))));
  choice.value = chosen || "0";
  showPlayed(match);
});
choice.addEventListener("change", () => (delay.length = Number(choice.value) * 1000));
new ResizeObserver(() => (isDirty = true)).observe(view.root);
window.requestAnimationFrame(frame);
// A hidden page draws no frames, but the messages that have come shall not pile up.
window.setInterval(release, kReleaseEveryMs);
