// The page that teaches the rules by showing: small boards that play examples, and one on which the reader places a pair.

import { requireElement, setText } from "../base/dom.js";
import { loadEngineOrShowError } from "../base/engine_loading.js";
import { startPage } from "../base/start_page.js";
import { StepClock } from "../base/step_clock.js";
import { t } from "../text/how_to_play_texts.js";
import { ExampleCard } from "./example_card.js";
import { kExamples } from "./examples.js";
import { OwnTurn } from "./own_turn.js";

/** @import {Engine} from "../rules/engine.js" */

const kFramesPerSecond = 60;

const page = startPage();
const state = requireElement("#state", HTMLElement);
const engine = await loadEngineOrShowError(page, state);
state.hidden = true;
showExamples(engine);

/** @param {Engine} engine */
function showExamples(engine) {
  const cards = kExamples.map((example) => new ExampleCard(engine, example));
  requireElement("#examples", HTMLElement).append(...cards.map(({ root }) => root));
  const toggle = requireElement("#toggle", HTMLButtonElement);
  /** True while the boards stand still. */
  let isStill = false;
  let isCalm = false;
  /** @param {boolean} still */
  const setStill = (still) => {
    isStill = still;
    setText(toggle, isStill ? t("how.go_on") : t("how.stop"));
  };
  const press = () => setStill(!isStill);
  const turn = new OwnTurn(engine, page, (action) => {
    if (action === "pause") press();
    if (action === "undo" || action === "rematch") turn.restart();
  });
  /** Where motion is to be reduced, the boards stand still until the reader lets them move. */
  const followMotion = () => {
    const { reducesMotion } = page.look();
    if (reducesMotion === isCalm) return;
    isCalm = reducesMotion;
    setStill(isCalm);
    if (isCalm) for (const card of cards) card.showStill();
  };
  const clock = new StepClock(kFramesPerSecond);
  /** @param {number} now */
  const frame = (now) => {
    window.requestAnimationFrame(frame);
    followMotion();
    turn.readGamepads(now);
    for (const at of clock.takeStepTimes(now)) {
      turn.step(at);
      if (!isStill) for (const card of cards) card.step();
    }
    for (const card of cards) card.draw(page.look());
    turn.draw(page.look());
  };
  toggle.addEventListener("click", press);
  toggle.hidden = false;
  page.settings.subscribe(({ keys }) => {
    for (const card of cards) card.writeTexts(keys);
    turn.writeTexts();
    setStill(isStill);
  });
  clock.start(performance.now());
  window.requestAnimationFrame(frame);
}
