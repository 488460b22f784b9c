// Makes the controls of the settings. Each gets its value, and a function that it calls with a changed value.

import { el } from "../base/dom.js";

/** @param {Event} event */
function inputOf(event) {
  return /** @type {HTMLInputElement} */ (event.currentTarget);
}

/** @param {string} legend @param {...(Node|null)} children */
export function section(legend, ...children) {
  return el("fieldset", { class: "settings_section" }, el("legend", { text: legend }), ...children);
}

/** @param {string} label @param {boolean} value @param {(value: boolean) => void} onChange */
export function checkbox(label, value, onChange) {
  const box = el("input", {
    type: "checkbox", checked: value, on: { change: (event) => onChange(inputOf(event).checked) },
  });
  return el("label", { class: "settings_check" }, box, el("span", { text: label }));
}

/**
 * @param {string} label
 * @param {{least: number, most: number, step: number, value: number}} range
 * @param {(value: number) => string} format   of the text beside the slider
 * @param {(value: number) => void} onChange
 */
export function slider(label, { least, most, step, value }, format, onChange) {
  const shown = el("output", { text: format(value) });
  const change = (/** @type {Event} */ event) => {
    const next = inputOf(event).valueAsNumber;
    shown.textContent = format(next);
    inputOf(event).setAttribute("aria-valuetext", format(next));
    onChange(next);
  };
  const range = el("input", {
    type: "range", min: least, max: most, step, value, "aria-valuetext": format(value), on: { input: change },
  });
  return el("label", { class: "settings_row" }, el("span", { text: label }), range, shown);
}

/**
 * @template {string} T
 * @param {string} label
 * @param {{value: T, text: string}[]} options
 * @param {T} value
 * @param {(value: T) => void} onChange
 */
export function choiceField(label, options, value, onChange) {
  const select = el(
    "select",
    { on: { change: () => onChange(options[select.selectedIndex].value) } },
    ...options.map(({ value: word, text }) => el("option", { value: word, text, selected: word === value })),
  );
  return el("label", { class: "settings_row" }, el("span", { text: label }), select);
}

/** @param {string} label @param {string} value @param {(value: string) => void} onChange */
export function colourField(label, value, onChange) {
  const picker = el("input", { type: "color", value, on: { input: (event) => onChange(inputOf(event).value) } });
  return el("label", { class: "settings_colour" }, picker, el("span", { text: label }));
}

/**
 * @param {string} label
 * @param {{value: string, longest: number, hint: string}} text
 * @param {(value: string) => void} onChange
 */
export function textField(label, { value, longest, hint }, onChange) {
  const field = el("input", {
    type: "text", value, maxlength: longest, autocomplete: "nickname", spellcheck: "false",
    on: { change: (event) => onChange(inputOf(event).value) },
  });
  const below = el("small", { text: hint });
  return el("label", { class: "settings_row" }, el("span", { text: label }), field, below);
}
