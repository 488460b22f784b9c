// Addresses of problems. Pure.

/** Of the page with the problem of an ips URL. @param {string} url */
export function addressOf(url) {
  return `/train?p=${encodeURIComponent(partOf(url))}`;
}

/** What says which problem it is: of an ips URL what follows its question mark, of one of ours its p.
 * @param {string} text */
export function partOf(text) {
  const query = text.slice(text.indexOf("?") + 1);
  if (!/^p=/.test(query)) return query;
  return new URLSearchParams(query).get("p") ?? "";
}
