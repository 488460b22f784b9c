// How keys are called on the page. Pure.

import { t } from "../text/text.js";

const kSymbols = new Map([
  ["ArrowLeft", "←"], ["ArrowRight", "→"], ["ArrowUp", "↑"], ["ArrowDown", "↓"], ["Backspace", "⌫"], ["Enter", "⏎"],
  ["ShiftLeft", "⇧ L"], ["ShiftRight", "⇧ R"], ["Minus", "-"], ["Equal", "="], ["Comma", ","], ["Period", "."],
  ["Slash", "/"], ["Semicolon", ";"], ["Quote", "'"], ["BracketLeft", "["], ["BracketRight", "]"], ["Backslash", "\\"],
  ["Backquote", "`"],
]);

/** The first key of each action that has one. @param {Record<string, readonly string[]>} keys */
export function namesOfKeys(keys) {
  return Object.fromEntries(Object.entries(keys).map(([action, [first, second]]) => [action, keyName(first || second)]));
}

/** @param {string} code   of KeyboardEvent, or "" */
export function keyName(code) {
  if (code === "") return t("key.free");
  if (code === "Space") return t("key.space");
  return kSymbols.get(code) ?? code.replace(/^(Key|Digit)(?=.$)/, "").replace(/^Numpad/, "Num ");
}
