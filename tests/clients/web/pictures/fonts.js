// The fonts of pictures. A browser for pictures sees these alone, so that no font that a machine happens to have
// changes them.

import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The folder of Debian's fonts-dejavu-core, which Chromium brings along. */
const kLatinFonts = "/usr/share/fonts/truetype/dejavu";
/** The folder of Debian's fonts-noto-cjk, or another one with these fonts. */
const kJapaneseFonts = process.env.JAPANESE_FONTS ?? "/usr/share/fonts/opentype/noto";

/** Returns the reason why no pictures can be made in a language; null: they can.
 * @param {string} language @returns {?string} */
export function whyNoFonts(language) {
  if (!existsSync(join(kLatinFonts, "DejaVuSans.ttf"))) return "the fonts of fonts-dejavu-core are missing";
  const isMissing = language === "ja" && !existsSync(join(kJapaneseFonts, "NotoSansCJK-Regular.ttc"));
  return isMissing ? "the fonts of fonts-noto-cjk are missing" : null;
}

/** Does something with the environment of a browser that sees the fonts of a language alone.
 * @template T @param {string} language @param {(environment: Record<string, string>) => Promise<T>} use
 * @returns {Promise<T>} */
export async function withFonts(language, use) {
  const folder = await mkdtemp(join(tmpdir(), "rensa-fonts-"));
  try {
    const file = join(folder, "fonts.conf");
    await writeFile(file, configuration(language === "ja" ? [kLatinFonts, kJapaneseFonts] : [kLatinFonts], folder));
    return await use({ .../** @type {Record<string, string>} */ (process.env), FONTCONFIG_FILE: file });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** @param {string[]} folders @param {string} cache */
function configuration(folders, cache) {
  const aliases = ["sans-serif", "system-ui"].map((family) =>
    `<alias binding="same"><family>${family}</family><prefer><family>DejaVu Sans</family></prefer></alias>`);
  return `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>
${folders.map((folder) => `<dir>${folder}</dir>`).join("\n")}
<cachedir>${cache}</cachedir>
${aliases.join("\n")}
<alias><family>monospace</family><prefer><family>DejaVu Sans Mono</family></prefer></alias>
<match target="pattern">
  <edit name="family" mode="append_last"><string>DejaVu Sans</string></edit>
</match>
</fontconfig>
`;
}
