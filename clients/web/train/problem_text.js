// Describes the goal of a problem and the error of a link, in the person's language.

import { formatNumber, t } from "../text/translation.js";

/** @import {Goal, ProblemError} from "../rules/training_position.js" */

/** @param {Goal} goal */
export function goalText({ kind, isAtLeast, colour, count }) {
  const number = isAtLeast ? t("goal.at_least", { n: count }) : formatNumber(count);
  return t(`goal.${kind}`, { count: number, colour: t(`goal.of_${colour}`) });
}

/** elsewhere: a link to another site. @typedef {ProblemError|"elsewhere"} LinkError */

/** @param {LinkError} wrong */
export function linkErrorText(wrong) {
  return wrong === "" ? "" : t(`train.wrong_${wrong}`);
}
