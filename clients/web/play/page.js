// The page on which a person plays. This file connects its parts: sixty times a second it turns the keys and the
// server's messages into the picture of both fields.

import { requireElement, setText } from "../base/dom.js";
import { loadEngineOrShowError } from "../base/engine_loading.js";
import { startPage } from "../base/start_page.js";
import { isInDanger } from "../draw/calls.js";
import { DuelView } from "../draw/duel_view.js";
import { showStage } from "../draw/stage.js";
import { ScoreBook } from "../home/score_book.js";
import { attachControls } from "../input/controls.js";
import { kNoLocks, locksOf } from "../input/frame_keys.js";
import { MoveButtons } from "../input/move_buttons.js";
import { namesOfKeys } from "../input/key_map.js";
import { isTouchDevice } from "../input/touch.js";
import { report } from "../report/button.js";
import { ReceivedSideFacts } from "../rules/engine.js";
import { pageSound, soundOfMove } from "../sound/sound.js";
import { t } from "../text/translation.js";
import { loadEndedGames } from "../watch/history.js";
import { AfterGame } from "./after_game.js";
import { duelScene, PhaseProgress } from "./duel_scene.js";
import { GameTotals } from "./game_totals.js";
import { announce, MatchEvents, playingTimeText } from "./match_events.js";
import { contentOf, isAboutEndedMatch, Panel } from "./panel.js";
import { parseRequest, seatClaimText } from "./request.js";
import { Scoreboard } from "./scoreboard.js";
import { SeatClaimStore } from "./seat_claim_store.js";
import { Session } from "./session.js";
import { Steering } from "./steering.js";

// The round trip that is assumed before it has been measured. A value that is too long does less harm.
const kAssumedRoundTripMs = 100;
/** A shorter round trip is no news. */
const kNotableRoundTripMs = 80;
const kFirstOpponents = ["greedy", "potential", "random"];

const page = startPage();
const sound = pageSound(page.settings);
const seatClaims = new SeatClaimStore(() => window.localStorage);
const panel = new Panel(requireElement("#panel", HTMLElement));
const scores = new ScoreBook(() => window.localStorage);
const afterGame = new AfterGame((name) => scores.scoreAgainst(name));
const view = new DuelView();
const scoreboard = new Scoreboard(view.middle);
view.own.board.classList.add("plays_by_touch");
requireElement("#duel", HTMLElement).append(view.root);
view.root.hidden = true;
const below = requireElement("#below", HTMLElement);
const moveButtons = new MoveButtons();
below.prepend(moveButtons.root);

const engine = await loadEngineOrShowError(page, panel.root);
const steering = new Steering(engine);
const matchEvents = new MatchEvents();
const totals = new GameTotals();
const opponentProgress = new PhaseProgress();
const opponentFacts = new ReceivedSideFacts(engine);

const request = parseRequest(new URLSearchParams(window.location.search), window.location.hash);
const keptClaim = seatClaims.read();
const [navigation] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType("navigation"));
const session = new Session({
  codec: engine.messages,
  request,
  // A match that waits for this browser goes before the request, because its opponent waits too.
  claim: keptClaim,
  name: () => page.settings.value.name,
  preferredOpponents: () => [seatClaims.lastOpponent(), ...kFirstOpponents],
  keepClaim: (claim) => seatClaims.keep(claim),
  forgetClaim: (claim) => seatClaims.forget(claim),
  onNews: (news) => handleNews(news),
});

/** The current topic of the panel. @type {import("./panel.js").Topic} */
let topic = { kind: "connecting" };
/** The topic to go back to after a pause or a lost connection. @type {import("./panel.js").Topic} */
let topicBeforePause = topic;
/** The time when the server ends a paused match, or lets the game go on. */
let pausedUntil = 0;
/** True while both players are back after a restart of the server, and the game has not gone on. */
let isCountingIn = false;

const menu = requireElement("#menu", HTMLElement);
/** Shows or hides the menu of a phone. @param {boolean} isOpen */
const openMenu = (isOpen) => menu.setAttribute("aria-expanded", String(isOpen));

/** Shows a topic in the panel. @param {import("./panel.js").Topic} next */
function showTopic(next) {
  if (next.kind !== topic.kind) openMenu(false);
  topic = next;
  if (!isPause(topic)) topicBeforePause = topic;
  const { state } = session;
  const content = contentOf(topic, state, actions);
  const isEnded = isAboutEndedMatch(topic, state);
  if (isEnded || state.stage !== "over") afterGame.follow(state);
  panel.show(content && isEnded ? { ...content, below: afterGame.root } : content);
  below.hidden = session.state.stage !== "playing" && session.state.stage !== "starting";
}

/** Shows a topic in the panel, unless the panel asks a question: that stays until the person answers it.
 * @param {import("./panel.js").Topic} next */
function showTopicUnlessAsking(next) {
  if (!isQuestion(topic)) showTopic(next);
}

/** @param {import("./panel.js").Topic} topic */
const isPause = ({ kind }) => kind === "paused" || kind === "count_in" || kind === "connection";

/** @param {import("./panel.js").Topic} topic */
const isQuestion = ({ kind }) => kind === "resigning" || kind === "other_device" || kind === "first_unfinished";

/** Closes the question, and shows the pause in which the match may be. */
function closeQuestion() {
  showTopic({ kind: "playing" });
  const pause = currentPause();
  if (session.connection.state === "refused") showTopic(topicOfRefusal());
  else if (pause) showTopic(pause.kind === "connection" ? pause : topicOfPause());
}

/** Returns the pause in which the match is; null: it is in none. @returns {?import("./panel.js").Topic} */
function currentPause() {
  const { connection, state } = session;
  if (connection.state !== "open") return { kind: "connection", state: connection.state };
  if (isCountingIn) return { kind: "count_in", until: pausedUntil };
  return state.missing === "" ? null : { kind: "paused", until: pausedUntil };
}

/** @type {import("./panel.js").Actions} */
const actions = {
  rematch: () => session.rematch(false),
  samePairs: () => session.rematch(true),
  resign: () => {
    session.resign();
    closeQuestion();
  },
  decline: () => session.decline(),
  goOn: () => closeQuestion(),
  giveUpForRequest: () => session.giveUpForRequest(),
  newMatch: () => window.location.assign("/play"),
  leave: () => window.location.assign("/"),
  retry: () => session.connection.connect(),
  report: () => {
    const { match, seatIndex, names } = session.state;
    void report({ game: { match }, players: [{ name: names.other, seat: 1 - seatIndex }] });
  },
  resumeUrl: () => {
    const claim = session.state.claim;
    return claim ? new URL(`/play#resume=${seatClaimText(claim)}`, window.location.href).href : "";
  },
  joinUrl: (code) => new URL(`/play?join=${encodeURIComponent(code)}`, window.location.href).href,
};

const controls = attachControls(
  page.settings,
  {
    element: view.own.board,
    layout: () => view.own.touchLayout(),
    buttons: moveButtons,
  },
  (action) => {
    if (action === "rematch") session.rematch(false);
    if (action === "resign" && session.state.stage === "playing") askInPanel({ kind: "resigning" });
    if (action === "mute") page.settings.toggleMute();
  },
);

/** @param {import("./session.js").News} news */
function handleNews(news) {
  const { state } = session;
  switch (news.kind) {
    case "connection":
      isCountingIn = false;
      steering.reconnect();
      if (news.state === "open") {
        if (topic.kind !== "connection" || state.stage !== "over") return;
        return showTopic(isRematchTopic(topicBeforePause) ? { kind: "match_ended" } : topicBeforePause);
      }
      if (news.state === "refused") return showTopic(topicOfRefusal());
      return showTopicUnlessAsking({ kind: "connection", state: news.state });
    case "match_started":
      view.root.hidden = false;
      showStage(state.names.other);
      seatClaims.rememberOpponent(state.names.other);
      return showTopicUnlessAsking({ kind: "starting" });
    case "game_started":
      isCountingIn = false;
      steering.beginGame(state.terms.ruleset ?? "tsu-1");
      sound.chooseMusic(Number(state.match) + state.game);
      matchEvents.reset();
      totals.reset();
      return showTopicUnlessAsking({ kind: "starting" });
    case "updated":
      return handleUpdate(news.events);
    case "counted":
      return steering.noteCounted(news.id, news.frame);
    case "paused":
      isCountingIn = news.missing === "" && news.seconds > 0;
      if (isCountingIn) steering.awaitNextUpdate(sendInput);
      else steering.clock.setStopped(news.missing !== "");
      pausedUntil = performance.now() + news.seconds * 1000;
      if (isCountingIn || news.missing !== "") showTopicUnlessAsking(topicOfPause());
      else if (isPause(topic)) showTopicUnlessAsking(topicOfPlay());
      return;
    case "game_ended":
      isCountingIn = false;
      steering.endGame(news.frame);
      sound.play(news.won ? "win" : "lose", 0);
      if (!news.drawn) scores.add(state.names.other, news);
      return showTopicUnlessAsking(news);
    case "match_over":
      isCountingIn = false;
      showTopic({ kind: "result_unknown" });
      void showMissedGames();
      return;
    default:
      return showTopic(news);
  }
}

/** @param {import("../net/wire.js").WireEvent[]} events */
function handleUpdate(events) {
  const { state } = session;
  if (!state.own) return;
  steering.receiveView(state.frame, state.own, performance.now());
  const { sounds, announcements } = matchEvents.addEvents(events, state.seat, state.frame);
  totals.addEvents(events, state.seat, state.frame);
  for (const { sound: event, amount } of sounds) sound.play(event, amount);
  for (const one of announcements) announce(page.announcer, one);
  isCountingIn = false;
  if (topic.kind === "count_in") showTopic({ kind: "starting" });
  if (topic.kind === "starting" && state.own.hand > 0) showTopic(topicOfPlay());
}

/** @returns {import("./panel.js").Topic} */
const topicOfPlay = () => (takeUnexpectedMatch() ? { kind: "first_unfinished" } : { kind: "playing" });

/** @returns {import("./panel.js").Topic} */
const topicOfPause = () => {
  if (takeUnexpectedMatch()) return { kind: "first_unfinished" };
  return { kind: isCountingIn ? "count_in" : "paused", until: pausedUntil };
};

/** @returns {import("./panel.js").Topic} */
function topicOfRefusal() {
  const { refusal, refusalText } = session.connection;
  return { kind: "refused", code: refusal, text: refusalText };
}

/** Returns true if the person must be told that the page opens another match than its link asked for. It returns this
 * only once, and never after a reload. */
function takeUnexpectedMatch() {
  const isSurprise = session.isUnexpectedMatch && navigation?.type === "navigate";
  session.isUnexpectedMatch = false;
  return isSurprise;
}

/** Returns true for offers of a rematch, which end with a lost connection. @param {import("./panel.js").Topic} topic */
const isRematchTopic = ({ kind }) => kind === "rematch_offered" || kind === "rematch_proposed";

/** Shows the result of a match that ended while this page was not connected, from the match's records. */
async function showMissedGames() {
  const { match } = session.state;
  const history = await loadEndedGames(match);
  if (!history?.played.length || topic.kind !== "result_unknown" || session.state.match !== match) return;
  session.state.addMissedGames(history.played);
  showTopic({ kind: "match_missed" });
}

/** @param {import("./steering.js").Input} input */
const sendInput = (input) => session.sendInput(input);

let hand = 0;

/**
 * Returns the keys of the frame at a time. Touches before another pair do not move it.
 * @param {number} at @param {?import("../rules/engine.js").SideFacts} side   the own side before this frame
 */
function keysOfFrame(at, side) {
  if (side && side.hand !== hand) {
    hand = side.hand;
    controls.onNextPair(at);
  }
  return controls.keysAt(at, locksOf(side?.falling));
}

/** @type {?import("../rules/engine.js").SideFacts} */
let sideBefore = null;

/** @param {number} now */
function frame(now) {
  window.requestAnimationFrame(frame);
  const { state } = session;
  if (isPause(topic)) showTopic(topic);
  const canPlay = state.stage === "playing" && state.missing === "" && steering.clock.isRunning;
  controls.readGamepads(now);
  // While no game runs, keys are read too, so that they are not kept for later.
  if (!canPlay) controls.keysAt(now, kNoLocks);
  if (state.stage === "none" || !state.other) return;
  const keysOf = canPlay ? keysOfFrame : () => ({ keys: steering.heldKeys, lasting: steering.heldKeys });
  const own = steering.play(now, session.roundTrip.percentile90 || kAssumedRoundTripMs, keysOf, sendInput);
  if (!own) return;
  const moveSound = soundOfMove(sideBefore, own);
  if (moveSound) sound.play(moveSound, 0);
  if (canPlay) sound.playMusic(isInDanger(own.cells) ? "danger" : "calm");
  sideBefore = own;
  const other = { facts: opponentFacts.of(state.other), progress: opponentProgress.progress(state.frame, state.other) };
  view.draw(duelScene(state, own, other, matchEvents), page.look());
  const { terms, score, game, names } = state;
  scoreboard.show({ firstTo: terms.firstTo ?? 0, score, game, names }, totals);
  showStatusLine();
}

function showStatusLine() {
  // While the panel asks a question, this line tells of a pause.
  const pause = isQuestion(topic) && currentPause();
  if (pause) {
    scoreboard.showTime("");
    return scoreboard.showNote({ text: pauseText(pause), isQuiet: false });
  }
  const round = Math.round(session.roundTrip.median);
  scoreboard.showTime(playingTimeText(session.state.frame));
  const parts = [t("connection.round_trip", { ms: round })];
  if (steering.lateInputs > 0) parts.push(t("connection.late", { n: steering.lateInputs }));
  const { opponentConnection, names } = session.state;
  if (opponentConnection) {
    const told = { name: names.other, ms: opponentConnection.roundTrip, n: opponentConnection.late };
    parts.push(opponentConnection.late > 0 ? t("connection.of_other_late", told) : t("connection.of_other", told));
  }
  scoreboard.showNote({ text: parts.join(" · "), isQuiet: parts.length === 1 && round <= kNotableRoundTripMs });
}

/** @param {import("./panel.js").Topic} pause */
function pauseText(pause) {
  const content = contentOf(pause, session.state, actions);
  return [content?.title, ...(content?.lines ?? [])].join(" ");
}

// A hidden page draws no frames, so it would not notice that keys are released.
document.addEventListener("visibilitychange", () => {
  if (document.hidden && session.state.stage === "playing") steering.releaseKeys(sendInput);
});

menu.addEventListener("click", () => openMenu(menu.getAttribute("aria-expanded") === "false"));
below.addEventListener("keydown", ({ key }) => {
  if (key !== "Escape" || menu.getAttribute("aria-expanded") === "false") return;
  openMenu(false);
  menu.focus();
});
requireElement("#menu_settings", HTMLElement).addEventListener("click", () => {
  openMenu(false);
  requireElement("#settings", HTMLElement).click();
});
requireElement("#resign", HTMLElement).addEventListener("click", () => askInPanel({ kind: "resigning" }));
requireElement("#elsewhere", HTMLElement).addEventListener("click", () => askInPanel({ kind: "other_device" }));
panel.root.addEventListener("keydown", ({ key }) => {
  if (key === "Escape" && isQuestion(topic)) actions.goOn();
});

/** Asks a question in the panel and moves the focus there. @param {import("./panel.js").Topic} question */
function askInPanel(question) {
  openMenu(false);
  showTopic(question);
  panel.focus();
}

// When the language or the keys change, all texts are written again.
page.settings.subscribe(({ keys }) => {
  panel.rebuildNext();
  afterGame.writeTexts();
  moveButtons.writeTexts();
  showTopic(topic);
  const names = namesOfKeys(keys);
  const hint = isTouchDevice() ? t("play.touch_hint") : t("play.keys_hint", names);
  setText(requireElement("#keys", HTMLElement), hint);
});
window.requestAnimationFrame(frame);
