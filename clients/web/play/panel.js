import { el } from "../base/dom.js";
import { takeLink } from "../base/take_link.js";
import { t } from "../text/text.js";

// The panel beside a duel that is not just being played shows the awaited player, the result and the possible actions.

/** @typedef {{text: string, on: () => void, isMain?: boolean}} Action */
/** @typedef {{title: string, lines?: (string | Node)[], actions?: Action[]}} Content */

export class Panel {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    this.shown = "";
  }

  /** Makes the next `show` build its content again. */
  forget() {
    this.shown = "?";
  }

  /** Onto its first button. */
  focus() {
    this.root.querySelector("button")?.focus();
  }

  /** @param {?Content} content null: there is nothing to say */
  show(content) {
    // Unchanged content is not built again: it may have the focus, and would be read out again.
    const key = content ? keyOf(content) : "";
    if (key === this.shown) return;
    this.shown = key;
    this.root.hidden = content === null;
    if (!content) return this.root.replaceChildren();
    const lines = (content.lines ?? []).map((line) => el("p", {}, line));
    const actions = (content.actions ?? []).map((action) =>
      el("button", { type: "button", class: action.isMain ? "primary" : "", text: action.text, on: { click: action.on } }));
    const title = el("h2", { text: content.title });
    this.root.replaceChildren(title, ...lines, el("div", { class: "play_deeds" }, ...actions));
  }
}

/** The same for contents that look the same. @param {Content} content */
const keyOf = ({ title, lines = [], actions = [] }) =>
  JSON.stringify([title, lines.map(String), actions.map(({ text }) => text)]);

/** Makes a link to send to another person, and a button that copies it. @param {string} url */
export function linkToCopy(url) {
  const field = el("input", { type: "text", readonly: true, value: url, "aria-label": t("play.copy_link") });
  const button = el("button", {
    type: "button",
    text: t("play.copy_link"),
    on: { click: () => void takeLink(url, { field, said: button }) },
  });
  return el("span", { class: "play_link" }, field, button);
}
