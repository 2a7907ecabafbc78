/** Text in the columns of a terminal, where characters of East Asian scripts and emoji are two columns wide. */

const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u;
const NO_WIDTH = /[\p{Mn}\p{Me}\p{Cf}]/u;

export function widthOf(text: string): number {
  let width = 0;
  for (const character of text) width += characterWidth(character);
  return width;
}

function characterWidth(character: string): number {
  if (character >= " " && character <= "~") return 1;
  if (NO_WIDTH.test(character)) return 0;
  return WIDE.test(character) ? 2 : 1;
}

/** At most this many columns, the last a `…` if something is left out. */
export function shortened(text: string, width: number): string {
  if (text.length <= width / 2 || widthOf(text) <= width) return text;
  return `${head(text, width - 1)}…`;
}

/** As many characters as fit. */
function head(text: string, width: number): string {
  let used = 0;
  let kept = "";
  for (const character of text) {
    used += characterWidth(character);
    if (used > width) break;
    kept += character;
  }
  return kept;
}

/** Lines of at most this width, broken at spaces; a longer word is broken where the line ends. */
export function wrapped(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(/(?<=\s)(?=\S)/)) {
    if (line !== "" && widthOf(line) + widthOf(word.trimEnd()) > width) {
      lines.push(line.trimEnd());
      line = "";
    }
    line += word;
    while (widthOf(line.trimEnd()) > width) {
      const part = head(line, width);
      lines.push(part);
      line = line.slice(part.length);
    }
  }
  lines.push(line.trimEnd());
  return lines;
}
