// The matches that are being played, live as far as there are not too many.

import { sideOf } from "../net/wire.js";
import { RoomCard } from "./room_card.js";
import { changesFor, liveOnes } from "./rooms.js";

/** @import {Look} from "../draw/look.js" */
/** @import {LobbyMatch, ServerMessage} from "../net/wire.js" */

export class RoomList {
  /**
   * @param {{rooms: HTMLElement, none: HTMLElement}} place
   * @param {(message: object) => void} say   to the server
   * @param {() => Look} look
   */
  constructor(place, say, look) {
    this.place_ = place;
    this.say_ = say;
    this.look_ = look;
    /** @type {Map<string, RoomCard>} */
    this.cards_ = new Map();
    /** @type {LobbyMatch[]} */
    this.matches_ = [];
    /** @type {Set<string>} */
    this.watched_ = new Set();
  }

  /** The connection is another one: it watches nothing yet. */
  reconnect() {
    this.watched_.clear();
  }

  /** Stops watching all matches, because the page is hidden. */
  rest() {
    this.watch_([]);
  }

  /** @param {ServerMessage} message */
  hear({ lobby, update }) {
    if (lobby) this.show_(lobby.matches ?? []);
    const card = update && this.watched_.has(update.match) ? this.cards_.get(update.match) : undefined;
    card?.draw([sideOf(update?.view?.own ?? {}), sideOf(update?.view?.opponent ?? {})], this.look_());
  }

  /** In the language of the moment. */
  write() {
    for (const match of this.matches_) this.cards_.get(match.match)?.write(match);
  }

  /** @param {LobbyMatch[]} matches */
  show_(matches) {
    this.matches_ = matches;
    for (const [match, card] of this.cards_) {
      if (matches.some((one) => one.match === match)) continue;
      card.root.remove();
      this.cards_.delete(match);
    }
    for (const match of matches) {
      if (this.cards_.has(match.match)) continue;
      const card = new RoomCard(match);
      this.cards_.set(match.match, card);
      this.place_.rooms.append(card.root);
    }
    this.place_.none.hidden = matches.length > 0;
    this.write();
    this.watch_(document.hidden ? [] : liveOnes(matches));
  }

  /** @param {string[]} wanted */
  watch_(wanted) {
    const { watch, unwatch } = changesFor(this.watched_, wanted);
    for (const match of unwatch) this.say_({ unwatch: { match } });
    for (const match of watch) this.say_({ watch: { match, subscription: "SUBSCRIPTION_EVENTS" } });
    this.watched_ = new Set(wanted);
  }
}
