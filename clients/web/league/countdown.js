// The times of a page, in the visitor's own time zone: the start of a tournament, with the time until then, and when its
// messages were sent.

const kSecond = 1000;

/** "59", "1:05", "2:01:05" or, from two days on, "3 d 4 h". @param {number} ms   until the start, at least 0 */
export function timeUntil(ms) {
  const seconds = Math.ceil(ms / kSecond);
  const hours = Math.floor(seconds / 3600);
  if (hours >= 48) return `${Math.floor(hours / 24)} d ${hours % 24} h`;
  const minutes = Math.floor(seconds / 60) % 60;
  const rest = seconds % 60;
  if (hours > 0) return `${hours}:${twoDigits(minutes)}:${twoDigits(rest)}`;
  return minutes > 0 ? `${minutes}:${twoDigits(rest)}` : `${rest}`;
}

/** @param {number} number */
const twoDigits = (number) => String(number).padStart(2, "0");

/** Writes the times in the document, and the countdown of each start. @param {Document} document @param {number} now */
export function showCountdowns(document, now) {
  const language = document.documentElement.lang;
  for (const time of document.querySelectorAll("time.starts, time.sent")) {
    const moment = Date.parse(time.getAttribute("datetime") ?? "");
    if (Number.isNaN(moment)) continue;
    const local = new Date(moment).toLocaleString(language, { dateStyle: "medium", timeStyle: "short" });
    const isAwaited = time.classList.contains("starts") && moment > now;
    const text = isAwaited ? `${local} (${timeUntil(moment - now)})` : local;
    if (time.textContent !== text) time.textContent = text;
  }
}
