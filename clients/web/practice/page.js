// The page for practice. It plays a game for one person by keys and buttons, sixty frames a second.

import { copyPageLink } from "../base/copy_link.js";
import { requireElement } from "../base/dom.js";
import { loadEngineOrShowError } from "../base/engine_loading.js";
import { startPage } from "../base/start_page.js";
import { StepClock } from "../base/step_clock.js";
import { attachControls } from "../input/controls.js";
import { kNoLocks, locksOf } from "../input/frame_keys.js";
import { PressedKeys } from "../lesson/pressed_keys.js";
import { closeMenuOutside } from "../lesson/coach.js";
import { pageSound } from "../sound/sound.js";
import { announce, playSounds } from "./feedback.js";
import { PracticeGame, randomSeed } from "./game.js";
import { PracticeGoals } from "./goals.js";
import {
  attachButtons, isInputFocused, PracticeView, showKeysHint, showPauseButton, showStartSettings,
} from "./view.js";

/** @import {PressAction} from "../input/key_map.js" */
/** @import {StartError} from "../rules/engine.js" */
/** @import {StartSettings} from "./game.js" */

const kFramesPerSecond = 60;

const page = startPage();
const state = requireElement("#state", HTMLElement);
const engine = await loadEngineOrShowError(page, state);
state.hidden = true;
runPractice(new PracticeGame(engine));

/** @param {PracticeGame} game */
function runPractice(game) {
  const sound = pageSound(page.settings);
  const view = new PracticeView(requireElement("#stage", HTMLElement));
  const goals = new PracticeGoals(() => window.localStorage);
  const pressed = new PressedKeys();
  const stepClock = new StepClock(kFramesPerSecond);
  let isPaused = false;
  /** @type {StartError} */
  let wrong = "";

  const showState = () => {
    showStartSettings(game.start, wrong);
    showPauseButton(isPaused);
    showKeysHint(page.settings.value.keys);
  };
  /** @param {boolean} next */
  const setPaused = (next) => {
    isPaused = next;
    showState();
  };
  /** Begins another game. If its link is wrong, this game goes on. @param {Partial<StartSettings>} parts */
  const begin = (parts) => {
    wrong = game.begin({ ...game.start, ...parts });
    if (wrong === "") goals.onOtherPair();
    setPaused(isPaused && wrong !== "");
    return wrong === "";
  };
  const actions = {
    undo: () => {
      if (!game.undo()) return;
      goals.onOtherPair();
      controls.onNextPair(performance.now());
    },
    first_goal: () => goals.forget(),
    press: (/** @type {number} */ keys) => pressed.add(keys),
    pause: () => setPaused(!isPaused),
    same_pairs: () => void begin({}),
    new_pairs: () => void begin({ seed: randomSeed(), url: "" }),
    copy_puyop: () => copyPageLink(game.fieldUrl("puyop")),
    copy_ips: () => copyPageLink(game.fieldUrl("ips")),
    colours: (/** @type {number} */ count) => void begin({ colours: count }),
    open: (/** @type {string} */ url) => begin({ url, seed: randomSeed() }),
  };
  /** @type {Partial<Record<PressAction, () => void>>} */
  const presses = {
    undo: actions.undo,
    pause: actions.pause,
    rematch: actions.same_pairs,
    mute: () => page.settings.toggleMute(),
  };
  const touch = { element: requireElement("#stage", HTMLElement), layout: () => view.side.touchLayout() };
  const controls = attachControls(page.settings, touch, (action) => presses[action]?.());

  /** @param {number} at */
  const playFrame = (at) => {
    const before = game.side();
    const happened = game.step(controls.keysAt(at, locksOf(before.falling)).keys | pressed.take());
    goals.onEvents(happened);
    if (happened.some(({ kind }) => kind === "controllable")) controls.onNextPair(at);
    playSounds(sound, happened, before, game.side());
    announce(page.announcer, happened);
  };
  /** @param {number} now */
  const frame = (now) => {
    window.requestAnimationFrame(frame);
    const isStill = isPaused || isInputFocused();
    controls.readGamepads(now);
    for (const at of stepClock.takeStepTimes(now)) if (!isStill) playFrame(at);
    // Discards keys pressed while the game stands still.
    if (isStill) controls.keysAt(now, kNoLocks);
    view.draw(game, goals, { name: page.settings.value.name, look: page.look(), isStill });
  };

  game.begin({ ...game.start, seed: randomSeed() });
  const given = new URLSearchParams(window.location.search).get("url") ?? "";
  if (given !== "") begin({ url: given });
  attachButtons(actions);
  closeMenuOutside(requireElement(".lesson_menu", HTMLDetailsElement));
  page.settings.subscribe(showState);
  stepClock.start(performance.now());
  window.requestAnimationFrame(frame);
}
