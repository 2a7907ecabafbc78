/** Line and column of an offset in a text, for messages. Both count from 1; a column counts UTF-16 units. */
export interface TextPosition {
  readonly line: number;
  readonly column: number;
}

/** The position of an offset. Lines end at LF, CR or CR LF; an offset past the end counts as the end. */
export function positionOf(text: string, offset: number): TextPosition {
  const end = Math.min(Math.max(offset, 0), text.length);
  let line = 1;
  let lineStart = 0;
  for (let at = 0; at < end; at++) {
    const code = text.charCodeAt(at);
    const ends = code === 0x0a || (code === 0x0d && text.charCodeAt(at + 1) !== 0x0a);
    if (!ends) continue;
    line++;
    lineStart = at + 1;
  }
  return { line, column: end - lineStart + 1 };
}
