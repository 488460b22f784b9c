// Small parts of the organiser's page.

import { el } from "../base/dom.js";
import { emblemSvg } from "../draw/emblem.js";

/** @import {Child} from "../base/dom.js" */

/** A card with a heading. @param {string} id   of the heading @param {string} title @param {...Child} children */
export const card = (id, title, ...children) =>
  el("section", { class: "card organise_card", "aria-labelledby": id }, el("h2", { id, text: title }), ...children);

/**
 * A button.
 * @param {{act: string, text: string, about?: string, class?: string}} options   act: its name in this place of the
 *   page, by which the focus finds it when the place is renewed; about: the player or game, for screen readers
 * @param {() => void} press
 */
export function actButton({ act, text, about, class: className }, press) {
  const label = about === undefined ? undefined : `${text}: ${about}`;
  return el("button", { type: "button", class: className, text, "aria-label": label, data: { act }, on: { click: press } });
}

/** A name beside its face. @param {string} name */
export const named = (name) => el("span", { class: "organise_name" }, emblemSvg(name), el("bdi", { text: name }));

/** The state of something, as a token. @param {string} state @param {string} text */
export const chip = (state, text) => el("span", { class: `organise_chip is_${state}`, text });

/** @param {string} time   ISO 8601 @returns {string} in the language and the time of the browser */
export function timeText(time) {
  const date = new Date(time);
  if (Number.isNaN(date.getTime())) return time;
  return date.toLocaleString(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" });
}
