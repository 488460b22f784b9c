// The page for practice: keys and buttons make a game for one go on, sixty times a second.

import { copyLink } from "../base/copy_link.js";
import { requireElement } from "../base/dom.js";
import { loadEngineOrShowError } from "../base/engine_loading.js";
import { startPage } from "../base/start_page.js";
import { StepClock } from "../base/step_clock.js";
import { attachControls } from "../input/controls.js";
import { kNoLocks, locksOf } from "../input/frame_keys.js";
import { openSettings } from "../settings/dialog.js";
import { pageSound } from "../sound/sound.js";
import { announce, playSounds } from "./feedback.js";
import { drawnSeed, PracticeGame } from "./game.js";
import { attachDesk, isBusyElsewhere, PracticeView, showHint, showPause, showStart } from "./view.js";

/** @import {PressAction} from "../input/key_map.js" */
/** @import {StartFlaw} from "../rules/engine.js" */
/** @import {Start} from "./game.js" */

const kFramesPerSecond = 60;

const page = startPage();
requireElement("#settings", HTMLElement).addEventListener("click", () => openSettings(page.settings));
const state = requireElement("#state", HTMLElement);
const engine = await loadEngineOrShowError(page, state);
state.hidden = true;
run(new PracticeGame(engine));

/** @param {PracticeGame} game */
function run(game) {
  const sound = pageSound(page.settings);
  const view = new PracticeView(requireElement("#stage", HTMLElement));
  const pulse = new StepClock(kFramesPerSecond);
  let isPaused = false;
  /** @type {StartFlaw} */
  let wrong = "";

  const show = () => {
    showStart(game.start, wrong);
    showPause(isPaused);
    showHint(page.settings.value.keys);
  };
  /** @param {boolean} next */
  const pause = (next) => {
    isPaused = next;
    show();
  };
  /** Another game, unless its link is wrong: then this one goes on. @param {Partial<Start>} parts */
  const begin = (parts) => {
    wrong = game.begin({ ...game.start, ...parts });
    pause(isPaused && wrong !== "");
    return wrong === "";
  };
  /** @param {"puyop"|"ips"} format */
  const copy = (format) => {
    const place = { field: requireElement("#link", HTMLInputElement), result: requireElement("#copied", HTMLElement) };
    void copyLink(game.fieldUrl(format), place);
  };
  const actions = {
    undo: () => {
      if (game.undo()) controls.onNextPair();
    },
    pause: () => pause(!isPaused),
    same_pairs: () => void begin({}),
    new_pairs: () => void begin({ seed: drawnSeed(), url: "" }),
    copy_puyop: () => copy("puyop"),
    copy_ips: () => copy("ips"),
    colours: (/** @type {number} */ count) => void begin({ colours: count }),
    open: (/** @type {string} */ url) => begin({ url, seed: drawnSeed() }),
  };
  /** @type {Partial<Record<PressAction, () => void>>} */
  const presses = {
    undo: actions.undo,
    pause: actions.pause,
    rematch: actions.same_pairs,
    mute: () => {
      const { sound: before } = page.settings.value;
      page.settings.change({ sound: { ...before, muted: !before.muted } });
    },
  };
  const touch = { element: requireElement("#stage", HTMLElement), layout: () => view.touchLayout() };
  const controls = attachControls(page.settings, touch, (action) => presses[action]?.());

  const play = () => {
    const before = game.side();
    const happened = game.step(controls.nextKeys(locksOf(before.falling)));
    if (happened.some(({ kind }) => kind === "controllable")) controls.onNextPair();
    playSounds(sound, happened, before, game.side());
    announce(page.announcer, happened);
  };
  /** @param {number} now */
  const frame = (now) => {
    window.requestAnimationFrame(frame);
    const stands = isPaused || isBusyElsewhere();
    const steps = pulse.takeSteps(now, 1);
    for (let i = 0; i < steps && !stands; ++i) play();
    // Discards keys pressed while the game stands still.
    if (stands) controls.nextKeys(kNoLocks);
    view.draw(game, page.settings.value.name, page.look(), stands);
  };

  game.begin({ ...game.start, seed: drawnSeed() });
  const given = new URLSearchParams(window.location.search).get("url") ?? "";
  if (given !== "") begin({ url: given });
  attachDesk(actions);
  page.settings.subscribe(show);
  pulse.start(performance.now());
  window.requestAnimationFrame(frame);
}
