// Problems come in as links, and go out as links.

import { need, setText } from "../base/dom.js";
import { takeLink } from "../base/take_link.js";
import { t } from "../text/text.js";
import { flawText } from "./flaw_text.js";
import { addressOf, partOf } from "./link.js";

/** @import {Wrong} from "./flaw_text.js" */
/** @import {TrainingGame} from "./game.js" */
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
    setText(need("#wrong", HTMLElement), told);
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
  void takeLink(url, { field: need("#link", HTMLInputElement), said: need("#copied", HTMLElement) });
}
