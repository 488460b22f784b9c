// Shows running matches as small fields, with names, wins and next pairs. Each one leads to where it is watched.

import { el, makeCanvasFitter, setText } from "../base/dom.js";
import { drawBoard } from "../draw/board.js";
import { emblemSvg } from "../draw/emblem.js";
import { drawPairs } from "../draw/next_pairs.js";
import { fieldSceneOf } from "../home/match_list.js";
import { formatNumber, t } from "../text/translation.js";
import { isAbout } from "../watch/live_duel.js";
import { WatchedMatch } from "../watch/watched_match.js";
import { DrawQueue } from "./draw_queue.js";

/** @import {Look} from "../draw/look.js" */
/** @import {LobbyMatch, ServerMessage} from "../net/wire.js" */
/** @import {Leg, MatchHistory} from "../watch/watched_match.js" */

/** So many small matches are drawn in one picture of the page, so that the large one never waits for them. */
const kDrawnAtOnce = 2;
/** A small field shows the next pair and the one after it. */
const kMostPairs = 2;

export class Wall {
  /** @param {HTMLElement} place @param {() => Look} look */
  constructor(place, look) {
    this.place_ = place;
    /** @type {Map<string, WallCard>} */
    this.cards_ = new Map();
    /** The cards that have changed. @type {DrawQueue<WallCard>} */
    this.drawQueue_ = new DrawQueue(kDrawnAtOnce, (draw) => void requestAnimationFrame(draw), (card) =>
      card.draw(look()));
  }

  /** @param {LobbyMatch[]} matches */
  showMatches(matches) {
    for (const [match, card] of this.cards_) {
      if (matches.some((one) => one.match === match)) continue;
      card.root.remove();
      this.cards_.delete(match);
      this.drawQueue_.remove(card);
    }
    for (const { match, players = ["", ""] } of matches) {
      if (this.cards_.has(match)) continue;
      const card = new WallCard(match, players);
      this.cards_.set(match, card);
      this.place_.append(card.root);
      new ResizeObserver(() => this.drawQueue_.add(card)).observe(card.root);
    }
  }

  /** @param {ServerMessage} message */
  receive(message) {
    for (const [match, card] of this.cards_) {
      if (!isAbout(message, match)) continue;
      card.match.receive(message);
      this.drawQueue_.add(card);
    }
  }

  /** Adds the games that ended before this page came. @param {string} match @param {MatchHistory} history */
  addHistory(match, history) {
    const card = this.cards_.get(match);
    if (!card) return;
    card.match.receive(history);
    this.drawQueue_.add(card);
  }

  /** Tells to which pair of a knock-out a match belongs. @param {string} match @param {Leg} leg */
  setLeg(match, leg) {
    const card = this.cards_.get(match);
    if (!card) return;
    card.match.setLeg(leg);
    this.drawQueue_.add(card);
  }

  /** Writes all texts in the current language, and draws all fields anew. */
  redraw() {
    for (const card of this.cards_.values()) this.drawQueue_.add(card);
  }
}

export class WallCard {
  /** @param {string} match @param {string[]} players */
  constructor(match, players) {
    this.match = new WatchedMatch(match);
    this.game_ = el("span", { class: "dim" });
    this.wins_ = [0, 1].map(() => el("strong", { class: "wall_wins" }));
    this.sides_ = [0, 1].map((seat) => new WallSide(players[seat] ?? "", seat === 0 ? "left" : "right"));
    this.root = el("a", { class: "card wall_card", href: `/watch/${match}` },
      ...this.sides_.map(({ root }) => root),
      el("span", { class: "wall_score" }, this.wins_[0], " – ", this.wins_[1], " ", this.game_));
  }

  /** @param {Look} look */
  draw(look) {
    setText(this.game_, t("watch.game", { n: this.match.gamesBefore + Math.max(1, this.match.game) }));
    this.wins_.forEach((text, seat) => setText(text, formatNumber(this.match.wins[seat])));
    this.sides_.forEach((side, seat) => side.draw(this.match, seat, look));
  }
}

class WallSide {
  /** @param {string} name @param {"left"|"right"} field   the side of the next pairs on which the field is */
  constructor(name, field) {
    this.field_ = field;
    this.board_ = el("canvas", { class: "wall_board", "aria-hidden": "true" });
    this.pairs_ = el("canvas", { class: "wall_pairs", "aria-hidden": "true" });
    const head = el("span", { class: "wall_head" }, emblemSvg(name), el("bdi", { class: "wall_name", text: name }));
    this.root = el("span", { class: `wall_side wall_side_${field}` }, head,
      el("span", { class: "wall_fields" }, this.board_, this.pairs_));
    this.fitters_ = [this.board_, this.pairs_].map(makeCanvasFitter);
  }

  /** @param {WatchedMatch} match @param {number} seat @param {Look} look */
  draw(match, seat, look) {
    for (const fit of this.fitters_) fit();
    const side = match.sides[seat];
    const [board, pairs] = [this.board_.getContext("2d"), this.pairs_.getContext("2d")];
    if (!side || !board || !pairs) return;
    drawBoard(board, fieldSceneOf(side), look, seat === 0 ? "own" : "other");
    drawPairs(pairs, side.pairs.slice(1, 1 + kMostPairs), kMostPairs, look, this.field_);
  }
}
