// Tells when the parts of an exchange of attacks are seen, so that each effect follows its cause. The rules count a link
// and its attack when its groups begin to blink. On the page the groups first burst; then the attack leaves the burst,
// arrives, and only then counts. An attack that cancels garbage first goes to the sender's own tray. Pure.

import { kBlinkShare } from "./vanishing.js";

/** @import {Attack, SideScene} from "./scene.js" */

const kVanishFrames = 50;
/** All times are frames since the attack was sent: its groups burst, and it leaves them. */
export const kBurstFrames = kBlinkShare * kVanishFrames;
const kFlightFrames = 24;
/** Both ways of a counter are shorter, because garbage may fall soon after the last groups have vanished. */
const kCounterFrames = 12;
const kSurplusFrames = 16;
/** A number rolls from one value to the next. */
const kRollFrames = 12;
/** The light of an impact fades. */
const kImpactFrames = 18;
/** The word of a counter stays so long. */
const kCounterTextFrames = 45;
/** The number of an attack stays so long after its arrival. */
const kTextFrames = 24;
/** Nothing is seen of an attack that is older. */
export const kShownFrames = 120;

/** Returns when an attack meets the sender's own garbage, and when it lands on the receiver. Infinity: it does not.
 * @param {Pick<Attack, "amount"|"cancelled">} attack */
export function timesOf({ amount, cancelled }) {
  const meets = cancelled > 0 ? kBurstFrames + kCounterFrames : Infinity;
  const lands = amount === 0 ? Infinity : cancelled > 0 ? meets + kSurplusFrames : kBurstFrames + kFlightFrames;
  return { meets, lands };
}

/** Returns the age at which nothing of an attack moves any more, and it is still told.
 * @param {Pick<Attack, "amount"|"cancelled">} attack */
export function arrivedAge(attack) {
  const { meets, lands } = timesOf(attack);
  const last = lands < Infinity ? lands : meets;
  return (last < Infinity ? last : kBurstFrames) + Math.max(kRollFrames, kImpactFrames);
}

/** A way of an attack: to the own tray, from the burst to the receiver, or from the own tray to the receiver.
 * @typedef {{way: "counter"|"direct"|"surplus", share: number, frames: number}} Leg */

/** Returns the way on which an attack flies, and the share of it that lies behind, 0..1; null: it does not fly.
 * @param {Attack} attack @returns {?Leg} */
export function legOf(attack) {
  const { age } = attack;
  const { meets, lands } = timesOf(attack);
  if (age < kBurstFrames) return null;
  if (age < meets && meets < Infinity) return leg("counter", age - kBurstFrames, kCounterFrames);
  if (age >= lands || lands === Infinity) return null;
  if (meets < Infinity) return leg("surplus", age - meets, kSurplusFrames);
  return leg("direct", age - kBurstFrames, kFlightFrames);
}

/** @param {Leg["way"]} way @param {number} age @param {number} frames @returns {Leg} */
const leg = (way, age, frames) => ({ way, share: age / frames, frames });

/** Returns the impacts of an attack whose light is still seen: 0..1 of its time. @param {Attack} attack
 * @returns {{at: "sender"|"receiver", share: number}[]} */
export function impactsOf(attack) {
  const { meets, lands } = timesOf(attack);
  return /** @type {const} */ ([["sender", meets], ["receiver", lands]])
    .map(([at, time]) => ({ at, share: (attack.age - time) / kImpactFrames }))
    .filter(({ share }) => share >= 0 && share < 1);
}

/**
 * Returns how much garbage a tray shows: attacks that are on their way do not count yet.
 * @param {"own"|"other"} role   whose tray it is @param {number} waiting   as the rules count it
 * @param {Attack[]} attacks @param {{reducesMotion: boolean}} look
 */
export function shownGarbage(role, waiting, attacks, { reducesMotion }) {
  let shown = waiting;
  for (const attack of attacks) {
    const { meets, lands } = timesOf(attack);
    const rest = (/** @type {number} */ from) => {
      if (attack.age < from) return 1;
      return reducesMotion ? 0 : Math.max(0, 1 - (attack.age - from + 1) / kRollFrames);
    };
    shown += attack.from === role ? attack.cancelled * rest(meets) : -attack.amount * rest(lands);
  }
  return Math.max(0, Math.round(shown));
}

/** The word of a counter. isAll: no garbage waited any more when it came
 * @typedef {{cancelled: number, isAll: boolean, age: number}} Counter */

/** Returns the counter whose word stands over a field; null: none. What waits by now may have been sent or have fallen
 * after the counter, so a word that stands already stays as it is.
 * @param {"own"|"other"} role @param {number} waiting @param {Attack[]} attacks @param {?Counter} [standing]
 * @returns {?Counter} */
export function counterOf(role, waiting, attacks, standing = null) {
  const counter = attacks.filter((attack) => {
    const since = attack.age - timesOf(attack).meets;
    return attack.from === role && since >= 0 && since < kCounterTextFrames;
  }).at(-1);
  if (!counter) return null;
  const { cancelled, amount, age } = counter;
  if (standing?.cancelled === cancelled && standing.age <= age) return { ...standing, age };
  const later = attacks.filter((attack) => attack.from !== role && attack.age < age);
  const waited = later.reduce((sum, attack) => sum - attack.amount, waiting);
  return { cancelled, isAll: amount > 0 || waited <= 0, age };
}

/** Returns the attack whose number is told; null: none flies or has just arrived. @param {Attack[]} attacks
 * @returns {?Attack} */
export function toldAttack(attacks) {
  const isTold = (/** @type {Attack} */ attack) => {
    const { meets, lands } = timesOf(attack);
    const leaves = meets < Infinity ? meets : kBurstFrames;
    return lands < Infinity && attack.age >= leaves && attack.age < lands + kTextFrames;
  };
  return attacks.filter(isTold).at(-1) ?? null;
}

/** Returns a scene in which a link counts only when its groups burst. @param {SideScene} scene @returns {SideScene} */
export function seenScene(scene) {
  if (scene.phase !== "vanishing" || scene.progress >= kBlinkShare) return scene;
  const points = scene.linkScore?.points ?? 0;
  return { ...scene, link: Math.max(0, scene.link - 1), score: scene.score - points, linkScore: null };
}
