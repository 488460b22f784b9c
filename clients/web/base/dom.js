// Makes and finds elements of HTML and SVG, and fits canvases to the display's pixels. Strings become text nodes: no
// function here reads markup.

/** @typedef {Node|string|null|undefined|false} Child   el() skips null, undefined and false */
/**
 * @typedef {object} Properties
 * @property {string} [class]
 * @property {string} [text]
 * @property {Record<string, string>} [data]             the attributes data-...
 * @property {Record<string, (event: Event) => void>} [on]
 * Each other property is an attribute: true gives one without a value; false, null and undefined give none.
 */
/** @typedef {Properties & {[attribute: string]: unknown}} ElementOptions */

/**
 * Makes an element of HTML with its attributes, listeners and children.
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
 * Changes an element's text, but only if the text is new, because frames set their texts sixty times a second.
 * @param {Element} element @param {string} text
 */
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/**
 * Returns the first element of the page that fits the selector. Throws an error if the page has none of this type.
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
 * Makes an element of SVG with its attributes and children.
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

/** Returns where an element lies on the page by its layout. Animations that move it at the moment do not count.
 * @param {HTMLElement} element */
export function layoutBox(element) {
  let [left, top] = [element.offsetLeft, element.offsetTop];
  for (let parent = element.offsetParent; parent instanceof HTMLElement; parent = parent.offsetParent) {
    left += parent.offsetLeft + parent.clientLeft;
    top += parent.offsetTop + parent.clientTop;
  }
  return { left, top, width: element.offsetWidth, height: element.offsetHeight };
}

/**
 * Returns a function that gives a canvas the size in pixels at which its style shows it. The function returns true if
 * the size has changed. Call it just before drawing, because a change of size empties the canvas.
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
