// The page for training: keys and buttons place pairs, sixty times a second; problems and solutions come from the
// server.

import { need, setText } from "../base/dom.js";
import { needEngine } from "../base/need_engine.js";
import { startPage } from "../base/page.js";
import { Pulse } from "../base/pulse.js";
import { takeLink } from "../base/take_link.js";
import { attachControls } from "../input/controls.js";
import { kNoLocks } from "../input/repeat.js";
import { announce, playSounds } from "../practice/senses.js";
import { Drill } from "../rules/drill.js";
import { openSettings } from "../settings/dialog.js";
import { pageSound } from "../sound/sound.js";
import { attachDesk, showDesk, showHint, showSizes, showWrongLink } from "./desk.js";
import { TrainingGame } from "./game.js";
import { addressOf, partOf } from "./link.js";
import { kServerProblems } from "./problems.js";
import { Progress } from "./progress.js";
import { showProgress } from "./progress_view.js";
import { RatingCard } from "./rating_card.js";
import { TrainingSession } from "./session.js";
import { toldOf, TrainingView } from "./view.js";

/** @import {PressAction} from "../input/key_map.js" */

const kFramesPerSecond = 60;

const page = startPage();
need("#settings", HTMLElement).addEventListener("click", () => openSettings(page.settings));
const state = need("#state", HTMLElement);
const engine = await needEngine(page, state);
run(new TrainingGame(new Drill(engine)));

/** @param {TrainingGame} game */
function run(game) {
  const sound = pageSound(page.settings);
  const view = new TrainingView();
  const progress = new Progress(() => window.localStorage);
  const session = new TrainingSession(game, progress, kServerProblems);
  const rating = new RatingCard((aspect, step) => session.rate(aspect, step));
  const pulse = new Pulse(kFramesPerSecond);
  let pressed = 0;
  let said = "";
  /** @type {import("./session.js").News["end"]} */
  let end = null;
  /** @type {import("./flaw_text.js").Wrong} */
  let wrong = "";

  const show = () => {
    showProgress(progress);
    showSizes(progress.size);
    showWrongLink(wrong);
    showHint(page.settings.value.keys);
    rating.translate();
  };
  /** Another problem has come: its address is the page's. */
  const begun = () => {
    const link = game.url();
    if ("url" in link) window.history.replaceState(null, "", addressOf(link.url));
    if (document.activeElement instanceof HTMLInputElement) document.activeElement.blur();
    controls.nextPair();
    show();
  };
  const next = async () => {
    const before = session.turn;
    await session.next(progress.size);
    if (session.turn !== before) begun();
  };
  /** @param {string} text   a link, of here or elsewhere, or what follows its question mark */
  const open = (text) => {
    const part = partOf(text);
    wrong = part === null ? "elsewhere" : session.open(part);
    if (wrong === "") begun();
    else showWrongLink(wrong);
    return wrong === "";
  };
  /** @param {{url: string} | {why: string}} link */
  const copy = (link) => {
    const place = { field: need("#link", HTMLInputElement), said: need("#copied", HTMLElement) };
    void takeLink(link, place);
  };
  const deeds = {
    next: () => {
      wrong = "";
      void next();
    },
    undo: () => void game.undo(),
    restart: () => game.restart(),
    show: () => void session.show(),
    copy_ips: () => copy(game.url()),
    copy_link: () => {
      const link = game.url();
      copy("url" in link ? { url: window.location.origin + addressOf(link.url) } : link);
    },
    forget: () => {
      progress.forget();
      show();
    },
    press: (/** @type {number} */ keys) => (pressed |= keys),
    size: (/** @type {import("./progress.js").Size} */ size) => {
      progress.choose(size);
      deeds.next();
    },
    open,
  };
  /** @type {Partial<Record<PressAction, () => void>>} */
  const presses = {
    undo: deeds.undo,
    rematch: () => (session.news.end === null ? deeds.restart() : deeds.next()),
    mute: () => {
      const { sound: before } = page.settings.value;
      page.settings.change({ sound: { ...before, muted: !before.muted } });
    },
  };
  const stage = need("#stage", HTMLElement);
  const touch = { element: stage, layout: () => view.touchLayout() };
  const controls = attachControls(page.settings, touch, (action) => presses[action]?.());
  stage.addEventListener("pointerdown", (event) => {
    const column = event.pointerType === "mouse" && game.isOpen ? view.columnAt(event) : null;
    if (column !== null) game.point(column);
  });

  const play = () => {
    const before = game.side();
    const happened = game.step(controls.next(kNoLocks) | pressed);
    pressed = 0;
    if (happened.some(({ kind }) => kind === "controllable")) controls.nextPair();
    playSounds(sound, happened, before, game.side());
    announce(page.announcer, happened);
    session.notice();
    if (session.news.end !== end) {
      ({ end } = session.news);
      show();
    }
    const told = toldOf(game, session.news);
    if (told !== said) page.announcer.say("told", told);
    said = told;
  };
  /** @param {number} now */
  const frame = (now) => {
    window.requestAnimationFrame(frame);
    const steps = pulse.take(now, 1);
    const { news } = session;
    state.hidden = game.isOpen;
    setText(state, news.wrong !== "" ? news.wrong : "…");
    showDesk({ ...news, isOpen: game.isOpen, canUndo: game.isOpen && game.state.placed > 0 });
    rating.show(news.end !== null);
    if (!game.isOpen) return;
    for (let i = 0; i < steps; ++i) play();
    view.draw(game, news, page.look());
  };

  attachDesk(deeds);
  page.settings.subscribe(show);
  const given = new URLSearchParams(window.location.search).get("p") ?? "";
  if (given === "" || !open(given)) void next();
  pulse.start(performance.now());
  window.requestAnimationFrame(frame);
}
