// Elements made in one expression. Text is only ever text: nothing here, and nothing that uses it, reads markup.

/** @typedef {Node|string|null|undefined|false} Child   null, undefined and false are left out */
/**
 * @typedef {object} Properties
 * @property {string} [class]
 * @property {string} [text]
 * @property {Record<string, string>} [data]             of data-...
 * @property {Record<string, (event: Event) => void>} [on]
 * Everything else is an attribute: true is there without a value, false, null and undefined are not there.
 */
/** @typedef {Properties & {[attribute: string]: unknown}} Given */

/**
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Given} [given]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function el(tag, given = {}, ...children) {
  const element = document.createElement(tag);
  const { class: className, text, data, on, ...attributes } = given;
  if (className) element.className = className;
  if (text !== undefined) element.textContent = text;
  for (const [name, value] of Object.entries(data ?? {})) element.dataset[name] = value;
  for (const [type, listener] of Object.entries(on ?? {})) element.addEventListener(type, listener);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) continue;
    element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...children.filter((child) => isThere(child)));
  return element;
}

/** @param {Child} child @returns {child is Node|string} */
function isThere(child) {
  return child !== null && child !== undefined && child !== false;
}

/**
 * Changes an element's text only when it is another one: frames ask for it sixty times a second.
 * @param {Element} element @param {string} text
 */
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/**
 * The one element of a page that fits, which its markup is known to have.
 * @template {Element} T
 * @param {string} selector
 * @param {{new (): T, prototype: T}} type
 * @returns {T}
 */
export function need(selector, type) {
  const found = document.querySelector(selector);
  if (!(found instanceof type)) throw new Error(`the page has no ${selector}`);
  return found;
}
