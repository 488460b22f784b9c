// The last board: the reader places one pair, which waits until the first key, and sets off a chain. A pair that fires
// nothing comes back.

import { requireElement, setText } from "../base/dom.js";
import { sceneOf } from "../draw/scene.js";
import { SideView } from "../draw/side_view.js";
import { attachControls } from "../input/controls.js";
import { locksOf } from "../input/frame_keys.js";
import { namesOfKeys } from "../input/key_map.js";
import { MoveButtons } from "../input/move_buttons.js";
import { isTouchDevice } from "../input/touch.js";
import { StagedSide } from "../rules/staged_side.js";
import { t } from "../text/how_to_play_texts.js";
import { kOwnTurn } from "./examples.js";

/** @import {Page} from "../base/start_page.js" */
/** @import {Look} from "../draw/look.js" */
/** @import {PressAction} from "../input/key_map.js" */
/** @import {Engine} from "../rules/engine.js" */

/** The banner of an all clear is shown for so many frames. */
const kAllClearFrames = 120;
/** The board takes keys if this part of it is in sight; else they scroll the page. */
const kSeenShare = 0.6;

export class OwnTurn {
  /** @param {Engine} engine @param {Page} page @param {(action: PressAction) => void} onPress */
  constructor(engine, page, onPress) {
    this.page_ = page;
    this.side_ = new StagedSide(engine, kOwnTurn);
    this.view_ = new SideView("own");
    this.buttons_ = new MoveButtons();
    this.told_ = requireElement("#told", HTMLElement);
    this.keys_ = requireElement("#keys", HTMLElement);
    const place = requireElement("#turn", HTMLElement);
    place.append(this.view_.root);
    place.after(this.buttons_.root);
    this.isInView_ = false;
    new IntersectionObserver(([entry]) => (this.isInView_ = entry.isIntersecting), { threshold: kSeenShare })
      .observe(this.view_.field);
    const touch = { element: place, layout: () => this.view_.touchLayout(), buttons: this.buttons_,
      takesKeys: () => this.isInView_ };
    this.controls_ = attachControls(page.settings, touch, onPress);
    /** The links of the chain that was fired. */
    this.links_ = 0;
    this.allClearFrames_ = 0;
    /** False while the pair waits for the first key. */
    this.hasBegun_ = false;
    /** True when no key has been held since the pair came: a key that is still held does not move the next pair. */
    this.isReleased_ = false;
    /** True after a pair that fired nothing. */
    this.hasMissed_ = false;
    requireElement("#again", HTMLElement).addEventListener("click", () => {
      this.hasMissed_ = false;
      this.restart();
    });
  }

  /** Puts the pair back to the top. */
  restart() {
    this.side_.restart();
    this.links_ = 0;
    this.allClearFrames_ = 0;
    this.hasBegun_ = false;
    this.isReleased_ = false;
  }

  /** Writes all texts in the current language. */
  writeTexts() {
    this.buttons_.writeTexts();
    const byKeys = t("play.keys_hint", namesOfKeys(this.page_.settings.value.keys));
    setText(this.keys_, isTouchDevice() ? t("play.touch_hint") : byKeys);
  }

  /** Reads the gamepads; to be called before the steps of a picture. @param {number} now */
  readGamepads(now) {
    this.controls_.readGamepads(now);
  }

  /** Plays one frame. @param {number} at   its time, ms */
  step(at) {
    const { phase, falling } = this.side_.facts;
    const { keys } = this.controls_.keysAt(at, locksOf(falling));
    if (this.allClearFrames_ > 0) --this.allClearFrames_;
    if (phase === "control" && !this.hasBegun_) {
      this.isReleased_ ||= keys === 0;
      this.hasBegun_ = this.isReleased_ && keys !== 0;
      if (!this.hasBegun_) return;
    }
    for (const { kind, number } of this.side_.step(keys)) {
      if (kind === "controllable") this.controls_.onNextPair(at);
      if (kind === "all_clear") this.allClearFrames_ = kAllClearFrames;
      if (kind === "link_started") this.onLink_(number);
    }
    if (!this.side_.isOver || this.links_ > 0) return;
    this.hasMissed_ = true;
    this.restart();
  }

  /** @param {number} link */
  onLink_(link) {
    this.links_ = link;
    this.page_.announcer.say("chain", t("live.own_chain", { n: link }));
  }

  /** @param {Look} look */
  draw(look) {
    const { facts, isOver } = this.side_;
    this.view_.draw(sceneOf(facts, { name: "", wins: 0, allClear: this.allClearFrames_ > 0, landing: true }), look);
    this.view_.board.setAttribute("aria-label", t("how.turn_field"));
    const hasFired = isOver && this.links_ > 0;
    setText(this.told_, hasFired ? t("how.turn_fired", { n: this.links_ })
      : t(this.hasMissed_ && this.links_ === 0 ? "how.turn_missed" : "how.turn"));
    this.told_.classList.toggle("is_fired", hasFired);
  }
}
