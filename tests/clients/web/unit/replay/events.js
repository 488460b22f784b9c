// Events and hands of games that tests make by hand.

/** @import {GameEvent} from "../../../../../clients/web/rules/engine.js" */
/** @import {Hand} from "../../../../../clients/web/replay/hands.js" */

/** @param {number} clock @param {string} kind @param {Partial<GameEvent>} [more] @returns {GameEvent} */
export const happening = (clock, kind, more = {}) =>
  ({ clock, kind, seat: 0, number: 0, amount: 0, cancelled: 0, points: 0, ...more });

/** @param {number} links @param {number} points */
export const chain = (links, points) => ({ links, points });

/** A hand in which nothing happens but what is given. @param {Partial<Hand>} [given] @returns {Hand} */
export const hand = (given = {}) =>
  ({ clock: 0, possible: chain(0, 0), fired: chain(0, 0), attack: 0, fell: 0, fellAt: 0, hasDied: false, ...given });
