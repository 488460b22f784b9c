// The card for rating a problem that has ended: three questions, each with five answers.

import { el, requireElement } from "../base/dom.js";
import { t } from "../text/translation.js";
import { kAspects } from "./progress.js";

/** @import {Aspect} from "./progress.js" */

const kRatingSteps = [1, 2, 3, 4, 5];

export class RatingCard {
  /** @param {(aspect: Aspect, step: number) => void} onRate */
  constructor(onRate) {
    this.card_ = requireElement("#rating", HTMLElement);
    this.form_ = requireElement("#rating_form", HTMLFormElement);
    this.form_.addEventListener("change", ({ target }) => {
      if (target instanceof HTMLInputElement) onRate(/** @type {Aspect} */ (target.name), Number(target.value));
    });
    // After a click the input loses the focus, so that keys play on at once. After a choice by keys it keeps the focus.
    this.form_.addEventListener("click", ({ target, detail }) => {
      if (detail > 0 && target instanceof HTMLInputElement) target.blur();
    });
    this.form_.addEventListener("submit", (event) => event.preventDefault());
  }

  /** Writes the questions in the language of the page, and keeps the given answers. */
  translate() {
    const ratings = new FormData(this.form_);
    this.form_.replaceChildren(...kAspects.map((aspect) => question(aspect, Number(ratings.get(aspect) ?? 0))));
  }

  /** Scrolls to the card, which on a phone is far below the field. @param {ScrollBehavior} behavior */
  bringIntoView(behavior) {
    this.card_.scrollIntoView({ block: "nearest", behavior });
  }

  /** @param {boolean} isShown */
  show(isShown) {
    if (this.card_.hidden === !isShown) return;
    this.card_.hidden = !isShown;
    if (!isShown) this.form_.reset();
  }
}

/** @param {Aspect} aspect @param {number} rating   0: not rated yet */
function question(aspect, rating) {
  const answers = kRatingSteps.map((step) => {
    const input = el("input", { type: "radio", name: aspect, value: String(step) });
    input.checked = step === rating;
    return el("label", { class: "train_step" }, input, String(step));
  });
  return el(
    "fieldset",
    { class: "train_question" },
    el("legend", {}, t(`train.${aspect}`), " ", el("span", { class: "dim" }, t(`train.range_${aspect}`))),
    el("div", { class: "train_steps" }, ...answers),
  );
}
