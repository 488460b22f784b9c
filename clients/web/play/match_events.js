// Turns updates into things to see and hear: the attack on its way, banners, announcements and sounds.
// Announces the events of a duel to users of a screen reader.

import { t } from "../text/translation.js";

/** @import {Announcer} from "../base/announcer.js" */
/** @import {Attack} from "../draw/scene.js" */
/** @import {Seat, WireEvent} from "../net/wire.js" */
/** @import {SoundEvent} from "../sound/notes.js" */

/** @typedef {{sound: SoundEvent, amount: number} } Heard */
/** @typedef {{who: "own" | "other", links: number, sent: number} | {who: "own" | "other", fell: number}
 *   | {who: "own" | "other", clear: true}} Said */

/** How long a banner stays, in frames. */
const kBannerFrames = 120;

export class MatchEvents {
  constructor() {
    /** The last one. @type {?{from: "own" | "other", amount: number, cancelled: number, frame: number}} */
    this.attack = null;
    this.clearSince = { own: -kBannerFrames, other: -kBannerFrames };
  }

  /** Another game. */
  reset() {
    Object.assign(this, new MatchEvents());
  }

  /**
   * @param {WireEvent[]} events @param {Seat} seat one's own @param {number} frame
   * @returns {{heard: Heard[], said: Said[]}}
   */
  take(events, seat, frame) {
    /** @type {Heard[]} */
    const heard = [];
    /** @type {Said[]} */
    const said = [];
    for (const event of events) {
      const who = event.seat === seat ? "own" : "other";
      const amount = event.amount ?? 0;
      switch (event.kind) {
        case "EVENT_KIND_LINK_STARTED":
          heard.push({ sound: "link", amount: event.number ?? 1 });
          said.push({ who, links: event.number ?? 1, sent: 0 });
          break;
        case "EVENT_KIND_GARBAGE_SENT":
          this.attack = { from: who, amount, cancelled: event.cancelled ?? 0, frame };
          heard.push({ sound: "garbage_sent", amount });
          addSent(said, who, amount);
          break;
        case "EVENT_KIND_GARBAGE_FELL":
          heard.push({ sound: "garbage_fell", amount });
          said.push({ who, fell: amount });
          break;
        case "EVENT_KIND_ALL_CLEAR":
          this.clearSince[who] = frame;
          heard.push({ sound: "all_clear", amount: 0 });
          said.push({ who, clear: true });
          break;
        case "EVENT_KIND_LOCKED":
          if (who === "own") heard.push({ sound: "lock", amount: 0 });
          break;
      }
    }
    return { heard, said };
  }

  /** @param {number} frame @returns {?Attack} */
  attackAt(frame) {
    if (!this.attack) return null;
    const { from, amount, cancelled } = this.attack;
    return { from, amount, cancelled, age: frame - this.attack.frame };
  }

  /** @param {"own" | "other"} who @param {number} frame */
  isClear(who, frame) {
    return frame - this.clearSince[who] < kBannerFrames;
  }
}

/** @param {Said[]} said @param {"own" | "other"} who @param {number} amount */
function addSent(said, who, amount) {
  const chain = said.find((one) => "links" in one && one.who === who);
  if (chain && "links" in chain) chain.sent += amount;
}

/** @param {Announcer} announcer @param {Said} said */
export function announce(announcer, said) {
  announcer.say(`${said.who} ${Object.keys(said)[1]}`, sentenceOf(said));
}

/** @param {Said} said */
function sentenceOf(said) {
  const isOwn = said.who === "own";
  if ("clear" in said) return t(isOwn ? "live.own_clear" : "live.other_clear");
  if ("fell" in said) return t(isOwn ? "live.own_garbage" : "live.other_garbage", { n: said.fell });
  const params = { n: said.links, garbage: said.sent };
  if (said.sent > 0) return t(isOwn ? "live.own_attack" : "live.other_attack", params);
  return t(isOwn ? "live.own_chain" : "live.other_chain", params);
}

/** How long a game has been going on, in minutes and seconds. @param {number} frames */
export function timeOf(frames) {
  const seconds = Math.floor(frames / 60);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
