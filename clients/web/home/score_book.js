// The scores of this browser's person against the players of the computer: how many games each has won. The browser
// keeps them.

import { BrowserStore, objectOrEmpty } from "../base/browser_store.js";
import { knownPlayer } from "./opponents.js";

export const kScoresKey = "rensa.scores";

/** @typedef {{won: number, lost: number}} Score */

export class ScoreBook {
  /** @param {() => Storage} storage   throws if the browser forbids storage */
  constructor(storage) {
    this.store_ = new BrowserStore(storage);
  }

  /** @param {string} name   of an opponent @returns {?Score} null: no game has been won or lost */
  scoreAgainst(name) {
    const player = knownPlayer(name);
    const score = player ? this.scores_()[player] : undefined;
    return score && score.won + score.lost > 0 ? score : null;
  }

  /** True if a game has been won or lost. */
  get hasGames() {
    return Object.values(this.scores_()).some(({ won, lost }) => won + lost > 0);
  }

  /** Adds a game that has a winner. A game is added once, also if the server tells of its end again.
   * @param {string} name   of the opponent @param {{won: boolean, record: string}} game */
  add(name, { won, record }) {
    const player = knownPlayer(name);
    const known = objectOrEmpty(this.store_.readJson(kScoresKey));
    if (!player || record === "" || known.record === record) return;
    const scores = this.scores_();
    const { won: wins, lost } = scores[player] ?? { won: 0, lost: 0 };
    scores[player] = { won: wins + Number(won), lost: lost + Number(!won) };
    this.store_.write(kScoresKey, JSON.stringify({ record, scores }));
  }

  /** @returns {Record<string, Score>} by player of the computer */
  scores_() {
    const stored = objectOrEmpty(objectOrEmpty(this.store_.readJson(kScoresKey)).scores);
    /** @type {Record<string, Score>} */
    const scores = {};
    for (const [player, score] of Object.entries(stored)) {
      const { won, lost } = objectOrEmpty(score);
      if (isCount(won) && isCount(lost)) scores[player] = { won, lost };
    }
    return scores;
  }
}

/** @param {unknown} value @returns {value is number} */
const isCount = (value) => Number.isSafeInteger(value) && Number(value) >= 0;
