// The page of a replay: loads a record and opens it, or says why it cannot.

import { el, requireElement, setText } from "../base/dom.js";
import { startPage } from "../base/start_page.js";
import { loadEngine } from "../rules/engine.js";
import { t } from "../text/translation.js";
import { analyseGame } from "./analyse_game.js";
import { loadRecord, sourceOf } from "./record_source.js";
import { RecordedGame } from "./recorded_game.js";
import { ReplayViewer } from "./viewer.js";

/** @import {Page} from "../base/start_page.js" */

const page = startPage();
const errorText = await openReplay(page);
if (errorText) {
  const state = requireElement("#state", HTMLElement);
  state.removeAttribute("data-text");
  state.classList.add("danger");
  page.settings.subscribe(() => setText(state, errorText()));
}

/**
 * Loads the record and shows it. Returns a function that makes the error text in the current language, or null.
 * @param {Page} page @returns {Promise<?(() => string)>}
 */
async function openReplay(page) {
  const source = sourceOf(window.location);
  const loaded = source ? await loadRecord(source) : { loadError: /** @type {const} */ ("not_found") };
  if (!source || ("loadError" in loaded && loaded.loadError === "not_found")) {
    showNoGame(page);
    return () => t("error.not_found");
  }
  if ("loadError" in loaded) return () => t("error.no_server");
  const engine = await loadEngine().catch(() => null);
  if (!engine) return () => t("error.no_wasm");
  const why = engine.replay.open(loaded.bytes);
  if (why !== "") return () => t("replay.wrong_record", { why });
  const viewer = new ReplayViewer(new RecordedGame(engine), source, page);
  analyseGame(loaded.bytes, { estimatesChances: true }, (report) => viewer.showAnalysis(report),
    () => viewer.showNoAnalysis());
  return null;
}

/** Makes the page one that says that there is no such game, as the page for other wrong addresses. @param {Page} page */
function showNoGame(page) {
  const main = requireElement("#main", HTMLElement);
  const title = requireElement("h1", HTMLElement);
  const play = el("a", { class: "button primary large", href: "/play" });
  title.removeAttribute("data-text");
  title.classList.remove("unseen");
  main.className = "nothing";
  requireElement("#replay", HTMLElement).remove();
  main.prepend(el("img", { src: "/nothing.svg", alt: "", width: 200, height: 170 }));
  main.append(play);
  page.settings.subscribe(() => {
    setText(title, t("replay.no_game"));
    setText(play, t("nav.play"));
  });
}
