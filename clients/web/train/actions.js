// Handles the buttons and inputs beside the training field, and the keys that place no pair.

import { el, requireElement, setText } from "../base/dom.js";
import { namesOfKeys } from "../input/key_map.js";
import { isTouchDevice } from "../input/touch.js";
import { t } from "../text/translation.js";
import { kSizes } from "./progress.js";

/** @import {Settings} from "../base/settings.js" */
/** @import {KeyMap, PressAction} from "../input/key_map.js" */
/** @import {TrainingGame} from "./game.js" */
/** @import {ProblemLinks} from "./problem_links.js" */
/** @import {Progress, Size} from "./progress.js" */
/** @import {TrainingSession} from "./session.js" */

/** @typedef {"next"|"undo"|"restart"|"show"|"copy_link"|"copy_ips"|"forget"} Action */
/**
 * open: returns true if the text is a link to a problem
 * @typedef {{size: (size: Size) => void, open: (text: string) => boolean,
 *   openFromAddress: (text: string) => boolean} &
 *   Record<Action, () => void>} Actions
 */

/** @param {Actions} actions */
export function attachButtons(actions) {
  requireElement("#main", HTMLElement).addEventListener("click", (event) => {
    const button = event.target instanceof Element ? event.target.closest("button") : null;
    const { action } = button?.dataset ?? {};
    if (action) actions[/** @type {Action} */ (action)]();
  });
  const sizes = requireElement("#size", HTMLSelectElement);
  sizes.addEventListener("change", () => {
    sizes.blur();
    actions.size(kSizes[sizes.selectedIndex]);
  });
  requireElement("#open", HTMLFormElement).addEventListener("submit", (event) => {
    event.preventDefault();
    const pasted = requireElement("#pasted", HTMLInputElement);
    if (actions.open(pasted.value.trim())) pasted.blur();
  });
}

/** @param {Size} chosen */
export function showSizes({ hands, links }) {
  const sizes = requireElement("#size", HTMLSelectElement);
  sizes.replaceChildren(...kSizes.map((size) => el("option", {}, t("train.size_of", size))));
  sizes.selectedIndex = kSizes.findIndex((size) => size.hands === hands && size.links === links);
}

/** While a problem is open, the next one is no main action: it would leave this one unsolved.
 * @param {{isAsking: boolean, isOpen: boolean, wrong: string, canUndo: boolean, end: ?string}} state */
export function showButtonStates({ isAsking, isOpen, wrong, canUndo, end }) {
  requireElement('[data-action="next"]', HTMLButtonElement).classList.toggle("primary", end !== null || !isOpen);
  setText(requireElement("#problem_wrong", HTMLElement), wrong);
  for (const [action, isPossible] of /** @type {[Action, boolean][]} */ ([
    ["next", !isAsking], ["show", !isAsking && isOpen], ["undo", canUndo], ["restart", canUndo],
  ])) {
    const button = requireElement(`[data-action="${action}"]`, HTMLButtonElement);
    // The buttons are not disabled, because a disabled button loses the focus.
    button.setAttribute("aria-disabled", String(!isPossible));
  }
}

/** Shows how pairs are placed. @param {KeyMap} keys */
export function showKeysHint(keys) {
  const hint = isTouchDevice() ? t("train.touch_hint") : t("train.keys_hint", namesOfKeys(keys));
  setText(requireElement("#hint", HTMLElement), hint);
}

/**
 * next: asks for another problem; onBegin: to be called after a link has opened a problem; show: after a change of the
 * progress
 * @typedef {{game: TrainingGame, session: TrainingSession, progress: Progress, links: ProblemLinks,
 *   next: () => Promise<void>, onBegin: () => void, show: () => void}} Parts
 */

/** Makes the actions of the page's buttons. @param {Parts} parts @returns {Omit<Actions, "press">} */
export function buttonActions({ game, session, progress, links, next, onBegin, show }) {
  const goOn = () => {
    links.clearError();
    void next();
  };
  const begun = (/** @type {boolean} */ isOpen) => {
    if (isOpen) onBegin();
    return isOpen;
  };
  return {
    next: goOn,
    undo: () => void game.undo(),
    restart: () => game.restart(),
    show: () => void session.showSolution(),
    copy_ips: () => links.copyIps(),
    copy_link: () => links.copyAddress(),
    forget: () => {
      progress.forget();
      show();
    },
    size: (size) => {
      progress.setSize(size);
      goOn();
    },
    open: (text) => begun(links.open(text)),
    openFromAddress: (text) => begun(links.openFromAddress(text)),
  };
}

/** Makes the actions of keys.
 * @param {ReturnType<typeof buttonActions>} actions @param {TrainingSession} session @param {Settings} settings
 * @returns {Partial<Record<PressAction, () => void>>} */
export function keyActions(actions, session, settings) {
  return {
    undo: actions.undo,
    rematch: () => (session.news.end === null ? actions.restart() : actions.next()),
    mute: () => settings.toggleMute(),
  };
}
