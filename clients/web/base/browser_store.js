// Reads and writes texts in the storage of the browser. The browser may forbid it: then nothing is stored, and what a
// page knows ends with the page.

export class BrowserStore {
  /** @param {() => Storage} storage   throws if the browser forbids storage */
  constructor(storage) {
    this.storage_ = storage;
  }

  /** @param {string} key @returns {string} empty: nothing is stored */
  read(key) {
    try {
      return this.storage_().getItem(key) ?? "";
    } catch {
      return "";
    }
  }

  /** Stores a text; an empty one removes the key. @param {string} key @param {string} text */
  write(key, text) {
    try {
      if (text !== "") this.storage_().setItem(key, text);
      else this.storage_().removeItem(key);
    } catch {
      // Without storage there is nothing to do.
    }
  }

  /** @param {string} key @returns {unknown} null: nothing is stored that can be read */
  readJson(key) {
    try {
      return JSON.parse(this.read(key));
    } catch {
      return null;
    }
  }
}

/** @param {unknown} value   read from JSON @returns {Record<string, unknown>} empty, if the value is no object */
export function objectOrEmpty(value) {
  return typeof value === "object" && value !== null ? /** @type {Record<string, unknown>} */ (value) : {};
}
