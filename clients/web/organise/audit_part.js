// The entries of the server's audit log about a tournament.

import { el } from "../base/dom.js";
import { isTextKey, t } from "../text/organise_texts.js";
import { KeyedList } from "./keyed_list.js";
import { card, timeText } from "./parts.js";
import { refusalText } from "./refusals.js";
import { deedsOf, partsOf } from "./tournament.js";

/** @import {Account, Answer} from "./account.js" */
/** @import {Deed, Entry} from "./tournament.js" */

const kShownEntries = 50;

export class AuditPart {
  /** @param {Account} account @param {string} id */
  constructor(account, id) {
    this.account_ = account;
    this.id_ = id;
    /** @type {Entry[]} */
    this.entries_ = [];
    this.list_ = new KeyedList({
      root: el("ol", { class: "organise_rows organise_log" }),
      keyOf: (/** @type {Deed} */ { entry }) => String(entry.number),
      make: deedRow,
    });
    this.root = card("audit_title", t("organise.audit"), el("p", { class: "dim", text: t("organise.audit_hint") }),
      this.list_.root);
  }

  /** Loads the entries, which show() shows. @returns {Promise<Answer>} */
  async load() {
    const path = `tournaments/${encodeURIComponent(this.id_)}/audit`;
    const answer = await this.account_.ask({ path, query: { limit: String(kShownEntries) } });
    if (answer.status === 200) this.entries_ = answer.data.entries;
    return answer;
  }

  show() {
    this.list_.show(deedsOf(this.entries_));
  }
}

/** @param {Deed} deed */
function deedRow({ entry, refusal }) {
  const { act, about } = partsOf(entry);
  const key = `organise.log_${act}`;
  const words = isTextKey(key) ? t(key, { about }) : `${entry.act}: ${entry.target}`;
  const isRefused = refusal !== "";
  return el("li", { class: "organise_row" },
    el("div", { class: "organise_line" },
      el(isRefused ? "s" : "strong", { text: words }),
      entry.why !== "" && el("q", { text: entry.why }),
      isRefused && el("strong", { text: t("organise.log_refused", { reason: refusalText(refusal) }) })),
    el("p", { class: "dim" }, el("time", { datetime: entry.time, text: timeText(entry.time) }), " · ",
      el("bdi", { text: entry.actor })));
}
