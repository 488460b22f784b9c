// Why a link leads to no problem, in the person's language.

import { t } from "../text/text.js";

/** @import {Flaw} from "../rules/drill.js" */

/** elsewhere: a link to another site. @typedef {Flaw|"elsewhere"} Wrong */

/** @param {Wrong} wrong */
export function flawText(wrong) {
  return wrong === "" ? "" : t(`train.wrong_${wrong}`);
}
