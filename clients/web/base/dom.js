// Elements made in one expression. Text is only ever text: nothing here, and nothing that uses it, reads markup.
// Elements of SVG, as dom.js makes those of HTML.
// Canvases as sharp as the display.

/** @typedef {Node|string|null|undefined|false} Child   null, undefined and false are left out */
/**
 * @typedef {object} Properties
 * @property {string} [class]
 * @property {string} [text]
 * @property {Record<string, string>} [data]             of data-...
 * @property {Record<string, (event: Event) => void>} [on]
 * Everything else is an attribute: true is there without a value, false, null and undefined are not there.
 */
/** @typedef {Properties & {[attribute: string]: unknown}} ElementOptions */

/**
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {ElementOptions} [given]
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
  element.append(...children.filter((child) => isNodeOrText(child)));
  return element;
}

/** @param {Child} child @returns {child is Node|string} */
function isNodeOrText(child) {
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
export function requireElement(selector, type) {
  const found = document.querySelector(selector);
  if (!(found instanceof type)) throw new Error(`the page has no ${selector}`);
  return found;
}

/**
 * @template {keyof SVGElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, string|number>} [attributes]
 * @param {...Node} children
 * @returns {SVGElementTagNameMap[Tag]}
 */
export function svg(tag, attributes = {}, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...children);
  return element;
}

/**
 * Follows the size that the style gives to a canvas. Setting a canvas' size empties it, so this happens when it is
 * about to be drawn on: the result is a function that makes it fit, and says whether it had to.
 * @param {HTMLCanvasElement} canvas
 * @returns {() => boolean}
 */
export function makeCanvasFitter(canvas) {
  let width = 0;
  let height = 0;
  new ResizeObserver(([entry]) => {
    ({ width, height } = entry.contentRect);
  }).observe(canvas);
  return () => {
    const ratio = window.devicePixelRatio || 1;
    const [wide, high] = [Math.round(width * ratio), Math.round(height * ratio)];
    if (canvas.width === wide && canvas.height === high) return false;
    canvas.width = wide;
    canvas.height = high;
    return true;
  };
}
