// How keys are called on the page. Pure.

import { t } from "../text/text.js";

const kSymbols = new Map([
  ["ArrowLeft", "←"], ["ArrowRight", "→"], ["ArrowUp", "↑"], ["ArrowDown", "↓"], ["Backspace", "⌫"], ["Enter", "⏎"],
  ["ShiftLeft", "⇧ L"], ["ShiftRight", "⇧ R"], ["Minus", "-"], ["Equal", "="], ["Comma", ","], ["Period", "."],
  ["Slash", "/"], ["Semicolon", ";"], ["Quote", "'"], ["BracketLeft", "["], ["BracketRight", "]"], ["Backslash", "\\"],
  ["Backquote", "`"],
]);

/** @param {string} code   of KeyboardEvent, or "" */
export function keyName(code) {
  if (code === "") return t("key.free");
  if (code === "Space") return t("key.space");
  return kSymbols.get(code) ?? code.replace(/^(Key|Digit)(?=.$)/, "").replace(/^Numpad/, "Num ");
}
