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
    this.form_.addEventListener("submit", (event) => event.preventDefault());
  }

  /** In the language of the page. What was said stays. */
  translate() {
    const said = new FormData(this.form_);
    this.form_.replaceChildren(...kAspects.map((aspect) => question(aspect, Number(said.get(aspect) ?? 0))));
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
    el("legend", {}, t(`train.${aspect}`)),
    el("div", { class: "train_steps" },
      el("span", { class: "dim", "aria-hidden": "true" }, t(`train.least_${aspect}`)),
      ...answers,
      el("span", { class: "dim", "aria-hidden": "true" }, t(`train.most_${aspect}`)),
    ),
  );
}
