// The actions of a person on the page, by its buttons and by keys that place no pair.

/** @import {Settings} from "../base/settings.js" */
/** @import {PressAction} from "../input/key_map.js" */
/** @import {Actions} from "./desk.js" */
/** @import {TrainingGame} from "./game.js" */
/** @import {LinkCard} from "./link_card.js" */
/** @import {Progress} from "./progress.js" */
/** @import {TrainingSession} from "./session.js" */

/**
 * next: asks for another problem; begun: to be called when one has come from elsewhere; show: when progress has changed
 * @typedef {{game: TrainingGame, session: TrainingSession, progress: Progress, links: LinkCard,
 *   next: () => Promise<void>, begun: () => void, show: () => void}} Parts
 */

/** @param {Parts} parts @returns {Omit<Actions, "press">} */
export function deedsOf({ game, session, progress, links, next, begun, show }) {
  const goOn = () => {
    links.forgetWrong();
    void next();
  };
  return {
    next: goOn,
    undo: () => void game.undo(),
    restart: () => game.restart(),
    show: () => void session.show(),
    copy_ips: () => links.copyIps(),
    copy_link: () => links.copyAddress(),
    forget: () => {
      progress.forget();
      show();
    },
    size: (size) => {
      progress.choose(size);
      goOn();
    },
    open: (text) => {
      const isOpen = links.open(text);
      if (isOpen) begun();
      return isOpen;
    },
  };
}

/** @param {ReturnType<typeof deedsOf>} actions @param {TrainingSession} session @param {Settings} settings
 * @returns {Partial<Record<PressAction, () => void>>} */
export function pressesOf(actions, session, settings) {
  return {
    undo: actions.undo,
    rematch: () => (session.news.end === null ? actions.restart() : actions.next()),
    mute: () => {
      const { sound } = settings.value;
      settings.change({ sound: { ...sound, muted: !sound.muted } });
    },
  };
}
