// The page for training: keys and buttons place pairs, sixty times a second; problems and solutions come from the
// server. Each frame turns keys into moves, then plays sounds, announces and stores the results.

import { requireElement, setText } from "../base/dom.js";
import { loadEngineOrShowError } from "../base/engine_loading.js";
import { startPage } from "../base/start_page.js";
import { StepClock } from "../base/step_clock.js";
import { attachControls } from "../input/controls.js";
import { kNoLocks } from "../input/frame_keys.js";
import { announce, playSounds } from "../practice/feedback.js";
import { TrainingPosition } from "../rules/training_position.js";
import { openSettings } from "../settings/dialog.js";
import { pageSound } from "../sound/sound.js";
import { attachDesk, deedsOf, pressesOf, showDesk, showHint, showSizes } from "./actions.js";
import { TrainingGame } from "./game.js";
import { LinkCard } from "./link_card.js";
import { kServerProblems } from "./problems.js";
import { Progress } from "./progress.js";
import { showProgress } from "./progress_view.js";
import { RatingCard } from "./rating_card.js";
import { TrainingSession } from "./session.js";
import { toldOf, TrainingView } from "./view.js";

/** @import {Announcer} from "../base/announcer.js" */
/** @import {Controls} from "../input/controls.js" */
/** @import {Sound} from "../sound/sound.js" */
/** @import {News} from "./session.js" */

const kFramesPerSecond = 60;
/** How long the end of a problem is looked at before it is rated. */
const kLookFrames = 60;

const page = startPage();
requireElement("#settings", HTMLElement).addEventListener("click", () => openSettings(page.settings));
const state = requireElement("#state", HTMLElement);
const engine = await loadEngineOrShowError(page, state);
/** @param {TrainingGame} game */
function run(game) {
  const view = new TrainingView();
  const progress = new Progress(() => window.localStorage);
  const session = new TrainingSession(game, progress, kServerProblems);
  const rating = new RatingCard((aspect, step) => session.rate(aspect, step));
  const links = new LinkCard(game, session);

  const show = () => {
    showProgress(progress);
    showSizes(progress.size);
    showHint(page.settings.value.keys);
    links.translate();
    rating.translate();
  };
  const begun = () => {
    links.putIntoAddress();
    if (document.activeElement instanceof HTMLInputElement) document.activeElement.blur();
    controls.onNextPair();
    requireElement(".train_task", HTMLElement).scrollIntoView({ block: "nearest", behavior: scrolling() });
    show();
  };
  const next = async () => {
    const before = session.turn;
    await session.next(progress.size);
    if (session.turn !== before) begun();
  };
  const actions = deedsOf({ game, session, progress, links, next, begun, show });
  const presses = pressesOf(actions, session, page.settings);
  const touch = { element: requireElement("#stage", HTMLElement), layout: () => view.touchLayout() };
  const controls = attachControls(page.settings, touch, (action) => presses[action]?.());
  const senses = { controls, sound: pageSound(page.settings), announcer: page.announcer };
  const play = new Play(game, session, senses, show);

  view.onPoint((column) => {
    if (game.isOpen) game.point(column);
  });
  attachDesk({ ...actions, press: (keys) => play.press(keys) });
  page.settings.subscribe(show);
  const given = new URLSearchParams(window.location.search).get("p") ?? "";
  // A link that leads nowhere stays told of while another problem comes.
  if (given === "" || !actions.open(given)) void next();
  startFrames({ game, session, play, rating, view });
}

/** How the page may move by itself. @returns {ScrollBehavior} */
function scrolling() {
  return page.look().reducesMotion ? "instant" : "smooth";
}

/** @param {{game: TrainingGame, session: TrainingSession, play: Play, rating: RatingCard, view: TrainingView}} parts */
function startFrames({ game, session, play, rating, view }) {
  const pulse = new StepClock(kFramesPerSecond);
  /** How long it has been over, and of which problem that was long enough. */
  let over = 0;
  let rated = 0;
  /** @param {number} now */
  const frame = (now) => {
    window.requestAnimationFrame(frame);
    const steps = pulse.takeSteps(now, 1);
    const { news } = session;
    state.hidden = game.isOpen;
    setText(state, news.wrong !== "" ? news.wrong : "…");
    showDesk({ ...news, isOpen: game.isOpen, canUndo: game.isOpen && game.state.placed > 0 });
    if (!game.isOpen) return;
    for (let i = 0; i < steps; ++i) play.step();
    rating.show(session.news.end !== null);
    view.draw(game, session.news, page.look());
    over = session.news.end !== null && game.state.over ? over + steps : 0;
    if (over < kLookFrames || rated === session.turn) return;
    rated = session.turn;
    rating.bringIntoView(scrolling());
  };
  pulse.start(performance.now());
  window.requestAnimationFrame(frame);
}

export class Play {
  /**
   * @param {TrainingGame} game @param {TrainingSession} session
   * @param {{controls: Controls, sound: Sound, announcer: Announcer}} senses
   * @param {() => void} onEnd   a problem has ended, or another one has begun
   */
  constructor(game, session, senses, onEnd) {
    this.game_ = game;
    this.session_ = session;
    this.senses_ = senses;
    this.onEnd_ = onEnd;
    this.pressed_ = 0;
    /** @type {News["end"]} */
    this.end_ = null;
    this.told_ = "";
  }

  /** Adds keys to the held ones for the next frame. @param {number} keys */
  press(keys) {
    this.pressed_ |= keys;
  }

  step() {
    const { controls, sound, announcer } = this.senses_;
    const before = this.game_.side();
    const happened = this.game_.step(controls.nextKeys(kNoLocks) | this.pressed_);
    this.pressed_ = 0;
    if (happened.some(({ kind }) => kind === "controllable")) controls.onNextPair();
    playSounds(sound, happened, before, this.game_.side());
    announce(announcer, happened);
    this.session_.notice();
    this.tell_();
  }

  tell_() {
    const { news } = this.session_;
    if (news.end !== this.end_) {
      this.end_ = news.end;
      this.onEnd_();
    }
    const told = toldOf(this.game_, news);
    if (told !== this.told_) this.senses_.announcer.say("told", told);
    this.told_ = told;
  }
}

run(new TrainingGame(new TrainingPosition(engine)));
