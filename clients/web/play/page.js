// The page on which a person plays makes two fields from server messages, own keys and the rules, sixty times a
// second. This file only brings them together.

import { el, need, setText } from "../base/dom.js";
import { needEngine } from "../base/need_engine.js";
import { startPage } from "../base/page.js";
import { DuelView } from "../draw/duel_view.js";
import { attachControls } from "../input/controls.js";
import { kNoLocks } from "../input/frame_keys.js";
import { namesOfKeys } from "../input/key_map.js";
import { openSettings } from "../settings/dialog.js";
import { pageSound, soundOfMove } from "../sound/sound.js";
import { t } from "../text/text.js";
import { loadHistory } from "../watch/history.js";
import { ClaimStore } from "./claim_store.js";
import { duelScene, PaceOfOther } from "./duel_scene.js";
import { announce, MatchEvents, timeOf } from "./match_events.js";
import { contentOf, Panel } from "./panel.js";
import { requestOf, wordOf } from "./request.js";
import { Session } from "./session.js";
import { Steering } from "./steering.js";

// Before the first answer: rather too long than too short.
const kUnknownRoundTrip = 100;
const kFirstOpponents = ["greedy", "potential", "random"];

const page = startPage();
const sound = pageSound(page.settings);
const claims = new ClaimStore(() => window.localStorage);
const panel = new Panel(need("#panel", HTMLElement));
const view = new DuelView();
const line = el("p", { class: "play_line" });
view.middle.append(line);
view.own.board.classList.add("plays_by_touch");
need("#duel", HTMLElement).append(view.root);
view.root.hidden = true;
const below = need("#below", HTMLElement);
need("#settings", HTMLElement).addEventListener("click", () => openSettings(page.settings));

const engine = await needEngine(page, panel.root);
const steering = new Steering(engine);
const matchEvents = new MatchEvents();
const pace = new PaceOfOther();

const asked = requestOf(new URLSearchParams(window.location.search), window.location.hash);
const kept = claims.read();
const [opened] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType("navigation"));
const session = new Session({
  codec: engine.messages,
  request: asked,
  // A match that stands still for this browser goes first: its opponent waits.
  claim: kept,
  name: () => page.settings.value.name,
  wishes: () => [claims.lastOpponent(), ...kFirstOpponents],
  keep: (claim) => claims.keep(claim),
  forget: (claim) => claims.forget(claim),
  told: (news) => hear(news),
});

/** The current topic of the panel. @type {import("./panel.js").Topic} */
let topic = { kind: "connecting" };
/** Before the line was lost. @type {import("./panel.js").Topic} */
let topicBefore = topic;
/** When a match that stands still is over. */
let standsUntil = 0;

/** @param {import("./panel.js").Topic} next */
function turnTo(next) {
  topic = next;
  panel.show(contentOf(topic, session.state, actions));
  below.hidden = session.state.stage !== "playing" && session.state.stage !== "starting";
}

/** @type {import("./panel.js").Actions} */
const actions = {
  rematch: () => session.rematch(false),
  samePairs: () => session.rematch(true),
  resign: () => {
    session.resign();
    turnTo({ kind: "playing" });
  },
  decline: () => session.decline(),
  goOn: () => turnTo(session.state.missing === "" ? { kind: "playing" } : stillStands()),
  follow: () => session.follow(),
  again: () => window.location.assign("/play"),
  retry: () => session.connection.connect(),
  claimUrl: () => {
    const claim = session.state.claim;
    return claim ? new URL(`/play#resume=${wordOf(claim)}`, window.location.href).href : "";
  },
  joinUrl: (code) => new URL(`/play?join=${encodeURIComponent(code)}`, window.location.href).href,
};

const controls = attachControls(
  page.settings,
  {
    element: view.own.board,
    layout: () => view.own.touchLayout(),
  },
  (action) => {
    if (action === "rematch") session.rematch(false);
    if (action === "resign" && session.state.stage === "playing") ask({ kind: "resigning" });
    if (action === "mute") {
      page.settings.change({ sound: { ...page.settings.value.sound, muted: !page.settings.value.sound.muted } });
    }
  },
);

/** @param {import("./session.js").News} news */
function hear(news) {
  const { state } = session;
  switch (news.kind) {
    case "line":
      steering.reconnect();
      if (news.state === "open") {
        if (topic.kind !== "line" || state.stage !== "over") return;
        return turnTo(isWish(topicBefore) ? { kind: "match_ended" } : topicBefore);
      }
      if (topic.kind !== "line") topicBefore = topic;
      if (news.state !== "refused") return turnTo({ kind: "line", state: news.state });
      return turnTo({ kind: "refused", code: session.connection.refusal, text: news.why });
    case "match_started":
      view.root.hidden = false;
      claims.rememberOpponent(state.names.other);
      return turnTo({ kind: "starting" });
    case "game_started":
      steering.begin(state.terms.ruleset ?? "tsu-1");
      matchEvents.reset();
      return turnTo({ kind: "starting" });
    case "updated":
      return heedUpdate(news.events);
    case "counted":
      return steering.counted(news.id, news.frame);
    case "standing":
      steering.clock.hold(news.missing !== "");
      standsUntil = performance.now() + news.seconds * 1000;
      if (news.missing !== "" && topic.kind !== "first_unfinished") turnTo(stillStands());
      else if (topic.kind === "standing" || topic.kind === "line") turnTo(nextOfPlay());
      return;
    case "game_ended":
      steering.end(news.frame);
      sound.play(news.won ? "win" : "lose", 0);
      return turnTo({ kind: "game_ended", won: news.won, drawn: news.drawn, cause: news.cause });
    case "match_ended":
      return turnTo({ kind: "match_ended" });
    case "gone":
      return turnTo({ kind: "gone" });
    case "asking":
      return turnTo({ kind: "asking" });
    case "over":
      turnTo({ kind: "lost" });
      void catchUp();
      return;
    case "away":
      return turnTo({ kind: "away" });
    case "wrong":
      return turnTo({ kind: "wrong", wins: news.wins });
    case "nobody":
      return turnTo({ kind: "nobody", name: news.name });
    case "proposed":
      return turnTo({ kind: "proposed" });
    case "unanswered":
      return turnTo({ kind: "unanswered" });
    case "invited":
      return turnTo({ kind: "invited", code: news.code });
    case "offered":
      return turnTo({ kind: "offered" });
    case "refused":
      return turnTo({ kind: "refused", code: news.code, text: news.text });
  }
}

/** @param {import("../net/wire.js").WireEvent[]} events */
function heedUpdate(events) {
  const { state } = session;
  if (!state.own) return;
  steering.hear(state.frame, state.own, performance.now());
  const { heard, said } = matchEvents.take(events, state.seat, state.frame);
  for (const { sound: event, amount } of heard) sound.play(event, amount);
  for (const one of said) announce(page.announcer, one);
  if (topic.kind === "starting" && state.own.hand > 0) turnTo(nextOfPlay());
}

/** @returns {import("./panel.js").Topic} */
const nextOfPlay = () => (leadsBack() ? { kind: "first_unfinished" } : { kind: "playing" });

/** @returns {import("./panel.js").Topic} */
const stillStands = () => (leadsBack() ? { kind: "first_unfinished" } : { kind: "standing", until: standsUntil });

/** Returns true, once, if the page opens another match than its link. After a reload it is not said again. */
function leadsBack() {
  const isSurprise = session.isBeforeRequest && opened?.type === "navigate";
  session.isBeforeRequest = false;
  return isSurprise;
}

/** Of a connection, which ends with it. @param {import("./panel.js").Topic} topic */
const isWish = ({ kind }) => kind === "offered" || kind === "proposed";

/** A match that the server has ended while this page could not hear of it has its records. */
async function catchUp() {
  const { match } = session.state;
  const history = await loadHistory(match);
  if (!history?.played.length || topic.kind !== "lost" || session.state.match !== match) return;
  session.state.catchUp(history.played);
  turnTo({ kind: "missed" });
}

/** @param {import("./steering.js").Input} input */
const say = (input) => session.steer(input);

let hand = 0;
/** @type {?import("../rules/engine.js").SideFacts} */
let before = null;

/** @param {number} now */
function frame(now) {
  window.requestAnimationFrame(frame);
  const { state } = session;
  if (topic.kind === "standing" || topic.kind === "line") turnTo(topic);
  const canPlay = state.stage === "playing" && state.missing === "";
  // Outside of play, presses act now (a rematch, by gamepad) and are not kept for later.
  if (!canPlay) controls.next(kNoLocks);
  if (state.stage === "none" || !state.other) return;
  const keysOf = canPlay ? controls.next : () => steering.held;
  const own = steering.play(now, session.roundTrip.high || kUnknownRoundTrip, keysOf, say);
  if (!own) return;
  if (own.hand !== hand) {
    hand = own.hand;
    controls.nextPair();
  }
  const moved = soundOfMove(before, own);
  if (moved) sound.play(moved, 0);
  before = own;
  const other = { facts: engine.factsOf(state.other), progress: pace.progress(state.frame, state.other) };
  view.draw(duelScene(state, own, other, matchEvents), page.look());
  showLine();
}

function showLine() {
  const round = Math.round(session.roundTrip.usual);
  const parts = [t("board.clock", { time: timeOf(session.state.frame) }), t("connection.round_trip", { ms: round })];
  if (steering.lateInputs > 0) parts.push(t("connection.late", { n: steering.lateInputs }));
  const { lineOfOther, names } = session.state;
  if (lineOfOther) {
    const told = { name: names.other, ms: lineOfOther.roundTrip, n: lineOfOther.late };
    parts.push(lineOfOther.late > 0 ? t("connection.of_other_late", told) : t("connection.of_other", told));
  }
  setText(line, parts.join(" · "));
}

// No frames are drawn then, in which keys would be let go of.
document.addEventListener("visibilitychange", () => {
  if (document.hidden && session.state.stage === "playing") steering.letGo(say);
});

need("#resign", HTMLElement).addEventListener("click", () => ask({ kind: "resigning" }));
need("#elsewhere", HTMLElement).addEventListener("click", () => ask({ kind: "elsewhere" }));
panel.root.addEventListener("keydown", ({ key }) => {
  if (key === "Escape" && (topic.kind === "resigning" || topic.kind === "elsewhere")) actions.goOn();
});

/** Asks a question in the panel and moves the focus there. @param {import("./panel.js").Topic} question */
function ask(question) {
  turnTo(question);
  panel.focus();
}

// When the language or the keys change, all texts are written again.
page.settings.subscribe(({ keys }) => {
  panel.forget();
  turnTo(topic);
  const names = namesOfKeys(keys);
  const byTouch = window.matchMedia("(pointer: coarse)").matches;
  setText(need("#keys", HTMLElement), byTouch ? t("play.touch_hint") : t("play.keys_hint", names));
});
window.requestAnimationFrame(frame);
