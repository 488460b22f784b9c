// How far a person has come: numbers, and the level as a line.

import { requireElement, setText, svg } from "../base/dom.js";
import { formatNumber, t } from "../text/translation.js";

/** @import {Entry, Progress} from "./progress.js" */

const kWidth = 300;
const kHeight = 80;
const kMargin = 6;
/** The room for the labels of the lines. */
const kLeft = 14;
const kLevels = { least: 1, most: 5 };

/** Where each level lies in the plot. @param {readonly number[]} levels @returns {{x: number, y: number}[]} */
export function pointsOf(levels) {
  const step = (kWidth - kLeft - kMargin) / Math.max(1, levels.length - 1);
  const high = (kHeight - 2 * kMargin) / (kLevels.most - kLevels.least);
  const rounded = (/** @type {number} */ value) => Math.round(value * 10) / 10;
  return levels.map((level, i) => ({
    x: rounded(kLeft + i * step),
    y: rounded(kHeight - kMargin - (level - kLevels.least) * high),
  }));
}

/** @param {readonly Entry[]} entries */
export function countsOf(entries) {
  const solved = entries.filter((entry) => entry.solved);
  const seconds = solved.map((entry) => entry.seconds).sort((a, b) => a - b);
  return { had: entries.length, solved: solved.length, usual: seconds[Math.floor((seconds.length - 1) / 2)] ?? null };
}

/** @param {Progress} progress */
export function showProgress({ entries, level }) {
  const { had, solved, usual } = countsOf(entries);
  const shownLevel = Math.round(level * 10) / 10;
  setText(requireElement("#level", HTMLElement), t("train.level", { n: shownLevel, most: kLevels.most }));
  setText(requireElement("#solved_count", HTMLElement), t("train.solved_count", { n: solved, total: had }));
  setText(requireElement("#usual_time", HTMLElement), usual === null ? "" : t("train.usual_time", { n: usual }));
  requireElement("#forget", HTMLButtonElement).disabled = had === 0;
  const place = requireElement("#plot", HTMLElement);
  const levels = [...entries.map((entry) => entry.level), level];
  // Of one problem there is nothing to be told by a line.
  place.hidden = had < 2;
  place.setAttribute("aria-label", t("train.plot", { first: levels[0], last: shownLevel }));
  place.replaceChildren(plot(levels));
}

/** @param {number[]} levels */
function plot(levels) {
  const points = pointsOf(levels);
  const last = points[points.length - 1];
  const lines = [1, 2, 3, 4, 5].flatMap((level) => {
    const { x, y } = pointsOf([level])[0];
    const name = svg("text", { x: 0, y, class: "train_level" });
    name.textContent = formatNumber(level);
    return [svg("line", { x1: x, x2: kWidth, y1: y, y2: y, class: "train_grid" }), name];
  });
  return svg("svg", { viewBox: `0 0 ${kWidth} ${kHeight}`, class: "train_plot" }, ...lines,
    svg("polyline", { points: points.map(({ x, y }) => `${x},${y}`).join(" "), class: "train_line" }),
    svg("circle", { cx: last.x, cy: last.y, r: 3.5, class: "train_last" }),
  );
}
