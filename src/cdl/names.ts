/** Names as spelled in CDL. */

/** Characters with a meaning in CDL, which get a backslash anywhere in a name. */
const SPECIAL = /[ !"#$&'()*,:;<=>?[\]\\^`{|}~]/g;
/** Most names. Each is printed with every attribute of its variable. */
const PLAIN = /^[A-Za-z_]\w*$/;

/** A name with its escapes: `a\ b`, `\2d`. Letters beyond ASCII are unchanged. */
export function escapeName(name: string): string {
  if (PLAIN.test(name)) return name;
  const escaped = name.replace(SPECIAL, "\\$&").replace(/\p{Cc}/gu, escapedControl);
  return /^\d/.test(escaped) ? `\\${escaped}` : escaped;
}

/** Of the control characters, those of ASCII. */
function escapedControl(char: string): string {
  if (char > "\x7f") return char;
  return `\\%${char.charCodeAt(0).toString(16).padStart(2, "0")}`;
}
