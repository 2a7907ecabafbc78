/**
 * Removes potential secrets from addresses on stderr: user names, queries, most of a fragment. The library never shows
 * secrets of an address; this is for words of the command line that error messages repeat.
 */

/** Keys of a fragment whose values are not secret. */
const OPEN_KEYS = ["mode", "aws.profile", "aws.region"];

/** Scheme, user, host and path, query, steps, fragment; it ends where an address would be quoted. */
const ADDRESS =
  /([a-z][a-z0-9+.-]*:\/\/)([^\s/?#"'`|@]*@)?([^\s?#"'`|]*)(\?[^\s#"'`|]*)?(\|[^\s#"'`]*)?(#[^\s"'`]*)?/gi;

export function withoutSecrets(text: string): string {
  if (!text.includes("://")) return text;
  return text.replace(ADDRESS, (_, scheme: string, user = "", path = "", query = "", steps = "", fragment = "") => {
    // In an Azure address the container precedes the account, as a user name would.
    const isContainer = /^(?:az|abfss?):/i.test(scheme) && !user.includes(":");
    const who = user === "" || isContainer ? user : "…@";
    return `${scheme}${who}${path}${query.length > 1 ? "?…" : query}${steps}${withoutValues(fragment)}`;
  });
}

function withoutValues(fragment: string): string {
  return fragment.replace(/(?<=[#&])[^&]+/g, (pair) => {
    const [key = "", value] = pair.split("=", 2);
    if (value !== undefined && OPEN_KEYS.includes(key.toLowerCase())) return pair;
    return value === undefined ? "…" : `${key}=…`;
  });
}
