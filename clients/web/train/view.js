// Draws a problem on the page: its field and pairs, its goal, and its result so far.

import { need, setText } from "../base/dom.js";
import { kBoardColumns } from "../draw/board.js";
import { SideView } from "../draw/side_view.js";
import { t } from "../text/text.js";
import { goalText } from "./goal_text.js";
import { PairStrip } from "./pair_strip.js";

/** @import {Look} from "../draw/look.js" */
/** @import {TrainingGame} from "./game.js" */
/** @import {News} from "./session.js" */

export class TrainingView {
  constructor() {
    this.side_ = new SideView("own");
    this.strip_ = new PairStrip(need("#pairs", HTMLElement));
    this.goal_ = need("#goal", HTMLElement);
    this.told_ = need("#told", HTMLElement);
    need("#stage", HTMLElement).append(this.side_.root);
  }

  /** @param {TrainingGame} game @param {News} news @param {Look} look */
  draw(game, news, look) {
    const { placed } = game.state;
    this.side_.draw(game.scene(""), look);
    this.strip_.draw(game.pairs, placed, look);
    setText(this.goal_, goalText(game.goal));
    setText(this.told_, toldOf(game, news));
    this.told_.classList.toggle("is_solved", game.state.solved && !game.isShowing);
  }

  /** Where fingers find its columns. */
  touchLayout() {
    const { left, width } = this.side_.board.getBoundingClientRect();
    return { column: width / kBoardColumns, middle: left + width / 2 };
  }

  /** @param {(column: number) => void} point   a mouse has pressed there */
  onPoint(point) {
    need("#stage", HTMLElement).addEventListener("pointerdown", (event) => {
      const column = event.pointerType === "mouse" ? this.columnAt_(event) : null;
      if (column !== null) point(column);
    });
  }

  /** The column there; null beside the field. @param {PointerEvent} event @returns {?number} */
  columnAt_({ clientX, target }) {
    if (target !== this.side_.board) return null;
    const { column, middle } = this.touchLayout();
    return Math.min(6, Math.max(1, Math.ceil((clientX - middle) / column + 3)));
  }
}

/** @param {TrainingGame} game @param {News} news */
export function toldOf(game, { end }) {
  const { placed, solved, over } = game.state;
  if (game.isShowing) return over ? t("train.shown") : t("train.showing");
  if (solved) return end === "shown" ? t("train.solved_after") : t("train.solved");
  if (over) return t("train.failed");
  return t("train.pair", { n: placed + 1, total: game.pairs.length });
}
