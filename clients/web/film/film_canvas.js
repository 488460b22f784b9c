// Draws a scene of a game as one small picture: both fields with names, garbage, next pairs, scores and chains.

import { drawAttack } from "../draw/attack.js";
import { drawBoard, kBoardColumns, kBoardRows } from "../draw/board.js";
import { chainTier } from "../draw/calls.js";
import { legOf, seenScene, shownGarbage } from "../draw/exchange.js";
import { drawTray, kMaxTrayIcons } from "../draw/garbage_tray.js";
import { drawLettering } from "../draw/lettering.js";
import { kSeatColours } from "../draw/look.js";
import { drawPairs, kPairsColumns, kPairsRows } from "../draw/next_pairs.js";
import { el } from "../base/dom.js";
import { formatNumber, t } from "../text/translation.js";

/** @import {Look} from "../draw/look.js" */
/** @import {Attack, DuelScene, SideScene} from "../draw/scene.js" */

/** The side of a cell, in pixels. */
const kCell = 20;
const kGap = kCell / 2;
const kBoardSize = { width: Math.round(kCell * kBoardColumns), height: Math.round(kCell * kBoardRows) };
const kPairsSize = { width: Math.round(kCell * kPairsColumns * 0.9), height: Math.round(kCell * kPairsRows * 0.9) };
const kTraySize = { width: kCell * kMaxTrayIcons, height: kCell };
const kNameHeight = 24;
const kScoreHeight = 26;
const kBoardTop = kNameHeight + kTraySize.height + 4;
export const kFilmWidth = 2 * (kBoardSize.width + kPairsSize.width + 2 * kGap) + kGap;
export const kFilmHeight = kBoardTop + kBoardSize.height + kScoreHeight;
const kColours = { back: "#0e1026", text: "#f4f2fd", chain: "#ffd75e", ...kSeatColours };
const kFont = "ui-rounded, system-ui, sans-serif";

export class FilmCanvas {
  /** @param {Look} look */
  constructor(look) {
    this.look_ = look;
    /** @param {{width: number, height: number}} size @returns {CanvasRenderingContext2D} */
    const contextOf = (size) =>
      /** @type {CanvasRenderingContext2D} */ (el("canvas", size).getContext("2d", { willReadFrequently: true }));
    this.board_ = contextOf(kBoardSize);
    this.pairs_ = contextOf(kPairsSize);
    this.tray_ = contextOf(kTraySize);
    this.whole_ = contextOf({ width: kFilmWidth, height: kFilmHeight });
  }

  /** @param {DuelScene} scene @returns {Uint8ClampedArray} its picture, with four bytes for each pixel */
  pixelsOf({ own, other, attacks }) {
    this.whole_.fillStyle = kColours.back;
    this.whole_.fillRect(0, 0, kFilmWidth, kFilmHeight);
    this.drawSide_(seenScene(own), "own", attacks);
    if (other) this.drawSide_(seenScene(other), "other", attacks);
    for (const attack of attacks) this.drawAttack_(attack);
    return this.whole_.getImageData(0, 0, kFilmWidth, kFilmHeight).data;
  }

  /** @param {Attack} attack */
  drawAttack_(attack) {
    const leg = legOf(attack);
    if (!leg) return;
    const [sender, receiver] = [boardLeft(attack.from), boardLeft(attack.from === "own" ? "other" : "own")]
      .map((left) => left + kBoardSize.width / 2);
    const tray = kBoardTop - kTraySize.height / 2;
    drawAttack(this.whole_, attack, leg, {
      from: { x: sender, y: leg.way === "surplus" ? tray : kBoardTop + kBoardSize.height * 0.6 },
      to: { x: leg.way === "counter" ? sender : receiver, y: tray }, size: kCell * 0.8,
    }, this.look_);
  }

  /** @param {SideScene} side @param {"own"|"other"} role @param {Attack[]} attacks */
  drawSide_(side, role, attacks) {
    const ctx = this.whole_;
    const left = boardLeft(role);
    const isLeft = role === "own";
    drawBoard(this.board_, { ...side, landing: [] }, this.look_, role);
    ctx.drawImage(this.board_.canvas, left, kBoardTop);
    drawTray(this.tray_, shownGarbage(role, side.pending + side.fixed, attacks, this.look_), this.look_);
    ctx.drawImage(this.tray_.canvas, left, kNameHeight);
    drawPairs(this.pairs_, side.next, side.next.length, this.look_, isLeft ? "left" : "right");
    const pairsLeft = isLeft ? left + kBoardSize.width + kGap : left - kPairsSize.width - kGap;
    ctx.drawImage(this.pairs_.canvas, pairsLeft, kBoardTop + kGap);
    ctx.textBaseline = "middle";
    ctx.textAlign = isLeft ? "left" : "right";
    const edge = isLeft ? left + 2 : left + kBoardSize.width - 2;
    writeText(ctx, side.name, { x: edge, y: kNameHeight / 2, colour: kColours[role] });
    const scoreMiddle = kBoardTop + kBoardSize.height + kScoreHeight / 2 - 2;
    writeText(ctx, formatNumber(side.score), { x: edge, y: scoreMiddle, colour: kColours.text });
    if (side.link > 0) this.writeLink_(side.link, left + kBoardSize.width / 2);
  }

  /** Writes the number of a chain and the word below it, under the cross. @param {number} link @param {number} x */
  writeLink_(link, x) {
    const height = kCell * (1 + 0.4 * chainTier(link));
    const y = kBoardTop + kCell * 2.6;
    const place = { x, y, height, colour: kColours.chain };
    drawLettering(this.whole_, formatNumber(link), place);
    drawLettering(this.whole_, t("letters.chain"), { ...place, y: y + height * 1.45, height: kCell * 0.7 });
  }
}

/** @param {"own"|"other"} role @returns {number} the left edge of a side's field */
const boardLeft = (role) => (role === "own" ? kGap / 2 : kFilmWidth - kGap / 2 - kBoardSize.width);

/** Writes a text, which is narrowed if it is wider than its half of the picture. @param {CanvasRenderingContext2D} ctx
 * @param {string} text @param {{x: number, y: number, colour: string}} place */
function writeText(ctx, text, { x, y, colour }) {
  ctx.font = `700 15px ${kFont}`;
  ctx.fillStyle = colour;
  ctx.fillText(text, x, y, kFilmWidth / 2 - 2 * kGap);
}
