// The accounts that wait for approval.

import { el } from "../base/dom.js";
import { t } from "../text/organise_texts.js";
import { approveAct, dismissAct } from "./acts.js";
import { KeyedList } from "./keyed_list.js";
import { actButton, card, named, timeText } from "./parts.js";

/** @import {ReportedAct} from "./acts.js" */
/** @import {Registration} from "./tournament.js" */

export class WaitingAccounts {
  /** @param {(act: ReportedAct) => void} carryOut */
  constructor(carryOut) {
    this.list_ = new KeyedList({
      root: el("ul", { class: "organise_rows" }),
      keyOf: (/** @type {Registration} */ { registration }) => String(registration),
      make: (registration) => accountRow(registration, carryOut),
    });
    this.root = card("accounts_title", t("organise.accounts"),
      el("p", { class: "dim", text: t("organise.accounts_hint") }), this.list_.root);
    this.root.hidden = true;
  }

  /** @param {Registration[]} registrations */
  show(registrations) {
    this.root.hidden = registrations.length === 0;
    this.list_.show(registrations);
  }
}

/** @param {Registration} registration @param {(act: ReportedAct) => void} carryOut */
function accountRow(registration, carryOut) {
  const { name, address, made } = registration;
  return el("li", { class: "organise_row" },
    el("div", { class: "organise_line" }, named(name)),
    el("p", { class: "dim", text: t("organise.account_made", { address, time: timeText(made) }) }),
    el("div", { class: "organise_buttons" },
      actButton({ act: "approve", text: t("organise.approve"), about: name, class: "primary" },
        () => carryOut(approveAct(registration))),
      actButton({ act: "dismiss", text: t("organise.dismiss"), about: name },
        () => carryOut(dismissAct(registration)))));
}
