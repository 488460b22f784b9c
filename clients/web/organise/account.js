// The account of an organiser: its token, which this browser stores, and its requests. The token is sent in a header,
// and is in no address.

import { BrowserStore, objectOrEmpty } from "../base/browser_store.js";

const kTokenKey = "rensa.account_token";

/** An answer of the server. status: 0, if it was not reached; error: what the server says, "": it has not refused
 * @typedef {{status: number, data: Record<string, any>, error: string}} Answer */
/** An act or a question. path: after "/api/v1/"
 * @typedef {{path: string, method?: "GET"|"POST", query?: Record<string, string>, body?: string}} Request */
/** The account as the server describes it.
 * @typedef {{name: string, role: string, tournaments: string[], manages: string[]}} Description */

export class Account {
  /** @param {() => Storage} storage   throws if the browser forbids storage; then the page alone knows the token */
  constructor(storage) {
    this.store_ = new BrowserStore(storage);
    this.token_ = this.store_.read(kTokenKey);
  }

  get hasToken() {
    return this.token_ !== "";
  }

  /** @param {string} token */
  signIn(token) {
    this.token_ = token;
    this.store_.write(kTokenKey, token);
  }

  signOut() {
    this.signIn("");
  }

  /** Takes over what another tab has stored. @returns {boolean} true: another token, or none, is used now */
  reload() {
    const before = this.token_;
    this.token_ = this.store_.read(kTokenKey);
    return this.token_ !== before;
  }

  /** @param {Request} request @param {string} [token]   in the place of the stored one @returns {Promise<Answer>} */
  async ask({ path, method = "GET", query = {}, body }, token = this.token_) {
    const parameters = new URLSearchParams(query).toString();
    const address = `/api/v1/${path}${parameters === "" ? "" : `?${parameters}`}`;
    /** @type {Record<string, string>} */
    const headers = { Authorization: `Bearer ${token}` };
    if (body !== undefined) headers["Content-Type"] = "application/json";
    try {
      const answer = await fetch(address, { method, headers, body, cache: "no-store" });
      return answerOf(answer.status, await answer.text());
    } catch {
      return { status: 0, data: {}, error: "" };
    }
  }
}

/** Returns the account of this browser. @param {() => void} changed   is called when the person has signed in or out in
 * another tab */
export function browserAccount(changed) {
  const account = new Account(() => window.localStorage);
  window.addEventListener("storage", (event) => {
    if ((event.key === kTokenKey || event.key === null) && account.reload()) changed();
  });
  return account;
}

/** Reads an answer. Some refusals are plain texts. @param {number} status @param {string} text @returns {Answer} */
export function answerOf(status, text) {
  const isRefused = status >= 400;
  try {
    const data = objectOrEmpty(JSON.parse(text));
    return { status, data, error: isRefused ? String(data.error ?? text) : "" };
  } catch {
    return { status, data: {}, error: isRefused ? text.trim() || String(status) : "" };
  }
}

/** Returns true if a token can be sent in a header: it has letters of ASCII only. @param {string} token */
export const isTokenLike = (token) => /^[\x21-\x7e]+$/.test(token);
