// Problems come in as links, and go out as links.
// Addresses of problems. Pure.

import { copyLink } from "../base/copy_link.js";
import { requireElement, setText } from "../base/dom.js";
import { t } from "../text/translation.js";
import { flawText } from "./problem_text.js";

/** @import {TrainingGame} from "./game.js" */
/** @import {Wrong} from "./problem_text.js" */
/** @import {TrainingSession} from "./session.js" */

export class LinkCard {
  /** @param {TrainingGame} game @param {TrainingSession} session */
  constructor(game, session) {
    this.game_ = game;
    this.session_ = session;
    /** Of the link that was tried last. @type {Wrong} */
    this.wrong_ = "";
  }

  /** @param {string} text   a link, of here or elsewhere, or the part after its question mark
   * @returns {boolean} whether its problem has begun */
  open(text) {
    const part = partOf(text);
    this.tell_(part === null ? "elsewhere" : this.session_.open(part));
    return this.wrong_ === "";
  }

  forgetWrong() {
    this.tell_("");
  }

  translate() {
    this.tell_(this.wrong_);
  }

  /** @param {Wrong} wrong */
  tell_(wrong) {
    this.wrong_ = wrong;
    const told = wrong === "" ? "" : t("practice.wrong_link", { why: flawText(wrong) });
    setText(requireElement("#wrong", HTMLElement), told);
  }

  copyIps() {
    const url = this.game_.url();
    if (url) copy(url);
  }

  copyAddress() {
    const url = this.game_.url();
    if (url) copy(window.location.origin + addressOf(url));
  }

  /** The address of the page is that of its problem. */
  putIntoAddress() {
    const url = this.game_.url();
    if (url) window.history.replaceState(null, "", addressOf(url));
  }
}

/** @param {string} url */
function copy(url) {
  const place = { field: requireElement("#link", HTMLInputElement), result: requireElement("#copied", HTMLElement) };
  void copyLink(url, place);
}

const kOfIps = /\/simu\/p\w+\.html$/;
const kOfThisPage = /(^|\/)train$/;

/** Of the page with the problem of an ips URL. @param {string} url */
export function addressOf(url) {
  return `/train?p=${encodeURIComponent(partOf(url) ?? "")}`;
}

/** Returns the part that names the problem: the query of an ips URL, the p of a Rensa URL, or either part by itself.
 * @param {string} text @returns {?string} null: it is a link to something else */
export function partOf(text) {
  const mark = text.indexOf("?");
  // Nothing that says which problem it is has these.
  if (mark < 0) return /[:/]/.test(text) ? null : text;
  const [place, query] = [text.slice(0, mark), text.slice(mark + 1)];
  if (/^p=/.test(query)) return place === "" || kOfThisPage.test(place) ? new URLSearchParams(query).get("p") : null;
  return place === "" || kOfIps.test(place) ? query : null;
}
