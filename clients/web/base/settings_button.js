// The button of the settings, which every page has in its header.

/** @import {Settings} from "./settings.js" */

/** Opens the settings when their button is pressed. Their modules are loaded only then. @param {Settings} settings */
export function attachSettingsButton(settings) {
  document.querySelector("#settings")?.addEventListener("click", async () => {
    const { openSettings } = await import("../settings/dialog.js");
    if (!document.querySelector("dialog.settings")) openSettings(settings);
  });
}
