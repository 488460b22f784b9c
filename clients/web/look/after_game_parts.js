// The parts of a replay that show an analysed game, for the page that shows every component.

import { durationText } from "../replay/duration_text.js";
import { fieldPicture } from "../replay/field_picture.js";
import { MissedList } from "../replay/missed_list.js";
import { ScrubBar } from "../replay/scrub_bar.js";
import { TurningList } from "../replay/turning_list.js";
import { t } from "../text/translation.js";
import { chancePath } from "../watch/chance_line.js";
import { kFieldStates } from "./field_states.js";

/** @import {Look} from "../draw/look.js" */
/** @import {AnalysisReport} from "../replay/analysis.js" */
/** @import {MissedMoment} from "../replay/missed_moments.js" */
/** @import {TurningPoint} from "../replay/turning_points.js" */

const kFramesPerSecond = 60;
const kLast = 3600;
const kProblem = "200200400200qo0xo_G1E1__v03";
/** @type {MissedMoment[]} */
const kMissed = [
  { seat: 0, clock: 3400, kind: "cancelled", links: 6, garbage: 48, fired: 0, hasDied: true, problem: kProblem },
  { seat: 1, clock: 2100, kind: "chain", links: 9, garbage: 410, fired: 3, hasDied: false, problem: kProblem },
  { seat: 1, clock: 900, kind: "survived", links: 0, garbage: 9, fired: 0, hasDied: false, problem: "" },
];
/** @type {AnalysisReport} */
const kReport = {
  possibleChains: [
    [{ clock: 200, links: 3, points: 1000 }, { clock: 2000, links: 8, points: 22000 }],
    [{ clock: 600, links: 4, points: 2600 }, { clock: 2100, links: 9, points: 28700 }, { clock: 2300, links: 1, points: 40 }],
  ],
  knownUntil: kLast, areChancesKnown: true,
  chances: [{ clock: 100, chance: 500 }, { clock: 1400, chance: 640 }, { clock: 2100, chance: 280 },
    { clock: 3300, chance: 60 }, { clock: kLast, chance: 0 }],
  longestChains: [8, 3], missed: kMissed, last: kLast, countsTurns: false, progress: 1, isComplete: true,
};

/** Makes the bar with its signs, and the list as it is at first, at the end, and where nothing was missed.
 * @param {Look} look */
export function afterGameParts(look) {
  const bar = new ScrubBar({ last: kLast, matchEvents: [], countsTurns: false }, () => {});
  bar.showPossibleChains(kReport.possibleChains, kLast);
  bar.showMissed(kMissed);
  bar.showChances(chancePath(kReport.chances, kLast, kLast));
  bar.slider.setAttribute("aria-label", t("replay.position"));
  /** @param {?TurningPoint[]} points */
  const turningList = (points) => {
    const list = new TurningList(["gaze", "Ada"], (clock) => durationText(clock / kFramesPerSecond), () => {});
    if (points) list.show(points);
    else list.writeTexts();
    return list.root;
  };
  const turning = [null, [{ clock: 1400, until: 2100, seat: 1, before: 360, after: 720 }], []].map(turningList);
  const lists = [{ ...kReport, missed: [], progress: 0.6, isComplete: false }, kReport, { ...kReport, missed: [] }];
  return [bar.root, ...turning, ...lists.map((report) => {
    const list = new MissedList(["gaze", "Ada"], (clock) => durationText(clock / kFramesPerSecond),
      { see: () => {}, copyLink: () => {}, picture: () => fieldPicture(kFieldStates.control.scene, look) });
    list.show(report);
    return list.root;
  })];
}
