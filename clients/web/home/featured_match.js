// Shows the best running match in full and live, behind the invitation to play, and the link to where it is watched.

import { requireElement, setText } from "../base/dom.js";
import { t } from "../text/translation.js";
import { LiveDuel } from "../watch/live_duel.js";

/** @import {Look} from "../draw/look.js" */
/** @import {ServerMessage} from "../net/wire.js" */
/** @import {Engine} from "../rules/engine.js" */

export class FeaturedMatch {
  /** @param {HTMLElement} place @param {() => Look} look */
  constructor(place, look) {
    this.link_ = requireElement("#featured_link", HTMLAnchorElement);
    this.duel_ = new LiveDuel(place, look, () => this.writeTexts());
  }

  /** The number of the shown match; "": none. */
  get number() {
    return this.duel_.number;
  }

  /** Lets the fields show all that the rules know. @param {Engine} engine */
  useEngine(engine) {
    this.duel_.useEngine(engine);
  }

  /** Shows another match. @param {string} number   "": none */
  show(number) {
    if (number === this.number) return;
    this.duel_.show(number);
    this.writeTexts();
  }

  /** @param {ServerMessage} message */
  receive(message) {
    this.duel_.receive(message);
  }

  /** Writes all texts in the current language. */
  writeTexts() {
    const players = this.duel_.match?.players ?? ["", ""];
    const isHidden = players[0] === "";
    if (this.link_.hidden !== isHidden) this.link_.hidden = isHidden;
    const address = `/watch/${this.number}`;
    if (this.link_.getAttribute("href") !== address) this.link_.href = address;
    setText(this.link_, t("home.watch", { first: players[0], second: players[1] }));
  }
}
