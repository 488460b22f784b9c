// The goals of practice, one after another: chains that become longer. The browser keeps how far the person has come.

import { BrowserStore, objectOrEmpty } from "../base/browser_store.js";

/** @import {GameEvent} from "../rules/engine.js" */

export const kGoalsKey = "rensa.practice";
export const kFirstGoal = 2;
/** A field has room for nineteen links. */
export const kLastGoal = 19;

/** Returns the stored goal, or the first one if none is stored that can be read. @param {unknown} value */
export function parseGoal(value) {
  const { version, goal } = objectOrEmpty(value);
  const isGoal = Number.isInteger(goal) && Number(goal) >= kFirstGoal && Number(goal) <= kLastGoal;
  return version === 1 && isGoal ? Number(goal) : kFirstGoal;
}

export class PracticeGoals {
  /** @param {() => Storage} storage   throws if the browser forbids storage */
  constructor(storage) {
    this.store_ = new BrowserStore(storage);
    /** The links of the chain to fire. */
    this.links = parseGoal(this.store_.readJson(kGoalsKey));
    /** The links that the running chain has fired. */
    this.lit = 0;
    /** True from the link that reaches the goal until the next pair. */
    this.isReached = false;
  }

  /** Follows the events of a frame. A reached goal makes room for the next one when the next pair comes.
   * @param {GameEvent[]} happened */
  onEvents(happened) {
    for (const { kind, number } of happened) {
      if (kind === "link_started") this.onLink_(number);
      if (kind === "controllable") this.onPair_();
    }
  }

  /** The pair of the running chain was taken back, or another game has begun. A goal that was reached stays reached. */
  onOtherPair() {
    this.onPair_();
  }

  /** Begins with the first goal again. */
  forget() {
    this.setGoal_(kFirstGoal);
    this.lit = 0;
    this.isReached = false;
  }

  /** @param {number} link */
  onLink_(link) {
    this.lit = link;
    if (link >= this.links) this.isReached = true;
  }

  onPair_() {
    if (this.isReached) this.setGoal_(Math.min(kLastGoal, Math.max(this.links, this.lit) + 1));
    this.isReached = false;
    this.lit = 0;
  }

  /** @param {number} links */
  setGoal_(links) {
    this.links = links;
    this.store_.write(kGoalsKey, JSON.stringify({ version: 1, goal: links }));
  }
}
