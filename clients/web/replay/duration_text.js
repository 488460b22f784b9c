// Durations as texts.

import { formatNumber } from "../text/translation.js";

/** Returns minutes and seconds. @param {number} seconds */
export function durationText(seconds) {
  const whole = Math.round(seconds);
  return `${formatNumber(Math.floor(whole / 60))}:${String(whole % 60).padStart(2, "0")}`;
}
