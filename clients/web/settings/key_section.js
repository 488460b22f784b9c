// The settings of the keys: a table of actions, each with two buttons. A pressed button waits for the key to set.

import { el } from "../base/dom.js";
import { findConflicts, isBindable, kActions, kDefaultKeyMap, keyName, withKey } from "../input/key_map.js";
import { t } from "../text/translation.js";
import { section } from "./fields.js";

/** @import {Settings} from "../base/settings.js" */
/** @import {Action, KeyMap, Slot} from "../input/key_map.js" */

/** @type {Slot[]} */
const kSlots = [0, 1];

/** @param {Settings} settings */
export function keySection(settings) {
  const hint = el("p", { class: "settings_hint", text: t("settings.press_hint") });
  const wrong = el("p", { class: "settings_wrong", role: "status" });
  /** @type {(() => void)[]} */
  const refreshers = [];
  const refresh = () => {
    for (const update of refreshers) update();
    wrong.textContent = findConflicts(settings.value.keys).map(conflictText).join(" ");
  };
  /** @param {KeyMap} keys */
  const change = (keys) => {
    settings.change({ keys });
    refresh();
  };
  const rows = kActions.map((action) => {
    const buttons = kSlots.map((slot) => {
      const { button, update } = keyButton(settings, action, slot, change, (text) => (wrong.textContent = text));
      refreshers.push(update);
      return el("td", {}, button);
    });
    return el("tr", {}, el("th", { scope: "row", text: t(`action.${action}`) }), ...buttons);
  });
  const heads = [t("settings.action"), t("settings.first_key"), t("settings.second_key")];
  const table = el(
    "table",
    { class: "settings_keys" },
    el("thead", {}, el("tr", {}, ...heads.map((text) => el("th", { scope: "col", text })))),
    el("tbody", {}, ...rows),
  );
  const reset = el("button", {
    type: "button", text: t("settings.reset_keys"), on: { click: () => change(kDefaultKeyMap) },
  });
  refresh();
  return section(t("settings.keys"), hint, table, wrong, reset);
}

/** @param {{code: string, actions: Action[]}} conflict */
function conflictText({ code, actions }) {
  const names = actions.map((action) => t(`action.${action}`)).join(", ");
  return t("settings.conflict", { key: keyName(code), actions: names });
}

/**
 * @param {Settings} settings
 * @param {Action} action @param {Slot} slot
 * @param {(keys: KeyMap) => void} change
 * @param {(text: string) => void} showError
 */
function keyButton(settings, action, slot, change, showError) {
  let isWaiting = false;
  const update = () => {
    const key = keyName(settings.value.keys[action][slot]);
    button.textContent = isWaiting ? t("settings.press_key") : key;
    button.setAttribute("aria-label", t("settings.key_of", { action: t(`action.${action}`), key }));
    if (isWaiting) button.removeAttribute("aria-label");
    button.classList.toggle("is_waiting", isWaiting);
    const shared = findConflicts(settings.value.keys).some(({ code }) => code === settings.value.keys[action][slot]);
    button.classList.toggle("is_shared", shared);
  };
  const setWaiting = (/** @type {boolean} */ on) => {
    isWaiting = on;
    update();
  };
  // If Space or Enter is the chosen key, its release would press the button again.
  let isKeyTaken = false;
  const takeKey = (/** @type {Event} */ event) => {
    if (!isWaiting) return;
    const { code } = /** @type {KeyboardEvent} */ (event);
    if (code === "Tab") return setWaiting(false);
    event.preventDefault();
    event.stopPropagation();
    isKeyTaken = true;
    if (code === "Escape") return setWaiting(false);
    if (code !== "Delete" && !isBindable(code)) return showError(t("settings.unbindable"));
    isWaiting = false;
    change(withKey(settings.value.keys, action, slot, code === "Delete" ? "" : code));
  };
  const release = (/** @type {Event} */ event) => {
    if (isKeyTaken) event.preventDefault();
    isKeyTaken = false;
  };
  const button = el("button", {
    type: "button", class: "settings_key",
    on: { click: () => setWaiting(!isWaiting), keydown: takeKey, keyup: release, blur: () => setWaiting(false) },
  });
  return { button, update };
}
