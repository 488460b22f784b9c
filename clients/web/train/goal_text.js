// Describes the goal of a problem, in the person's language.

import { formatNumber, t } from "../text/text.js";

/** @import {Goal} from "../rules/drill.js" */

/** @param {Goal} goal */
export function goalText({ kind, isAtLeast, colour, count }) {
  const number = isAtLeast ? t("goal.at_least", { n: count }) : formatNumber(count);
  return t(`goal.${kind}`, { count: number, colour: t(`goal.of_${colour}`) });
}
