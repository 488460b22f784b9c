// Opens problems from links, and makes links to problems.

import { copyPageLink } from "../base/copy_link.js";
import { requireElement, setText } from "../base/dom.js";
import { t } from "../text/translation.js";
import { linkErrorText } from "./problem_text.js";

/** @import {TrainingGame} from "./game.js" */
/** @import {LinkError} from "./problem_text.js" */
/** @import {TrainingSession} from "./session.js" */

export class ProblemLinks {
  /** @param {TrainingGame} game @param {TrainingSession} session */
  constructor(game, session) {
    this.game_ = game;
    this.session_ = session;
    /** The error of the link that was tried last. @type {LinkError} */
    this.error_ = "";
    /** The element that shows the error: beside what the person has used. */
    this.errorPlace_ = "#wrong";
  }

  /** Opens the problem of the page's own address. Its error stands at the top of the page. @param {string} text
   * @returns {boolean} true: the problem has begun */
  openFromAddress(text) {
    return this.openAt_(text, "#address_wrong");
  }

  /** Opens a problem. @param {string} text   a link to this site or to ips, or the part after its question mark
   * @returns {boolean} true: the problem has begun */
  open(text) {
    return this.openAt_(text, "#wrong");
  }

  /** @param {string} text @param {string} errorPlace */
  openAt_(text, errorPlace) {
    this.clearError();
    this.errorPlace_ = errorPlace;
    const part = problemPartOf(text);
    this.showError_(part === null ? "elsewhere" : this.session_.open(part));
    return this.error_ === "";
  }

  clearError() {
    this.showError_("");
  }

  translate() {
    this.showError_(this.error_);
  }

  /** @param {LinkError} error */
  showError_(error) {
    this.error_ = error;
    const text = error === "" ? "" : t("practice.wrong_link", { why: linkErrorText(error) });
    setText(requireElement(this.errorPlace_, HTMLElement), text);
  }

  copyIps() {
    const url = this.game_.url();
    if (url) copyPageLink(url);
  }

  copyAddress() {
    const url = this.game_.url();
    if (url) copyPageLink(window.location.origin + problemAddress(url));
  }

  /** Changes the address of the page to that of its problem. */
  showInAddress() {
    const url = this.game_.url();
    if (url) window.history.replaceState(null, "", problemAddress(url));
  }
}

const kIpsPath = /\/simu\/p\w+\.html$/;
const kTrainingPath = /(^|\/)train$/;

/** Returns the address of this page for the problem of an ips URL. @param {string} url */
export function problemAddress(url) {
  return `/train?p=${encodeURIComponent(problemPartOf(url) ?? "")}`;
}

/** Returns the part that names the problem: the query of an ips URL, the p of a Rensa URL, or either part by itself.
 * @param {string} text @returns {?string} null: it is a link to something else */
export function problemPartOf(text) {
  const mark = text.indexOf("?");
  // The part that names a problem contains neither a colon nor a slash, so this is a link to something else.
  if (mark < 0) return /[:/]/.test(text) ? null : text;
  const [place, query] = [text.slice(0, mark), text.slice(mark + 1)];
  if (/^p=/.test(query)) return place === "" || kTrainingPath.test(place) ? new URLSearchParams(query).get("p") : null;
  return place === "" || kIpsPath.test(place) ? query : null;
}
