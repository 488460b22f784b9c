// Turns the events of a duel into what a person sees and hears: flying attacks, banners, sounds, and announcements for
// users of a screen reader.

import { arrivedAge, kShownFrames } from "../draw/exchange.js";
import { t } from "../text/translation.js";

/** @import {Announcer} from "../base/announcer.js" */
/** @import {Attack} from "../draw/scene.js" */
/** @import {Seat, WireEvent} from "../net/wire.js" */
/** @import {SoundEvent} from "../sound/notes.js" */

/** @typedef {{sound: SoundEvent, amount: number}} EventSound */
/** An event to announce; fell: the amount of garbage that fell.
 * @typedef {{who: "own" | "other", links: number, sent: number} | {who: "own" | "other", fell: number}
 *   | {who: "own" | "other", clear: true}} Announcement */

/** The banner of an all clear is shown for so many frames. */
const kAllClearBannerFrames = 120;

export class MatchEvents {
  constructor() {
    /**
     * The recent attacks of the game, the oldest first.
     * @type {{from: "own" | "other", amount: number, cancelled: number, frame: number}[]}
     */
    this.attacks_ = [];
    this.allClearFrame = { own: -kAllClearBannerFrames, other: -kAllClearBannerFrames };
  }

  /** Forgets the events of the last game. */
  reset() {
    Object.assign(this, new MatchEvents());
  }

  /**
   * Notes the events of an update, and returns the sounds to play and the announcements to make.
   * @param {WireEvent[]} events @param {Seat} seat   the page's own @param {number} frame
   * @returns {{sounds: EventSound[], announcements: Announcement[]}}
   */
  addEvents(events, seat, frame) {
    /** @type {EventSound[]} */
    const sounds = [];
    /** @type {Announcement[]} */
    const announcements = [];
    for (const event of events) {
      const who = event.seat === seat ? "own" : "other";
      const amount = event.amount ?? 0;
      switch (event.kind) {
        case "EVENT_KIND_LINK_STARTED":
          sounds.push({ sound: "link", amount: event.number ?? 1 });
          announcements.push({ who, links: event.number ?? 1, sent: 0 });
          break;
        case "EVENT_KIND_GARBAGE_SENT":
          this.attacks_ = this.attacks_.filter((attack) => frame - attack.frame < kShownFrames);
          this.attacks_.push({ from: who, amount, cancelled: event.cancelled ?? 0, frame });
          sounds.push({ sound: "garbage_sent", amount });
          addGarbageSent(announcements, who, amount);
          break;
        case "EVENT_KIND_GARBAGE_FELL":
          sounds.push({ sound: "garbage_fell", amount });
          announcements.push({ who, fell: amount });
          break;
        case "EVENT_KIND_ALL_CLEAR":
          this.allClearFrame[who] = frame;
          sounds.push({ sound: "all_clear", amount: 0 });
          announcements.push({ who, clear: true });
          break;
        case "EVENT_KIND_LOCKED":
          if (who === "own") sounds.push({ sound: "lock", amount: 0 });
          break;
      }
    }
    return { sounds, announcements };
  }

  /** Returns the attacks of which something is seen. A turn has no frames in which an attack could fly, so those of the
   * last turn have arrived. @param {number} frame @param {{countsTurns: boolean}} [game] @returns {Attack[]} */
  attacksAt(frame, { countsTurns } = { countsTurns: false }) {
    return this.attacks_.map(({ frame: sent, ...attack }) => ({ ...attack, age: frame - sent }))
      .filter(({ age }) => age >= 0 && age < (countsTurns ? 1 : kShownFrames))
      .map((attack) => (countsTurns ? { ...attack, age: arrivedAge(attack) } : attack));
  }

  /** @param {"own" | "other"} who @param {number} frame */
  showsAllClear(who, frame) {
    return frame - this.allClearFrame[who] < kAllClearBannerFrames;
  }
}

/**
 * Adds an attack to the announcement of its chain.
 * @param {Announcement[]} announcements @param {"own" | "other"} who @param {number} amount
 */
function addGarbageSent(announcements, who, amount) {
  const chain = announcements.find((announcement) => "links" in announcement && announcement.who === who);
  if (chain && "links" in chain) chain.sent += amount;
}

/** @param {Announcer} announcer @param {Announcement} announcement */
export function announce(announcer, announcement) {
  announcer.say(`${announcement.who} ${Object.keys(announcement)[1]}`, sentenceOf(announcement));
}

/** @param {Announcement} announcement */
function sentenceOf(announcement) {
  const isOwn = announcement.who === "own";
  if ("clear" in announcement) return t(isOwn ? "live.own_clear" : "live.other_clear");
  if ("fell" in announcement) return t(isOwn ? "live.own_garbage" : "live.other_garbage", { n: announcement.fell });
  const params = { n: announcement.links, garbage: announcement.sent };
  if (announcement.sent > 0) return t(isOwn ? "live.own_attack" : "live.other_attack", params);
  return t(isOwn ? "live.own_chain" : "live.other_chain", params);
}

/** Returns the time that a game has taken so far, in minutes and seconds. @param {number} frames */
export function playingTimeText(frames) {
  const seconds = Math.floor(frames / 60);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
