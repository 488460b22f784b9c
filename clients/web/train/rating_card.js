// What a person says of a problem that is over: three questions, each answered by one of five.

import { el, need } from "../base/dom.js";
import { t } from "../text/text.js";
import { kAspects } from "./progress.js";

/** @import {Aspect} from "./progress.js" */

const kSteps = [1, 2, 3, 4, 5];

export class RatingCard {
  /** @param {(aspect: Aspect, step: number) => void} onRate */
  constructor(onRate) {
    this.card_ = need("#rating", HTMLElement);
    this.form_ = need("#rating_form", HTMLFormElement);
    this.form_.addEventListener("change", ({ target }) => {
      if (target instanceof HTMLInputElement) onRate(/** @type {Aspect} */ (target.name), Number(target.value));
    });
    // Who points plays on at once by keys, which an input would take; who chooses by keys stays here.
    this.form_.addEventListener("click", ({ target, detail }) => {
      if (detail > 0 && target instanceof HTMLInputElement) target.blur();
    });
    this.form_.addEventListener("submit", (event) => event.preventDefault());
  }

  /** In the language of the page. What was said stays. */
  translate() {
    const said = new FormData(this.form_);
    this.form_.replaceChildren(...kAspects.map((aspect) => question(aspect, Number(said.get(aspect) ?? 0))));
  }

  /** On a phone it lies far below the field. @param {ScrollBehavior} behavior */
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

/** @param {Aspect} aspect @param {number} said   0: nothing yet */
function question(aspect, said) {
  const answers = kSteps.map((step) => {
    const input = el("input", { type: "radio", name: aspect, value: String(step) });
    input.checked = step === said;
    return el("label", { class: "train_step" }, input, String(step));
  });
  return el(
    "fieldset",
    { class: "train_question" },
    el("legend", {}, t(`train.${aspect}`), " ", el("span", { class: "dim" }, t(`train.range_${aspect}`))),
    el("div", { class: "train_steps" }, ...answers),
  );
}
