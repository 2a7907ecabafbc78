/** Percent escapes as S3 counts them: everything but letters, digits and `-._~`. What is sent is what is signed. */

/** One name or value. */
export function uriEncode(text: string): string {
  if (/^[A-Za-z0-9._~-]*$/.test(text)) return text;
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** A key, its slashes kept. */
export function encodePath(key: string): string {
  if (/^[A-Za-z0-9._~/-]*$/.test(key)) return key;
  return key.split("/").map(uriEncode).join("/");
}

/** `a=1&b=`: encoded, in the order in which it is signed. */
export function encodeQuery(pairs: Iterable<readonly [string, string]>): string {
  const encoded = Array.from(pairs, ([name, value]) => [uriEncode(name), uriEncode(value)] as const);
  const inOrder = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
  encoded.sort(([a, x], [b, y]) => inOrder(a, b) || inOrder(x, y));
  return encoded.map(([name, value]) => `${name}=${value}`).join("&");
}
