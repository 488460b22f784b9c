// Finds out from the address of a replay's page which record it shows, and loads it.

/**
 * path: the address of the record on this server; number: that of a record of a single match, "": it is none; share: the
 * address of links to the game on other sites, "": none; file: the name for a downloaded record
 * @typedef {{path: string, number: string, share: string, file: string}} RecordSource
 */
/** @typedef {"not_found"|"no_server"} LoadError */

/**
 * @param {{pathname: string, search: string, origin: string}} location
 * @returns {?RecordSource}   null: the address names no record, or one that may not be loaded
 */
export function sourceOf({ pathname, search, origin }) {
  const number = /^\/replay\/(\d+)$/.exec(pathname)?.[1];
  if (number !== undefined) return sourceAt(`/api/v1/records/${number}`, `rensa-${number}.rensa`);
  const named = new URLSearchParams(search).get("record");
  if (!named) return null;
  // A link may only load records from the API of this server.
  const url = URL.canParse(named, origin) ? new URL(named, origin) : null;
  if (!url || url.origin !== origin || !url.pathname.startsWith("/api/")) return null;
  const name = url.pathname.split("/").at(-1) ?? "";
  return sourceAt(url.pathname, `${name.replace(/\.rensa$/, "")}.rensa`);
}

/** @param {string} path @param {string} file @returns {RecordSource} */
function sourceAt(path, file) {
  const number = /^\/api\/v1\/records\/(\d+)$/.exec(path)?.[1] ?? "";
  return { path, number, share: number === "" ? "" : `${path}/share`, file };
}

/** @param {RecordSource} source @returns {Promise<{bytes: Uint8Array} | {loadError: LoadError}>} */
export async function loadRecord(source) {
  try {
    const answer = await fetch(source.path);
    if (answer.status >= 500) return { loadError: "no_server" };
    if (!answer.ok) return { loadError: "not_found" };
    return { bytes: new Uint8Array(await answer.arrayBuffer()) };
  } catch {
    return { loadError: "no_server" };
  }
}
