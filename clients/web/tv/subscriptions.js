// Keeps the matches that the server sends to this page equal to those that the page shows. Pure.

/** @typedef {"SUBSCRIPTION_FRAMES"|"SUBSCRIPTION_EVENTS"} Subscription   frames: the match is shown large */
/** @typedef {{unwatch: {match: string}}
 *   | {watch: {match: string, subscription: Subscription, comments: boolean}}} SubscriptionMessage */

export class Subscriptions {
  constructor() {
    /** @type {Map<string, Subscription>} */
    this.watched_ = new Map();
  }

  /** Call this for a new connection: the server does not know yet which matches the page watches. */
  forget() {
    this.watched_.clear();
  }

  /** Returns the messages after which the server sends exactly these matches, and not in another way.
   * @param {Map<string, Subscription>} wanted @returns {SubscriptionMessage[]} */
  change(wanted) {
    const gone = [...this.watched_].filter(([match, subscription]) => wanted.get(match) !== subscription);
    const added = [...wanted].filter(([match, subscription]) => this.watched_.get(match) !== subscription);
    this.watched_ = new Map(wanted);
    return [
      ...gone.map(([match]) => ({ unwatch: { match } })),
      ...added.map(([match, subscription]) =>
        ({ watch: { match, subscription, comments: subscription === "SUBSCRIPTION_FRAMES" } })),
    ];
  }
}
