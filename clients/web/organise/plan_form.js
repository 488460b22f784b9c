// The form of a new tournament: a few fields, and the plan's JSON for experts. An error of the server stands beside the
// field that it is about.

import { el, setText } from "../base/dom.js";
import { emblemSvg } from "../draw/emblem.js";
import { kKnownPlayers } from "../home/opponents.js";
import { t } from "../text/organise_texts.js";
import { carryOut, refusalOf } from "./ask.js";
import { areaField, choice, choiceField, group, numberField, textField } from "./form_fields.js";
import { strangerLines } from "./guests.js";
import { fieldOfError, guestsIn, hasMatches, hasRounds, kFormats, planOf, wrongStart } from "./plan.js";
import { WaitingAccounts } from "./waiting_accounts.js";

/** @import {Account, Answer, Description, Request} from "./account.js" */
/** @import {Draft} from "./draft.js" */
/** @import {ReportedAct} from "./acts.js" */
/** @import {FieldName, PlanFields} from "./plan.js" */
/** @import {Registration} from "./tournament.js" */

const kStarts = /** @type {const} */ (["later", "now", "time"]);

export class PlanForm {
  /** @param {Account} account @param {Description} description @param {Draft} draft
   * @param {{carryOut: (act: ReportedAct) => void, created: (id: string, name: string) => void}} callbacks */
  constructor(account, description, draft, { carryOut, created }) {
    this.account_ = account;
    // The server approves no account with the name of a player of a tournament that is not over.
    this.accounts_ = new WaitingAccounts(carryOut);
    /** @type {Registration[]} */
    this.waiting_ = [];
    this.draft_ = draft;
    this.created_ = created;
    this.button_ = el("button", { class: "primary large", text: t("organise.create") });
    this.error_ = el("p", { class: "organise_error", role: "alert" });
    this.form_ = el("form", { class: "card organise_card organise_form", novalidate: true },
      ...this.fields_(description), this.expertPart_(), this.error_, this.button_);
    this.form_.addEventListener("submit", (event) => {
      event.preventDefault();
      void this.create_();
    });
    this.elements = [
      el("p", {}, el("a", { href: "/organise", text: t("organise.all") })),
      el("h1", { text: t("organise.new") }), this.accounts_.root, this.form_,
    ];
    this.showFieldsOfFormat_();
  }

  /** Shows the accounts that wait now. @returns {Promise<?Answer>} an answer without them; null: there is none */
  async refresh() {
    const waiting = await this.account_.ask({ path: "registrations" });
    if (waiting.status !== 200) return waiting;
    this.waiting_ = waiting.data.registrations;
    this.accounts_.show(this.waiting_);
    return null;
  }

  /** @param {Description} description @returns {HTMLElement[]} */
  fields_({ role, tournaments }) {
    const hints = [t("organise.id_hint")];
    if (role !== "administrator") hints.push(t("organise.own_ids", { ids: tournaments.join(", ") }));
    return [
      textField(this.field_("name", t("organise.name")), { maxlength: 64 }),
      textField(this.field_("id", t("organise.id"), hints.join(" ")),
        { maxlength: 64, autocapitalize: "none", spellcheck: "false" }),
      this.playersPart_(),
      choiceField(this.field_("format", t("organise.format")),
        kFormats.map((format) => ({ value: format, text: t(`organise.format_${format}`) }))),
      el("div", { class: "organise_numbers" },
        numberField(this.field_("rounds", t("organise.rounds")), { min: 1, max: 1000 }),
        numberField(this.field_("pairs", t("organise.pairs"), t("organise.pairs_hint")), { min: 1, max: 10000 }),
        numberField(this.field_("bestOf", t("organise.best_of")), { min: 1, max: 99 })),
      choiceField(this.field_("clock", t("organise.clock")), [
        { value: "virtual", text: t("organise.clock_virtual") }, { value: "real", text: t("organise.clock_real") }]),
      this.startPart_(),
      el("div", { class: "organise_numbers" },
        numberField(this.field_("delay", t("organise.delay"), t("organise.delay_hint")), { min: 0, max: 60 }),
        numberField(this.field_("jobs", t("organise.jobs"), t("organise.jobs_hint")), { min: 1, max: 64 })),
    ];
  }

  /** @param {Exclude<keyof PlanFields, "builtIn">} name @param {string} label @param {string} [hint] */
  field_(name, label, hint) {
    const change = (/** @type {string} */ value) => {
      Object.assign(this.draft_.fields, { [name]: value });
      this.showFieldsOfFormat_();
    };
    return { name, label, hint, value: this.draft_.fields[name], change };
  }

  playersPart_() {
    const { fields } = this.draft_;
    const boxes = kKnownPlayers.map((name) => choice(
      { type: "checkbox", name: "player", value: name, text: [emblemSvg(name), el("span", { text: name })] },
      fields.builtIn.includes(name), (isChosen) => {
        const others = fields.builtIn.filter((one) => one !== name);
        fields.builtIn = isChosen ? [...others, name] : others;
        this.showFieldsOfFormat_();
      }));
    return group({ name: "players", label: t("organise.players"), hint: t("organise.players_hint") },
      el("div", { class: "organise_choices" }, ...boxes),
      areaField(this.field_("guests", t("organise.guests"), t("organise.guests_hint"))));
  }

  startPart_() {
    const { fields } = this.draft_;
    const time = el("input", {
      type: "datetime-local", class: "organise_input", value: fields.time, "aria-label": t("organise.start_time"),
      hidden: fields.start !== "time",
      on: { input: () => {
        fields.time = time.value;
        this.showFieldsOfFormat_();
      } },
    });
    const choices = kStarts.map((start) => choice(
      { type: "radio", name: "start", value: start, text: [t(`organise.start_${start}`)] }, fields.start === start, () => {
        fields.start = start;
        time.hidden = start !== "time";
        this.showFieldsOfFormat_();
      }));
    return group({ name: "start", label: t("organise.start_when") }, ...choices, time);
  }

  expertPart_() {
    const { json } = this.draft_;
    const options = { name: "plan", label: t("organise.plan"), hint: t("organise.plan_hint"), value: json ?? "",
      change: (/** @type {string} */ value) => {
        this.draft_.json = value;
        this.showFieldsOfFormat_();
      } };
    const back = el("button", { type: "button", text: t("organise.plan_back"), on: { click: () => {
      this.draft_.json = null;
      this.showFieldsOfFormat_();
      this.form_.querySelector("summary")?.focus();
    } } });
    this.back_ = back;
    return el("details", { class: "organise_expert", open: json !== null }, el("summary", { text: t("organise.expert") }),
      areaField(options, { rows: 12, class: "organise_json" }), back);
  }

  /** Shows the fields that the format has. A plan that was not written by hand follows the fields. */
  showFieldsOfFormat_() {
    const { fields, json } = this.draft_;
    this.draft_.save();
    const setHidden = (/** @type {string} */ name, /** @type {boolean} */ isHidden) =>
      this.form_.querySelector(`[data-field="${name}"]`)?.toggleAttribute("hidden", isHidden);
    setHidden("rounds", !hasRounds(fields.format));
    setHidden("bestOf", !hasMatches(fields.format));
    setHidden("pairs", hasMatches(fields.format));
    const plan = this.form_.querySelector("#field_plan");
    if (plan instanceof HTMLTextAreaElement && json === null) plan.value = JSON.stringify(planOf(fields), null, 2);
    if (this.back_) this.back_.hidden = json === null;
  }

  /** Lets the server check the plan, and asks about unknown guests, before the tournament is created. */
  async create_() {
    const { fields, json } = this.draft_;
    this.showError_("", "");
    const unapproved = this.waiting_.find(({ name }) => json === null && guestsIn(fields.guests).includes(name));
    if (unapproved) return this.showError_("players", t("organise.unapproved_guest", { name: unapproved.name }));
    const wrong = json === null ? wrongStart(fields, new Date()) : null;
    if (wrong) return this.showError_("start", t(wrong));
    this.button_.disabled = true;
    const request = this.request_();
    const checked = await this.account_.ask({ ...request, query: { ...request.query, check: "1" } });
    // The key belongs to an earlier request, whose answer was lost, with another plan.
    if (checked.status === 409) this.draft_.renewKey();
    if (refusalOf(checked) !== "") return this.showRefusal_(checked);
    const strangers = strangerLines(checked.data.guests);
    const answer = strangers.length === 0 ? await this.account_.ask(request)
      : await carryOut(this.account_, {
        title: t("organise.create_title", { name: fields.name.trim() || checked.data.id }), effects: strangers,
        button: t("organise.create_anyway"), request,
      });
    this.button_.disabled = false;
    if (!answer) return;
    if (refusalOf(answer) !== "") return this.showRefusal_(answer);
    const name = fields.name.trim();
    this.draft_.clear();
    this.created_(String(answer.data.id), name);
  }

  /** The request that creates the tournament. @returns {Request} */
  request_() {
    const { fields, json, key } = this.draft_;
    /** @type {Record<string, string>} */
    const query = { jobs: fields.jobs, key };
    if (fields.id.trim() !== "") query.id = fields.id.trim();
    if (fields.start === "later") query.paused = "1";
    return { path: "tournaments", method: "POST", query, body: json ?? JSON.stringify(planOf(fields), null, 2) };
  }

  /** @param {Answer} answer */
  showRefusal_(answer) {
    this.button_.disabled = false;
    const { json } = this.draft_;
    const field = fieldOfError(answer.error);
    const isAboutText = json !== null && field !== "jobs" && (field !== "" || answer.error.startsWith("line "));
    this.showError_(isAboutText ? "plan" : field, isAboutText ? answer.error : refusalOf(answer));
  }

  /** Shows an error beside its field, or at the end of the form. @param {FieldName|""} name @param {string} text */
  showError_(name, text) {
    for (const place of this.form_.querySelectorAll("[data-error]")) setText(place, "");
    for (const control of this.form_.querySelectorAll("[aria-invalid]")) control.removeAttribute("aria-invalid");
    const place = name === "" ? null : this.form_.querySelector(`[data-error="${name}"]`);
    setText(this.error_, place ? "" : text);
    if (text === "" || !place) return;
    // A plan that was not written by hand has the lines of its text, which the person has not seen.
    setText(place, name === "plan" ? text : text.replace(/^line \d+: /, ""));
    const part = this.form_.querySelector(`[data-field="${name}"]`);
    const control = part?.querySelector("input, select, textarea");
    part?.closest("details")?.setAttribute("open", "");
    if (!(control instanceof HTMLElement)) return;
    control.setAttribute("aria-invalid", "true");
    control.focus();
  }
}
