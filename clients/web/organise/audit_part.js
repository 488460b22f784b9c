// The entries of the server's audit log about a tournament.

import { el } from "../base/dom.js";
import { isTextKey, t } from "../text/organise_texts.js";
import { KeyedList } from "./keyed_list.js";
import { card, timeText } from "./parts.js";
import { partsOf } from "./tournament.js";

/** @import {Account, Answer} from "./account.js" */
/** @import {Entry} from "./tournament.js" */

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
      keyOf: (/** @type {Entry} */ { number }) => String(number),
      make: entryRow,
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
    this.list_.show(this.entries_);
  }
}

/** @param {Entry} entry */
function entryRow(entry) {
  const { act, isRefused, about } = partsOf(entry);
  const key = `organise.log_${act}`;
  const words = isTextKey(key) ? t(key, { about }) : `${entry.act}: ${entry.target}`;
  return el("li", { class: "organise_row" },
    el("div", { class: "organise_line" },
      el("strong", { text: isRefused ? t("organise.log_refused", { act: words }) : words }),
      entry.why !== "" && el("q", { text: entry.why })),
    el("p", { class: "dim" }, el("time", { datetime: entry.time, text: timeText(entry.time) }), " · ",
      el("bdi", { text: entry.actor })));
}
