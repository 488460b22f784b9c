// The part of a replay's page that makes a film of a span of the game: two buttons choose the span, one makes the film.

import { el, setText } from "../base/dom.js";
import { formatNumber, t } from "../text/translation.js";
import { filmOf, scenesOf } from "./film.js";
import { beginningAt, canBeFilmed, endingAt, spanOfLongestChain } from "./span.js";

/** @import {Look} from "../draw/look.js" */
/** @import {RecordedGame} from "../replay/recorded_game.js" */
/** @import {Span} from "./span.js" */

/** The greatest length of a film: thirty seconds, or thirty turns. */
const kMaxFrames = 1800;
const kMaxTurns = 30;

export class FilmCard {
  /**
   * @param {RecordedGame} game @param {string} file   the name of a film without its ending
   * @param {{clock: () => number, pause: () => void, placeText: (clock: number) => string, look: () => Look,
   *   pictures: (clock: number) => HTMLElement[]}} replay
   *   clock: returns the clock that is shown; pause: ends the playing, which would read the game at other clocks;
   *   pictures: makes small ones of both fields
   */
  constructor(game, file, replay) {
    this.game_ = game;
    this.file_ = file;
    this.replay_ = replay;
    this.limits_ = { last: game.last, longest: game.countsTurns ? kMaxTurns : kMaxFrames };
    /** @type {Span} */
    this.span_ = spanOfLongestChain(game, this.limits_.longest);
    this.isMaking_ = false;
    this.hasFailed_ = false;
    /** The film of the chosen span. @type {?{address: string, bytes: number}} */
    this.film_ = null;
    /** @param {() => void} click */
    const button = (click) => el("button", { type: "button", on: { click } });
    this.begin_ = button(() => this.choose_(beginningAt(replay.clock(), this.span_, this.limits_)));
    this.end_ = button(() => this.choose_(endingAt(replay.clock(), this.span_, this.limits_)));
    this.longest_ = button(() => this.choose_(spanOfLongestChain(game, this.limits_.longest)));
    this.make_ = button(() => void this.makeFilm_());
    this.make_.classList.add("primary");
    this.spanText_ = el("p", { class: "film_span", role: "status" });
    this.progress_ = el("progress", { max: 1, hidden: true, class: "film_progress" });
    this.state_ = el("span", { role: "status" });
    this.link_ = el("a", { class: "button", hidden: true, download: `${file}.gif` });
    this.ends_ = [0, 1].map(() => el("div", { class: "film_pictures" }));
    this.root = el("div", { class: "film_card" },
      el("div", { class: "film_strip" }, el("div", { class: "film_end" }, this.ends_[0], this.begin_),
        el("div", { class: "film_end" }, this.ends_[1], this.end_)),
      el("div", { class: "row" }, this.spanText_, this.longest_),
      el("div", { class: "row film_making" }, this.make_, this.progress_, this.link_, this.state_));
  }

  /** Writes all texts in the current language. */
  writeTexts() {
    setText(this.begin_, t("film.begin"));
    setText(this.end_, t("film.end"));
    setText(this.longest_, t("film.longest"));
    setText(this.make_, t("film.make"));
    this.progress_.setAttribute("aria-label", t("film.making"));
    const canBeMade = canBeFilmed(this.game_);
    setText(this.spanText_, canBeMade ? this.placesText_() : t("film.too_short"));
    this.showEnds_();
    this.progress_.hidden = !this.isMaking_;
    this.make_.disabled = this.isMaking_ || !canBeMade;
    for (const choice of [this.begin_, this.end_, this.longest_]) choice.disabled = !canBeMade;
    this.link_.hidden = !this.film_;
    if (this.film_) {
      this.link_.href = this.film_.address;
      setText(this.link_, t("film.save", { size: formatNumber(Math.ceil(this.film_.bytes / 1000)) }));
    }
    setText(this.state_, this.stateText_());
  }

  /** Shows the first and the last picture of the film. */
  showEnds_() {
    const { begin, end } = this.span_;
    [begin, end].forEach((clock, i) => this.ends_[i].replaceChildren(...this.replay_.pictures(clock)));
  }

  placesText_() {
    const { begin, end } = this.span_;
    return t("film.span", { begin: this.replay_.placeText(begin), end: this.replay_.placeText(end) });
  }

  stateText_() {
    if (this.hasFailed_) return t("film.failed");
    if (this.isMaking_) return t("film.making");
    return this.film_ ? t("film.made") : "";
  }

  /** @param {Span} span */
  choose_(span) {
    this.span_ = span;
    this.forgetFilm_();
    this.writeTexts();
  }

  async makeFilm_() {
    this.replay_.pause();
    this.isMaking_ = true;
    this.hasFailed_ = false;
    this.forgetFilm_();
    this.writeTexts();
    const span = this.span_;
    try {
      const scenes = scenesOf(this.game_, span);
      this.game_.seek(this.replay_.clock());
      const film = await filmOf(scenes, {
        look: this.replay_.look(), countsTurns: this.game_.countsTurns, show: (share) => (this.progress_.value = share),
      });
      if (span === this.span_) this.keepFilm_(film);
    } catch {
      this.hasFailed_ = true;
    }
    this.isMaking_ = false;
    this.writeTexts();
  }

  /** @param {Uint8Array<ArrayBuffer>} film */
  keepFilm_(film) {
    this.film_ = { address: URL.createObjectURL(new Blob([film], { type: "image/gif" })), bytes: film.length };
  }

  forgetFilm_() {
    if (this.film_) URL.revokeObjectURL(this.film_.address);
    this.film_ = null;
  }
}
