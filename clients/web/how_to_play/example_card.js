// Shows an example on the page: its field or its two fields, its sentence, and what belongs to it. Its fields say
// nothing to a screen reader, which is told in words what they show.

import { el, setText } from "../base/dom.js";
import { DuelView } from "../draw/duel_view.js";
import { SideView } from "../draw/side_view.js";
import { kDown, kLeft, kRight, kTurnCcw, kTurnCw } from "../input/frame_keys.js";
import { keyName } from "../input/key_map.js";
import { kSignActions, moveSign } from "../input/move_buttons.js";
import { t } from "../text/how_to_play_texts.js";
import { ExampleGame } from "./example_game.js";

/** @import {Look} from "../draw/look.js" */
/** @import {KeyMap, MoveAction} from "../input/key_map.js" */
/** @import {Engine} from "../rules/engine.js" */
/** @import {Example} from "./examples.js" */

/** An example that is over stays for so many frames before it begins again. */
const kRestFrames = 100;
/** @type {Record<MoveAction, number>} */
const kKeysOfActions = { left: kLeft, turn_ccw: kTurnCcw, down: kDown, turn_cw: kTurnCw, right: kRight };

export class ExampleCard {
  /** @param {Engine} engine @param {Example} example */
  constructor(engine, example) {
    this.example_ = example;
    this.game_ = new ExampleGame(engine, example);
    this.restFrames_ = 0;
    this.duel_ = example.sides.length === 2 ? new DuelView() : null;
    this.side_ = new SideView("own");
    this.duel_?.root.classList.add("is_watched");
    const fields = el("div", { "aria-hidden": "true" }, (this.duel_ ?? this.side_).root);
    this.picture_ = el("div", { class: "how_picture", role: "img" }, fields);
    this.title_ = el("h2");
    this.sentence_ = el("p");
    this.beside_ = el("div", { class: "how_beside" });
    this.root = el("section", { class: `how_example how_${example.name} card` }, this.title_, this.picture_,
      el("div", { class: "how_words" }, this.sentence_, this.beside_));
    /** The signs of the keys, if the example shows them. */
    this.signs_ = example.name === "move" ? kSignActions.map((action) => ({ action, root: el("span") })) : [];
    this.beside_.append(...this.signs_.map(({ root }) => root));
    /** True if the fields show the game as it is. */
    this.isDrawn_ = false;
    /** The look in which it was drawn last. @type {?Look} */
    this.look_ = null;
    new ResizeObserver(() => (this.isDrawn_ = false)).observe(this.picture_);
  }

  /** Writes all texts in the current language. @param {KeyMap} keys */
  writeTexts(keys) {
    this.isDrawn_ = false;
    const { name } = this.example_;
    setText(this.title_, t(`how.${name}_title`));
    setText(this.sentence_, t(`how.${name}`));
    this.picture_.setAttribute("aria-label", t(`how.${name}_picture`));
    for (const { action, root } of this.signs_) {
      root.replaceChildren(moveSign(action), el("kbd", { text: keyName(keys[action][0] || keys[action][1]) }));
    }
  }

  /** Plays one frame; an example that is over begins again after a while. */
  step() {
    this.isDrawn_ = false;
    if (this.game_.isOver && ++this.restFrames_ > kRestFrames) this.restart_();
    else this.game_.step();
  }

  /** Shows the frame that tells most. */
  showStill() {
    this.restart_();
    while (this.game_.frame < this.example_.still) this.game_.step();
  }

  restart_() {
    this.isDrawn_ = false;
    this.restFrames_ = 0;
    this.game_.restart();
  }

  /** Draws what has changed since the last call. @param {Look} look */
  draw(look) {
    if (this.isDrawn_ && look === this.look_) return;
    this.isDrawn_ = true;
    this.look_ = look;
    const scene = this.game_.scene([t("how.you"), t("how.rival")]);
    if (this.duel_) this.duel_.draw(scene, look);
    else this.side_.draw(scene.own, look);
    for (const { action, root } of this.signs_) {
      root.classList.toggle("is_pressed", (this.game_.shownKeys & kKeysOfActions[action]) !== 0);
    }
    if (this.example_.name === "chain") this.showLinks_();
  }

  /** Lists the links that have fired, with their points. */
  showLinks_() {
    const texts = this.game_.links.map(({ number, points }) => t("how.points", { n: number, points }));
    while (this.beside_.children.length > texts.length) this.beside_.lastElementChild?.remove();
    while (this.beside_.children.length < texts.length) this.beside_.append(el("span"));
    texts.forEach((text, i) => setText(this.beside_.children[i], text));
  }
}
