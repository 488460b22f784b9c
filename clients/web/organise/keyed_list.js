// A list whose items are renewed only if they have changed, so that what is open, and what has the focus, stays.

/**
 * @template Item
 * @typedef {object} KeyedListOptions
 * @property {HTMLElement} root
 * @property {(item: Item) => string} keyOf
 * @property {(item: Item) => HTMLElement} make
 */

/** @template Item */
export class KeyedList {
  /** @param {KeyedListOptions<Item>} options */
  constructor({ root, keyOf, make }) {
    this.root = root;
    this.keyOf_ = keyOf;
    this.make_ = make;
    /** The shown elements with the texts of their items, by key. @type {Map<string, {element: HTMLElement, text: string}>} */
    this.shown_ = new Map();
  }

  /** Shows these items in this order. @param {Item[]} items */
  show(items) {
    /** @type {Map<string, {element: HTMLElement, text: string}>} */
    const next = new Map();
    for (const item of items) {
      const key = this.keyOf_(item);
      const text = JSON.stringify(item);
      const before = this.shown_.get(key);
      next.set(key, before?.text === text ? before : { element: this.renewed_(item, before?.element), text });
    }
    for (const [key, { element }] of this.shown_) {
      if (next.get(key)?.element !== element) element.remove();
    }
    this.shown_ = next;
    [...next.values()].forEach(({ element }, i) => {
      if (this.root.children[i] !== element) this.root.insertBefore(element, this.root.children[i] ?? null);
    });
  }

  /** Makes an element in the place of another one: it is open if that was, and has its focus.
   * @param {Item} item @param {HTMLElement} [before] */
  renewed_(item, before) {
    const element = this.make_(item);
    if (!before) return element;
    const [wasOpen, details] = [before.querySelector("details")?.open, element.querySelector("details")];
    if (details && wasOpen) details.open = true;
    const focused = before.contains(document.activeElement) ? document.activeElement : null;
    const act = focused instanceof HTMLElement ? focused.dataset.act : undefined;
    before.replaceWith(element);
    if (focused) {
      const same = act === undefined ? null : element.querySelector(`[data-act="${act}"]`);
      const next = same ?? element.querySelector("summary, a, button");
      if (next instanceof HTMLElement) next.focus();
    }
    return element;
  }
}
