// The fields of the form of a new tournament. Each has a place for the error of the server about it.

import { el } from "../base/dom.js";

/** @import {Child} from "../base/dom.js" */

/** @typedef {{name: string, label: string, hint?: string, value: string, change: (value: string) => void}} FieldOptions */

/** The place of an error. @param {string} name */
const errorPlace = (name) => el("p", { class: "organise_error", id: `${name}_error`, data: { error: name } });

/** @param {FieldOptions} options @param {HTMLInputElement|HTMLTextAreaElement|HTMLSelectElement} control */
function field({ name, label, hint, change }, control) {
  control.id = `field_${name}`;
  control.setAttribute("aria-describedby", hint === undefined ? `${name}_error` : `${name}_error ${name}_hint`);
  control.addEventListener("input", () => change(control.value));
  return el("div", { class: "organise_field", data: { field: name } },
    el("label", { for: control.id, text: label }), control, errorPlace(name),
    hint !== undefined && el("small", { id: `${name}_hint`, class: "dim", text: hint }));
}

/** @param {FieldOptions} options @param {Record<string, string|number>} [attributes] */
export const textField = (options, attributes = {}) =>
  field(options, el("input", { type: "text", value: options.value, autocomplete: "off", ...attributes }));

/** @param {FieldOptions} options @param {{min: number, max: number}} range */
export const numberField = (options, range) =>
  field(options, el("input", { type: "number", class: "organise_input", value: options.value, inputmode: "numeric", ...range }));

/** @param {FieldOptions} options @param {Record<string, string|number>} [attributes] */
export function areaField(options, attributes = {}) {
  const area = el("textarea", { rows: 3, spellcheck: "false", autocapitalize: "none", ...attributes });
  area.value = options.value;
  return field(options, area);
}

/** @param {FieldOptions} options @param {{value: string, text: string}[]} choices */
export const choiceField = (options, choices) => field(options, el("select", {},
  ...choices.map(({ value, text }) => el("option", { value, text, selected: value === options.value }))));

/** A group of boxes or of choices. @param {{name: string, label: string, hint?: string}} options
 * @param {...Child} children */
export function group({ name, label, hint }, ...children) {
  const describedBy = hint === undefined ? `${name}_error` : `${name}_error ${name}_hint`;
  return el("fieldset", { class: "organise_field", data: { field: name }, "aria-describedby": describedBy },
    el("legend", { text: label }), hint !== undefined && el("small", { id: `${name}_hint`, class: "dim", text: hint }),
    ...children, errorPlace(name));
}

/** A box or a choice of a group. @param {{type: "checkbox"|"radio", name: string, value: string, text: Child[]}} options
 * @param {boolean} isChosen @param {(isChosen: boolean) => void} change */
export function choice({ type, name, value, text }, isChosen, change) {
  const input = el("input", {
    type, name, value, checked: isChosen,
    on: { change: (event) => change(/** @type {HTMLInputElement} */ (event.currentTarget).checked) },
  });
  return el("label", { class: "organise_choice" }, input, ...text);
}
