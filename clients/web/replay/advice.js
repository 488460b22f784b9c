// Asks a connected player which placement it would have chosen at the shown clock of a replay, and shows the answer.

import { el } from "../base/dom.js";
import { fetchJson } from "../base/fetch_json.js";
import { emblemSvg } from "../draw/emblem.js";
import { formatNumber, isTextKey, t } from "../text/translation.js";

/** The server's words for refusals that have a text here.
 * @typedef {"busy"|"greedy"|"mute"|"gone"|"late"} KnownRefusal */

/** While nobody can be asked, the page looks again after this time. */
const kAskAgainAfterMs = 5000;
/** The page lists so many candidates at most, because a person does not read more. */
const kMaxShownCandidates = 6;

/**
 * An answer, and its placement that is shown in the game.
 * @typedef {{advice: Advice, place: Placement}} ShownAdvice
 */

export class AdviceCard {
  /**
   * @param {string} record   its path
   * @param {string[]} names   of the seats
   * @param {{clock: () => number, show: (shown: ?ShownAdvice) => void, scrollToFields: () => void,
   *   setPossible: (isPossible: boolean) => void}} replay   clock: returns the clock that is shown; show: shows a
   *   placement in the fields; setPossible: tells whether there is anyone to ask, or an answer to read
   */
  constructor(record, names, replay) {
    this.record_ = record;
    this.names_ = names;
    this.replay_ = replay;
    /** The names of the players that can be asked; null: not known yet. @type {?string[]} */
    this.advisers_ = null;
    /** The player and the seat that are chosen for the next question. */
    this.player_ = "";
    this.seat_ = 0;
    /** @type {?Answer} */
    this.answer_ = null;
    this.isAsking_ = false;
    /** The player that was asked last; the form may have another player chosen by now. */
    this.asked_ = "";
    /**
     * The clock that was asked about, and the clock at which its answer is shown. A question at the clock of the answer
     * asks about the first clock again.
     */
    this.clocks_ = { asked: -1, shown: -1 };
    /** The index of the shown candidate in the list. */
    this.shownIndex_ = 0;
    this.status_ = el("p", { role: "status" });
    this.form_ = el("div", { class: "row" });
    this.list_ = el("ol", { class: "advice_list" });
    this.face_ = el("span", { class: "advice_face", "aria-hidden": "true" });
    this.root = el("div", { class: "advice" }, this.face_, this.form_,
      el("div", { class: "advice_bubble" }, this.status_, this.list_));
    void this.loadAdvisers_();
  }

  /** Loads the players that can be asked now. */
  async loadAdvisers_() {
    this.advisers_ = await loadAdvisers();
    if (!this.advisers_.includes(this.player_)) this.player_ = this.advisers_[0] ?? "";
    const isPossible = this.advisers_.length > 0 || this.answer_ !== null;
    this.replay_.setPossible(isPossible);
    if (!isPossible) window.setTimeout(() => void this.loadAdvisers_(), kAskAgainAfterMs);
    this.writeTexts();
  }

  /** Writes all texts in the current language. */
  writeTexts() {
    this.writeForm_();
    this.writeAnswer_();
  }

  writeForm_() {
    const advisers = this.advisers_ ?? [];
    const who = el("select", { on: { change: () => this.choosePlayer_(who.value) } },
      ...advisers.map((name) => el("option", { value: name, selected: name === this.player_ }, name)));
    const seat = el("select", { on: { change: () => (this.seat_ = Number(seat.value)) } },
      ...this.names_.map((name, index) => el("option", { value: index, selected: index === this.seat_ }, name)));
    const ask =
      el("button", { type: "button", class: "primary", text: t("advice.ask"), on: { click: () => void this.ask_() } });
    this.form_.replaceChildren(...(advisers.length === 0 ? [] : [
      el("label", {}, `${t("advice.who")} `, who), el("label", {}, `${t("advice.seat")} `, seat), ask,
    ]));
    this.drawFace_();
  }

  /** @param {string} player */
  choosePlayer_(player) {
    this.player_ = player;
    this.drawFace_();
  }

  /** Draws the face of the player whose words stand beside it, or who is to be asked. */
  drawFace_() {
    const name = this.isAsking_ || this.answer_ ? this.asked_ : this.player_;
    this.face_.replaceChildren(...(name === "" ? [] : [emblemSvg(name)]));
  }

  async ask_() {
    if (this.isAsking_) return;
    this.isAsking_ = true;
    this.asked_ = this.player_;
    this.answer_ = null;
    this.replay_.show(null);
    this.writeAnswer_();
    const here = this.replay_.clock();
    const clock = here === this.clocks_.shown ? this.clocks_.asked : here;
    this.answer_ = await askForAdvice(this.record_, { player: this.asked_, seat: this.seat_, clock });
    this.isAsking_ = false;
    this.clocks_ = { asked: clock, shown: "advice" in this.answer_ ? this.answer_.advice.clock : -1 };
    this.shownIndex_ = 0;
    this.writeAnswer_();
    if ("advice" in this.answer_) this.showCandidate_(this.answer_.advice, 0);
    else void this.loadAdvisers_();
  }

  writeAnswer_() {
    this.drawFace_();
    this.status_.textContent = this.statusText_();
    const advice = this.answer_ && "advice" in this.answer_ ? this.answer_.advice : null;
    const best = advice?.candidates.slice(0, kMaxShownCandidates) ?? [];
    const items = advice ? best.map((candidate, index) => this.candidateItem_(advice, candidate, index)) : [];
    this.list_.replaceChildren(...items);
  }

  statusText_() {
    if (this.isAsking_) return t("advice.thinking", { name: this.asked_ });
    if (this.advisers_?.length === 0) return t("advice.nobody");
    if (!this.answer_) return "";
    if ("why" in this.answer_) return refusalText(this.answer_, this.asked_);
    const { player, seat, hand, pair, taken, candidates } = this.answer_.advice;
    const about = t("advice.about", { player, name: this.names_[seat], hand });
    const rank = candidates.findIndex((candidate) => isSamePlacement(candidate, taken, pair[0] === pair[1]));
    if (taken === null) return about;
    return `${about} ${rank === 0 ? t("advice.same") : t("advice.other", { place: placementText(taken) })}`;
  }

  /** @param {Advice} advice @param {Candidate} candidate @param {number} index */
  candidateItem_(advice, candidate, index) {
    const worth = candidate.worth === null ? "" : ` · ${t("advice.worth", { worth: formatNumber(candidate.worth) })}`;
    const wasPlayed = isSamePlacement(candidate, advice.taken, advice.pair[0] === advice.pair[1]);
    const played = wasPlayed ? ` · ${t("advice.played")}` : "";
    return el("li", {}, el("button", {
      type: "button",
      text: `${placementText(candidate)}${worth}${played}`,
      "aria-pressed": String(index === this.shownIndex_),
      on: { click: () => this.chooseCandidate_(advice, index) },
    }));
  }

  /** @param {Advice} advice @param {number} index */
  chooseCandidate_(advice, index) {
    this.showCandidate_(advice, index);
    this.replay_.scrollToFields();
  }

  /** @param {Advice} advice @param {number} index */
  showCandidate_(advice, index) {
    this.shownIndex_ = index;
    [...this.list_.querySelectorAll("button")].forEach((button, at) => {
      button.setAttribute("aria-pressed", String(at === index));
    });
    this.replay_.show({ advice, place: advice.candidates[index] });
  }
}

/** @param {Refusal} refusal @param {string} name */
function refusalText({ why, reason }, name) {
  if (why === "nobody") return t("advice.nobody");
  if (isTextKey(`advice.why_${why}`)) return t(`advice.why_${/** @type {KnownRefusal} */ (why)}`, { name });
  return reason === "" ? t("error.no_server") : t("error.refused", { reason });
}

/** @param {Placement} place */
function placementText({ x, r }) {
  if (r === 0) return t("advice.upright", { x });
  if (r === 1) return t("advice.flat", { left: x, right: x + 1 });
  return r === 2 ? t("advice.upside_down", { x }) : t("advice.flat_turned", { left: x - 1, right: x });
}

/** @typedef {{x: number, r: number}} Placement */
/** worth: its value to the asked player; null: the player does not tell values
 * @typedef {Placement & {worth: ?number}} Candidate */
/**
 * clock: the time when the pair came; pair: its cell digits; taken: the placement in the game, null: it ended before
 * @typedef {{player: string, seat: number, clock: number, hand: number, pair: string, taken: ?Placement,
 *   candidates: Candidate[]}} Advice
 */
/** The reason for no answer, as the server's word and sentence. Both are empty if the server was not reached.
 * @typedef {{why: string, reason: string}} Refusal */
/** @typedef {{advice: Advice} | Refusal} Answer */

/** Loads the names of the players that can be asked. @returns {Promise<string[]>} */
export async function loadAdvisers() {
  return (await fetchJson("/api/v1/players"))?.advisers ?? [];
}

/**
 * @param {string} record   its path
 * @param {{player: string, seat: number, clock: number}} question   seat: 0 or 1
 * @returns {Promise<Answer>}
 */
export async function askForAdvice(record, { player, seat, clock }) {
  const query = new URLSearchParams({ player, seat: String(seat + 1), clock: String(clock) });
  try {
    const answer = await fetch(`${record}/advice?${query}`);
    const body = await answer.json();
    return answer.ok ? { advice: { ...body, seat: body.seat - 1 } } : { why: body.why ?? "", reason: body.error ?? "" };
  } catch {
    return { why: "", reason: "" };
  }
}

/**
 * Returns true if two placements fill the same cells with the same colours. The halves of a double have one colour.
 * @param {?Placement} one @param {?Placement} other @param {boolean} isDouble
 */
export function isSamePlacement(one, other, isDouble) {
  if (one === null || other === null) return false;
  const [first, second] = isDouble ? [withChildAboveOrRight(one), withChildAboveOrRight(other)] : [one, other];
  return first.x === second.x && first.r === second.r;
}

/**
 * Returns the placement of the same cells in which the child is above or to the right.
 * @param {Placement} place @returns {Placement}
 */
function withChildAboveOrRight({ x, r }) {
  if (r === 2) return { x, r: 0 };
  return r === 3 ? { x: x - 1, r: 1 } : { x, r };
}
