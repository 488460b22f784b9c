// Shows the progress of a person: some numbers, and the level as a line over time.

import { requireElement, setText, svg } from "../base/dom.js";
import { formatNumber, t } from "../text/translation.js";

/** @import {Entry, Progress} from "./progress.js" */

const kWidth = 300;
const kHeight = 80;
const kMargin = 6;
/** The width of the labels beside the lines. */
const kLabelWidth = 14;
const kLevelRange = { least: 1, most: 5 };

/**
 * Returns the point of each level in the plot.
 * @param {readonly number[]} levels @returns {{x: number, y: number}[]}
 */
export function plotPoints(levels) {
  const step = (kWidth - kLabelWidth - kMargin) / Math.max(1, levels.length - 1);
  const high = (kHeight - 2 * kMargin) / (kLevelRange.most - kLevelRange.least);
  const rounded = (/** @type {number} */ value) => Math.round(value * 10) / 10;
  return levels.map((level, i) => ({
    x: rounded(kLabelWidth + i * step),
    y: rounded(kHeight - kMargin - (level - kLevelRange.least) * high),
  }));
}

/** @param {readonly Entry[]} entries */
export function countsOf(entries) {
  const solved = entries.filter((entry) => entry.solved);
  const seconds = solved.map((entry) => entry.seconds).sort((a, b) => a - b);
  const medianSeconds = seconds[Math.floor((seconds.length - 1) / 2)] ?? null;
  return { total: entries.length, solved: solved.length, medianSeconds };
}

/** @param {Progress} progress */
export function showProgress({ entries, level }) {
  const { total, solved, medianSeconds } = countsOf(entries);
  const shownLevel = Math.round(level * 10) / 10;
  setText(requireElement("#level", HTMLElement), t("train.level", { n: shownLevel, most: kLevelRange.most }));
  setText(requireElement("#solved_count", HTMLElement), t("train.solved_count", { n: solved, total }));
  showLevelBar(requireElement("#level_bar", HTMLElement), level);
  const medianText = medianSeconds === null ? "" : t("train.usual_time", { n: medianSeconds });
  setText(requireElement("#usual_time", HTMLElement), medianText);
  requireElement("#forget", HTMLButtonElement).disabled = total === 0;
  const place = requireElement("#plot", HTMLElement);
  const levels = [...entries.map((entry) => entry.level), level];
  // A line needs more than one problem.
  place.hidden = total < 2;
  place.setAttribute("aria-label", t("train.plot", { first: levels[0], last: shownLevel }));
  place.replaceChildren(plot(levels));
}

/** Fills the steps up to the level, the last one in part. @param {HTMLElement} bar @param {number} level */
function showLevelBar(bar, level) {
  [...bar.children].forEach((step, i) => {
    const share = Math.min(1, Math.max(0, level - i));
    if (step instanceof HTMLElement) step.style.setProperty("--share", `${Math.round(share * 100)}%`);
  });
}

/** @param {number[]} levels */
function plot(levels) {
  const points = plotPoints(levels);
  const last = points[points.length - 1];
  const lines = [1, 2, 3, 4, 5].flatMap((level) => {
    const { x, y } = plotPoints([level])[0];
    const name = svg("text", { x: 0, y, class: "train_level" });
    name.textContent = formatNumber(level);
    return [svg("line", { x1: x, x2: kWidth, y1: y, y2: y, class: "train_grid" }), name];
  });
  return svg("svg", { viewBox: `0 0 ${kWidth} ${kHeight}`, class: "train_plot" }, ...lines,
    svg("polyline", { points: points.map(({ x, y }) => `${x},${y}`).join(" "), class: "train_line" }),
    svg("circle", { cx: last.x, cy: last.y, r: 3.5, class: "train_last" }),
  );
}
