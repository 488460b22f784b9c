// The page for training. Problems and solutions come from the server, and the person places pairs by keys and buttons.
// Sixty times a second the page plays a frame, its sounds and its announcements, and stores results.

import { requireElement, setText } from "../base/dom.js";
import { loadEngineOrShowError } from "../base/engine_loading.js";
import { startPage } from "../base/start_page.js";
import { StepClock } from "../base/step_clock.js";
import { attachControls } from "../input/controls.js";
import { kNoLocks } from "../input/frame_keys.js";
import { closeMenuOutside } from "../lesson/coach.js";
import { PressedKeys } from "../lesson/pressed_keys.js";
import { announce, playSounds } from "../practice/feedback.js";
import { TrainingPosition } from "../rules/training_position.js";
import { pageSound } from "../sound/sound.js";
import { attachButtons, buttonActions, keyActions, showButtonStates, showKeysHint, showSizes } from "./actions.js";
import { TrainingGame } from "./game.js";
import { ProblemLinks } from "./problem_links.js";
import { kServerProblems } from "./problems.js";
import { Progress } from "./progress.js";
import { showProgress } from "./progress_view.js";
import { RatingCard } from "./rating_card.js";
import { TrainingSession } from "./session.js";
import { statusText, TrainingView } from "./view.js";

/** @import {Announcer} from "../base/announcer.js" */
/** @import {Controls} from "../input/controls.js" */
/** @import {Sound} from "../sound/sound.js" */
/** @import {News} from "./session.js" */

const kFramesPerSecond = 60;
/** The end of a problem is shown for so many frames before the page scrolls to its rating. */
const kFramesBeforeRating = 60;

const page = startPage();
const state = requireElement("#state", HTMLElement);
const engine = await loadEngineOrShowError(page, state);
/** @param {TrainingGame} game */
function runTraining(game) {
  const view = new TrainingView();
  const progress = new Progress(() => window.localStorage);
  const session = new TrainingSession(game, progress, kServerProblems);
  const rating = new RatingCard((aspect, step) => session.rate(aspect, step));
  const links = new ProblemLinks(game, session);

  const show = () => {
    showProgress(progress);
    showSizes(progress.size);
    showKeysHint(page.settings.value.keys);
    links.translate();
    rating.translate();
  };
  const onBegin = () => {
    links.showInAddress();
    if (document.activeElement instanceof HTMLInputElement) document.activeElement.blur();
    controls.onNextPair(performance.now());
    requireElement(".lesson_coach", HTMLElement).scrollIntoView({ block: "nearest", behavior: scrollBehavior() });
    show();
  };
  const next = async () => {
    const before = session.problemNumber;
    await session.next(progress.size);
    if (session.problemNumber !== before) onBegin();
  };
  const actions = buttonActions({ game, session, progress, links, next, onBegin, show });
  const presses = keyActions(actions, session, page.settings);
  const touch = { element: requireElement("#stage", HTMLElement), layout: () => view.side.touchLayout() };
  const controls = attachControls(page.settings, touch, (action) => presses[action]?.());
  const devices = { controls, sound: pageSound(page.settings), announcer: page.announcer };
  const play = new TrainingLoop(game, session, devices, show);

  view.onColumnPressed((column) => {
    if (game.hasProblem) game.moveToColumn(column);
  });
  closeMenuOutside(requireElement(".lesson_menu", HTMLDetailsElement));
  attachButtons({ ...actions, press: (keys) => play.pressed.add(keys) });
  page.settings.subscribe(show);
  const given = new URLSearchParams(window.location.search).get("p") ?? "";
  // The error of a wrong link stays on the page while another problem is loaded.
  if (given === "" || !actions.openFromAddress(given)) void next();
  startFrameLoop({ game, session, controls, play, rating, view });
}

/** Returns how the page scrolls by itself. @returns {ScrollBehavior} */
function scrollBehavior() {
  return page.look().reducesMotion ? "instant" : "smooth";
}

/**
 * @param {{game: TrainingGame, session: TrainingSession, controls: Controls, play: TrainingLoop, rating: RatingCard,
 *   view: TrainingView}} parts
 */
function startFrameLoop({ game, session, controls, play, rating, view }) {
  const stepClock = new StepClock(kFramesPerSecond);
  /** The frames since the problem has ended, and the last problem for which the page has scrolled to the rating. */
  let framesSinceEnd = 0;
  let ratedProblem = 0;
  /** @param {number} now */
  const frame = (now) => {
    window.requestAnimationFrame(frame);
    const stepTimes = stepClock.takeStepTimes(now);
    controls.readGamepads(now);
    const { news } = session;
    state.hidden = game.hasProblem;
    setText(state, news.wrong !== "" ? news.wrong : "…");
    showButtonStates({ ...news, isOpen: game.hasProblem, canUndo: game.hasProblem && game.state.placed > 0 });
    // Discards keys pressed before there is a problem.
    if (!game.hasProblem) return void controls.keysAt(now, kNoLocks);
    for (const at of stepTimes) play.step(at);
    rating.show(session.news.end !== null);
    view.draw(game, session.news, { look: page.look(), lit: play.lit });
    framesSinceEnd = session.news.end !== null && game.state.over ? framesSinceEnd + stepTimes.length : 0;
    if (framesSinceEnd < kFramesBeforeRating || ratedProblem === session.problemNumber) return;
    ratedProblem = session.problemNumber;
    rating.bringIntoView(scrollBehavior());
  };
  stepClock.start(performance.now());
  window.requestAnimationFrame(frame);
}

/** Plays the frames of a training game with its sounds and announcements. */
export class TrainingLoop {
  /**
   * @param {TrainingGame} game @param {TrainingSession} session
   * @param {{controls: Controls, sound: Sound, announcer: Announcer}} devices
   * @param {() => void} onEnd   called when a problem has ended, or another one has begun
   */
  constructor(game, session, devices, onEnd) {
    this.game_ = game;
    this.session_ = session;
    this.devices_ = devices;
    this.onEnd_ = onEnd;
    /** The keys that the page's buttons have pressed. */
    this.pressed = new PressedKeys();
    /** The links that the running chain has fired. */
    this.lit = 0;
    /** @type {News["end"]} */
    this.end_ = null;
    this.announcedText_ = "";
  }

  /** Plays the step at a time. @param {number} at   ms */
  step(at) {
    const { controls, sound, announcer } = this.devices_;
    const before = this.game_.side();
    const happened = this.game_.step(controls.keysAt(at, kNoLocks).keys | this.pressed.take());
    if (happened.some(({ kind }) => kind === "controllable")) controls.onNextPair(at);
    playSounds(sound, happened, before, this.game_.side());
    announce(announcer, happened);
    for (const { kind, number } of happened) if (kind === "link_started") this.lit = number;
    if (this.game_.state.waits && !this.game_.state.over) this.lit = 0;
    this.session_.checkSolved();
    this.announceChanges_();
  }

  announceChanges_() {
    const { news } = this.session_;
    if (news.end !== this.end_) {
      this.end_ = news.end;
      this.onEnd_();
    }
    const text = statusText(this.game_, news);
    if (text !== this.announcedText_) this.devices_.announcer.say("told", text);
    this.announcedText_ = text;
  }
}

runTraining(new TrainingGame(new TrainingPosition(engine)));
