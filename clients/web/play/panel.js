import { el } from "../base/dom.js";
import { takeLink } from "../base/take_link.js";
import { t } from "../text/text.js";

// What stands beside a duel when it is not just being played: who is waited for, how it ended, what can be done now.

/** @typedef {{text: string, on: () => void, isMain?: boolean}} Deed */
/** @typedef {{title: string, lines?: (string | Node)[], deeds?: Deed[]}} Content */

export class Panel {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    this.shown = "";
  }

  /** What is shown next is made anew. */
  forget() {
    this.shown = "?";
  }

  /** Onto its first button. */
  focus() {
    this.root.querySelector("button")?.focus();
  }

  /** @param {?Content} content null: there is nothing to say */
  show(content) {
    // What is there already is not made anew: it may have the focus, and would be read out again.
    const key = content ? keyOf(content) : "";
    if (key === this.shown) return;
    this.shown = key;
    this.root.hidden = content === null;
    if (!content) return this.root.replaceChildren();
    const lines = (content.lines ?? []).map((line) => el("p", {}, line));
    const deeds = (content.deeds ?? []).map((deed) =>
      el("button", { type: "button", class: deed.isMain ? "primary" : "", text: deed.text, on: { click: deed.on } }));
    const title = el("h2", { text: content.title });
    this.root.replaceChildren(title, ...lines, el("div", { class: "play_deeds" }, ...deeds));
  }
}

/** The same for contents that look the same. @param {Content} content */
const keyOf = ({ title, lines = [], deeds = [] }) =>
  JSON.stringify([title, lines.map(String), deeds.map(({ text }) => text)]);

/** A link to send to somebody, and a button that copies it. @param {string} url */
export function linkToCopy(url) {
  const field = el("input", { type: "text", readonly: true, value: url, "aria-label": t("play.copy_link") });
  const button = el("button", {
    type: "button",
    text: t("play.copy_link"),
    on: { click: () => void takeLink(url, { field, said: button }) },
  });
  return el("span", { class: "play_link" }, field, button);
}
