// Draws a practice game on the page: its field, and its results so far.

import { el, setText } from "../base/dom.js";
import { kBoardColumns } from "../draw/board.js";
import { SideView } from "../draw/side_view.js";
import { t } from "../text/text.js";

/** @import {Look} from "../draw/look.js" */
/** @import {PracticeGame} from "./game.js" */

export class PracticeView {
  /** @param {HTMLElement} place */
  constructor(place) {
    this.side_ = new SideView("own");
    this.hand_ = el("span", { class: "practice_hand" });
    this.longest_ = el("span", { class: "practice_longest" });
    this.over_ = el("span", { class: "practice_over" });
    const told = el("div", { class: "duel_middle" }, this.hand_, this.longest_, this.over_);
    place.append(el("div", { class: "duel is_alone" }, this.side_.root, told));
  }

  /** @param {PracticeGame} game @param {string} name @param {Look} look @param {boolean} stands   nothing moves */
  draw(game, name, look, stands) {
    const { hand, phase } = game.side();
    this.side_.draw(game.scene(name), look);
    setText(this.hand_, t("practice.hand", { n: hand }));
    setText(this.longest_, t("practice.best", { n: game.longest }));
    setText(this.over_, phase === "dead" ? t("practice.over") : stands ? t("practice.paused") : "");
  }

  /** Where fingers find its columns. */
  touchLayout() {
    const { left, width } = this.side_.board.getBoundingClientRect();
    return { column: width / kBoardColumns, middle: left + width / 2 };
  }
}
