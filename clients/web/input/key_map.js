// Maps keys to actions: two slots an action, keys by their place (KeyboardEvent.code), so that a map works
// on every layout. Pure; maps are never changed, only replaced.
// How keys are called on the page. Pure.

import { t } from "../text/translation.js";

/** @typedef {"left"|"right"|"down"|"turn_cw"|"turn_ccw"} MoveAction   held from frame to frame */
/** @typedef {"pause"|"rematch"|"undo"|"resign"|"mute"} PressAction   done once a press */
/** @typedef {MoveAction|PressAction} Action */
/** @typedef {0|1} Slot */
/** @typedef {Record<Action, [string, string]>} KeyMap   "": the slot is free */
/** @typedef {{code: string, actions: Action[]}} Conflict */

/** @type {MoveAction[]} */
export const kMoveActions = ["left", "right", "down", "turn_cw", "turn_ccw"];
/** @type {PressAction[]} */
export const kPressActions = ["pause", "rematch", "undo", "resign", "mute"];
/** @type {Action[]} */
export const kActions = [...kMoveActions, ...kPressActions];

/** @type {KeyMap} */
export const kDefaultKeyMap = {
  left: ["ArrowLeft", "KeyA"],
  right: ["ArrowRight", "KeyD"],
  down: ["ArrowDown", "KeyS"],
  turn_cw: ["KeyX", "KeyK"],
  turn_ccw: ["KeyZ", "KeyJ"],
  pause: ["KeyP", ""],
  rematch: ["KeyR", ""],
  undo: ["Backspace", "KeyU"],
  resign: ["", ""],
  mute: ["KeyM", ""],
};

/** Returns true if a key can be bound. Keys that leave the page or move the focus cannot. @param {string} code */
export function isBindable(code) {
  return /^[A-Za-z][A-Za-z0-9]{0,23}$/.test(code) && !["Escape", "Tab", "Unidentified"].includes(code);
}

/**
 * Returns the action of a key; the first action wins if several have the key.
 * @param {KeyMap} map @param {string} code
 * @returns {?Action}
 */
export function actionOf(map, code) {
  return (code !== "" && kActions.find((action) => map[action].includes(code))) || null;
}

/**
 * The map with one slot filled, or freed by "". A key that the same action has in its other slot moves.
 * @param {KeyMap} map @param {Action} action @param {Slot} slot @param {string} code
 * @returns {KeyMap}
 */
export function withKey(map, action, slot, code) {
  const slots = /** @type {[string, string]} */ (map[action].map((held) => (held === code ? "" : held)));
  slots[slot] = code;
  return { ...map, [action]: slots };
}

/**
 * The keys that more than one action wants.
 * @param {KeyMap} map
 * @returns {Conflict[]}
 */
export function findConflicts(map) {
  const codes = new Set(kActions.flatMap((action) => map[action]).filter((code) => code !== ""));
  return [...codes]
    .map((code) => ({ code, actions: kActions.filter((action) => map[action].includes(code)) }))
    .filter(({ actions }) => actions.length > 1);
}

/**
 * A map that came from outside, e.g. as JSON, or null if it is none. An action that it lacks has its default keys:
 * maps are kept longer than lists of actions.
 * @param {unknown} value
 * @returns {?KeyMap}
 */
export function parseKeyMap(value) {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return null;
  const given = /** @type {Record<string, unknown>} */ (value);
  if (Object.keys(given).some((name) => !kActions.some((action) => action === name))) return null;
  const map = { ...kDefaultKeyMap };
  for (const action of kActions) {
    const slots = given[action];
    if (slots === undefined) continue;
    if (!Array.isArray(slots) || slots.length !== 2) return null;
    if (!slots.every((code) => typeof code === "string" && (code === "" || isBindable(code)))) return null;
    if (slots[0] !== "" && slots[0] === slots[1]) return null;
    map[action] = [slots[0], slots[1]];
  }
  return map;
}

const kSymbolsOfKeys = new Map([
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
  return kSymbolsOfKeys.get(code) ?? code.replace(/^(Key|Digit)(?=.$)/, "").replace(/^Numpad/, "Num ");
}
