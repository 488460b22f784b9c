// How long to wait before a lost connection is tried again: twice as long each time, up to half a minute, and less by
// chance, so that not all pages come back at once.

const kFirstMs = 500;
const kMostMs = 30_000;

/**
 * @param {number} failures  in a row, at least one
 * @param {number} chance    0 .. 1
 * @returns {number} milliseconds
 */
export function backoffMs(failures, chance) {
  const most = Math.min(kMostMs, kFirstMs * 2 ** (failures - 1));
  return most * (0.5 + chance / 2);
}
