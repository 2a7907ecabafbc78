/** JSON from the command line, with integers beyond 2^53 exact. */

/** Strings first, so that digits inside them are left alone. */
const TOKENS = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
const MARK = "\u0000integer:";

/** A JSON value if it is one, else the text itself: `--set units=K --set levels='[1,2]'`. */
export function jsonOrText(text: string): unknown {
  return isJson(text) ? parseExact(text) : text;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function parseExact(text: string): unknown {
  const marked = text.replace(TOKENS, (token) => (isLarge(token) ? JSON.stringify(MARK + token) : token));
  return JSON.parse(marked, (_, value: unknown) =>
    typeof value === "string" && value.startsWith(MARK) ? BigInt(value.slice(MARK.length)) : value,
  );
}

function isLarge(token: string): boolean {
  return /^-?\d+$/.test(token) && !Number.isSafeInteger(Number(token));
}
