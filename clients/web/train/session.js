// Loads problems one after another, notices their results, and stores them in the progress. It uses no page.

import { t } from "../text/translation.js";
import { linkErrorText } from "./problem_text.js";
import { LoadProblemError } from "./problems.js";
import { kUnknownEssence, withEntry } from "./progress.js";

/** @import {ProblemError} from "../rules/training_position.js" */
/** @import {TrainingGame} from "./game.js" */
/** @import {Problem, Problems} from "./problems.js" */
/** @import {Aspect, Entry, Progress, Size} from "./progress.js" */

const kMostSeconds = 3600;

/**
 * The facts that the page shows about the problem. wrong: an error text; end: how the problem has ended for the first
 * time
 * @typedef {{isAsking: boolean, wrong: string, end: ?("solved"|"shown")}} News
 */

export class TrainingSession {
  /** @param {TrainingGame} game @param {Progress} progress @param {Problems} problems */
  constructor(game, progress, problems) {
    this.game_ = game;
    this.progress_ = progress;
    this.problems_ = problems;
    /** The server's facts about the problem; null: it came from a link, so they are unknown.
     * @type {?Pick<Problem, "features"|"essence">} */
    this.knownFacts_ = null;
    /** The number of problems so far. */
    this.problemNumber = 0;
    /** @type {News} */
    this.news = { isAsking: false, wrong: "", end: null };
  }

  /** Loads a problem that suits the person, and begins it in place of this one. @param {Size} size */
  async next(size) {
    await this.runRequest_(async () => {
      const left = this.unfinishedEntries_();
      const problem = await this.problems_.next(size, left.reduce(withEntry, this.progress_.entries));
      const error = this.game_.begin(problem.url);
      if (error !== "") throw new LoadProblemError(linkErrorText(error));
      this.beginProblem_(problem, left);
      this.progress_.setLevel(problem.level);
    });
  }

  /** Begins the problem of a link. @param {string} url @returns {ProblemError} empty: it has begun */
  open(url) {
    if (this.news.isAsking) return "";
    const left = this.unfinishedEntries_();
    const error = this.game_.begin(url);
    if (error === "") this.beginProblem_(null, left);
    return error;
  }

  /** Loads and plays the solution. */
  async showSolution() {
    const url = this.game_.url();
    if (url === null) return;
    await this.runRequest_(async () => {
      const { solution, complete, features, essence } = await this.problems_.solve(url);
      this.knownFacts_ ??= { features, essence };
      if (!solution) throw new LoadProblemError(complete ? t("train.unsolvable") : t("train.not_found"));
      this.endProblem_("shown");
      this.game_.showSolution(solution);
    });
  }

  /** Ends the problem if it is solved. To be called after each frame. */
  checkSolved() {
    const { hasProblem, showsSolution } = this.game_;
    if (hasProblem && !showsSolution && this.news.end === null && this.game_.state.solved) this.endProblem_("solved");
  }

  /** Stores the person's rating of a problem that has ended. @param {Aspect} aspect @param {number} step */
  rate(aspect, step) {
    if (this.news.end !== null) this.progress_.changeLast({ [aspect]: step });
  }

  /** @param {?Problem} problem @param {Entry[]} left */
  beginProblem_(problem, left) {
    for (const entry of left) this.progress_.add(entry);
    ++this.problemNumber;
    this.knownFacts_ = problem;
    this.news = { ...this.news, wrong: "", end: null };
  }

  /** Returns an entry for this problem if the person has tried and not solved it, else nothing. */
  unfinishedEntries_() {
    return this.game_.hasProblem && this.news.end === null && this.game_.wasTouched ? [this.newEntry_(false)] : [];
  }

  /** @param {"solved"|"shown"} end */
  endProblem_(end) {
    if (this.news.end !== null) return;
    this.news = { ...this.news, end };
    this.progress_.add(this.newEntry_(end === "solved"));
    if (this.knownFacts_ === null) void this.loadFacts_(this.problemNumber);
  }

  /** @param {boolean} solved @returns {Entry} */
  newEntry_(solved) {
    const { goal, pairs, seconds } = this.game_;
    return {
      essence: this.knownFacts_?.essence ?? kUnknownEssence,
      features: this.knownFacts_?.features ?? null,
      hands: pairs.length,
      links: goal.kind === "chain" ? goal.count : 0,
      level: this.progress_.level,
      solved,
      seconds: Math.round(Math.min(seconds, kMostSeconds)),
      difficulty: null,
      fun: null,
      usefulness: null,
    };
  }

  /** Asks the server to analyse a problem that came from a link, after its end. @param {number} problemNumber */
  async loadFacts_(problemNumber) {
    const url = this.game_.url();
    if (url === null) return;
    try {
      const { features, essence } = await this.problems_.solve(url);
      if (this.problemNumber === problemNumber) this.progress_.changeLast({ features, essence });
    } catch {
      // Without the server's analysis, the entry of this problem stays without features. It is then not counted when
      // the next problem is chosen for the person.
    }
  }

  /**
   * Runs a request to the server, unless another one runs. Its error becomes news.
   * @param {() => Promise<void>} request
   */
  async runRequest_(request) {
    if (this.news.isAsking) return;
    this.news = { ...this.news, isAsking: true, wrong: "" };
    try {
      await request();
    } catch (error) {
      if (!(error instanceof LoadProblemError)) throw error;
      this.news = { ...this.news, wrong: error.message };
    } finally {
      this.news = { ...this.news, isAsking: false };
    }
  }
}
