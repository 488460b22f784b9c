// Maps keys to actions, and names keys on the page. Each action has two slots for keys. Keys are identified by their
// place on the keyboard (KeyboardEvent.code), so that a map works with every layout. Pure: maps are never changed.

import { t } from "../text/translation.js";

/** @typedef {typeof kMoveActions[number]} MoveAction   acts in each frame in which its key is held */
/** @typedef {typeof kPressActions[number]} PressAction   acts once for each press */
/** @typedef {MoveAction|PressAction} Action */
/** @typedef {0|1} Slot */
/** @typedef {Record<Action, [string, string]>} KeyMap   "": the slot is free */
/** @typedef {{code: string, actions: Action[]}} Conflict */

export const kMoveActions = /** @type {const} */ (["left", "right", "down", "turn_cw", "turn_ccw"]);
export const kPressActions = /** @type {const} */ (["pause", "rematch", "undo", "resign", "mute"]);
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

/** The map in which no key has an action. @type {KeyMap} */
export const kNoKeys = {
  left: ["", ""], right: ["", ""], down: ["", ""], turn_cw: ["", ""], turn_ccw: ["", ""], pause: ["", ""],
  rematch: ["", ""], undo: ["", ""], resign: ["", ""], mute: ["", ""],
};

/**
 * Returns false for keys that cannot get an action, because they move the focus or close dialogs.
 * @param {string} code
 */
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
 * Returns a map with a key in a slot; "" frees the slot. If the other slot of the action has the key, it is freed.
 * @param {KeyMap} map @param {Action} action @param {Slot} slot @param {string} code
 * @returns {KeyMap}
 */
export function withKey(map, action, slot, code) {
  const slots = /** @type {[string, string]} */ (map[action].map((held) => (held === code ? "" : held)));
  slots[slot] = code;
  return { ...map, [action]: slots };
}

/**
 * Returns the keys that several actions have.
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
 * Reads a map from a stored or imported value. Returns null if the value is not a map. A map of an older version may
 * lack an action, which then gets its default keys.
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

/** Returns the name of the first key of each action. @param {Record<string, readonly string[]>} keys */
export function namesOfKeys(keys) {
  return Object.fromEntries(Object.entries(keys).map(([action, [first, second]]) => [action, keyName(first || second)]));
}

/** Returns the name of a key as the page shows it. @param {string} code   "": no key */
export function keyName(code) {
  if (code === "") return t("key.free");
  if (code === "Space") return t("key.space");
  return kSymbolsOfKeys.get(code) ?? code.replace(/^(Key|Digit)(?=.$)/, "").replace(/^Numpad/, "Num ");
}
