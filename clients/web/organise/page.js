// The organiser's page: an organiser signs in with a token, makes tournaments, and holds them.

import { BrowserStore } from "../base/browser_store.js";
import { el, requireElement, setText } from "../base/dom.js";
import { startPage } from "../base/start_page.js";
import { t } from "../text/organise_texts.js";
import { browserAccount } from "./account.js";
import { carryOut, refusalOf } from "./ask.js";
import { Draft } from "./draft.js";
import { PlanForm } from "./plan_form.js";
import { describe, signInView } from "./sign_in.js";
import { addressOf, TournamentList } from "./tournament_list.js";
import { TournamentView } from "./tournament_view.js";

/** @import {Answer, Description} from "./account.js" */
/** @import {ReportedAct} from "./acts.js" */

/** A part of the page. refresh: shows what the server has now; its answer is null, or the one without it
 * @typedef {{elements: HTMLElement[], refresh: () => Promise<?Answer>}} View */

const kRefreshEveryMs = 3000;
/** The name under which the next page finds the text about what was done on this one. */
const kDoneKey = "rensa.organise_done";

const page = startPage();
const main = requireElement("#main", HTMLElement);
const account = browserAccount(() => {
  document.querySelector("dialog")?.close();
  draft.clear();
  description = null;
  tell("");
  show("");
  void enter();
});
const parameters = new URLSearchParams(window.location.search);
const doneStore = new BrowserStore(() => window.sessionStorage);
const draft = new Draft(() => window.sessionStorage);
const done = el("p", { class: "organise_done", hidden: true });
const problem = el("p", { class: "organise_error", role: "alert" });
/** @type {?View} */
let view = null;
/** @type {?Description} */
let description = null;
let language = "";
let isRefreshing = false;
/** The view shows what the server had before something was done. */
let isStale = false;

/** Tells what was done, on the page and to users of a screen reader. @param {string} text */
function tell(text) {
  setText(done, text);
  done.hidden = text === "";
  if (text !== "") page.announcer.say("act", text);
}

/** @param {ReportedAct} act */
async function ask(act) {
  tell("");
  const answer = await carryOut(account, act);
  if (!answer) return;
  if (act.isRemoval) return leave(act.done, "/organise");
  tell(act.done);
  await refresh();
}

/** Shows what the server has now, or why it shows nothing. A call while another one goes on lets that look once more. */
async function refresh() {
  isStale = true;
  if (isRefreshing) return;
  isRefreshing = true;
  while (isStale && view) {
    isStale = false;
    showProblem(await view.refresh());
  }
  isRefreshing = false;
}

/** @param {?Answer} failed */
function showProblem(failed) {
  // The token was revoked, or the account organises other tournaments now.
  if (failed?.status === 401 || failed?.status === 403) return void enter();
  setText(problem, failed ? t("organise.no_answer", { reason: refusalOf(failed) }) : "");
}

/** Opens another page, which tells what was done. @param {string} text @param {string} address */
function leave(text, address) {
  doneStore.write(kDoneKey, text);
  window.location.assign(address);
}

/** @param {string} id @param {string} name */
const openCreated = (id, name) => leave(t("organise.create_done", { name: name || id }), addressOf(id));

/** @param {Description} own @returns {View} */
function viewFor(own) {
  if (parameters.get("new") !== null) return new PlanForm(account, own, draft, { carryOut: ask, created: openCreated });
  const id = parameters.get("tournament");
  return id === null ? new TournamentList(account, own, ask) : new TournamentView(account, id, ask);
}

/** Makes the page anew, in the language of now. @param {string} refusal   of the account */
function show(refusal) {
  if (!description) {
    view = null;
    main.replaceChildren(...signInView(account, refusal, (entered) => {
      description = entered;
      show("");
      main.querySelector("h1")?.focus();
    }));
    return;
  }
  draft.useFor(description.name);
  const id = parameters.get("tournament");
  const foot = footOf(description);
  if (id !== null && !description.manages.includes(id)) {
    view = null;
    const foreign = el("p", { role: "alert", text: t("organise.foreign", { id }) });
    const all = el("p", {}, el("a", { class: "button", href: "/organise", text: t("organise.all") }));
    return main.replaceChildren(heading(t("organise.title")), foreign, all, foot);
  }
  view = viewFor(description);
  for (const title of view.elements) if (title instanceof HTMLHeadingElement) title.tabIndex = -1;
  main.replaceChildren(done, problem, ...view.elements, foot);
  void refresh();
}

/** @param {string} text */
const heading = (text) => el("h1", { text, tabindex: -1 });

/** @param {Description} own */
function footOf({ name, role }) {
  const signOut = el("button", { type: "button", text: t("organise.sign_out"), on: { click: () => {
    account.signOut();
    draft.clear();
    description = null;
    tell("");
    show("");
  } } });
  const roleText = role === "administrator" ? t("organise.role_administrator") : t("organise.role_organiser");
  return el("footer", { class: "organise_foot" },
    el("span", {}, el("bdi", { text: name }), el("span", { class: "dim", text: ` · ${roleText}` })), signOut);
}

async function enter() {
  if (!account.hasToken) return show("");
  const described = await describe(account);
  // The person may have signed out meanwhile.
  if (!account.hasToken) return;
  description = described.description;
  show(described.refusal);
}

await enter();
tell(doneStore.read(kDoneKey));
doneStore.write(kDoneKey, "");
page.settings.subscribe(() => {
  const before = language;
  language = document.documentElement.lang;
  if (before !== "" && before !== language) show("");
});
window.setInterval(() => {
  if (!document.hidden && !document.querySelector("dialog[open]")) void refresh();
}, kRefreshEveryMs);
document.addEventListener("visibilitychange", () => {
  if (!document.hidden) void refresh();
});
