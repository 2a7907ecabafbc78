/**
 * The XML that S3 responds with: elements and text, no document types, no custom entities. Attributes (namespaces) are
 * skipped. Anything else is refused, as are excessive depth and size.
 */
import { ownMember } from "../../bytes/own-member.ts";
import { decodeUtf8 } from "../../bytes/text/utf8.ts";
import { type ErrorPlace, HyperslabError } from "../../errors.ts";

export interface XmlElement {
  readonly name: string;
  /** The element's own text, all pieces joined. */
  readonly text: string;
  readonly children: readonly XmlElement[];
}

/** Responses of S3 are 4 levels deep. */
const DEEPEST = 16;
const TOKEN =
  /<\?[^>]*\?>|<!--(?:(?!--)[\s\S])*-->|<\/([A-Za-z_][\w.:-]*)\s*>|<([A-Za-z_][\w.:-]*)((?:\s+[\w.:-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>|<!\[CDATA\[([\s\S]*?)\]\]>|[^<]+/y;

interface Open {
  readonly name: string;
  text: string;
  readonly children: XmlElement[];
}

export function parseXml(bytes: Uint8Array, place: ErrorPlace): XmlElement {
  const text = decodeUtf8(bytes, place).replace(/^\ufeff/, "");
  const top: Open = { name: "", text: "", children: [] };
  const open: Open[] = [top];
  let at = 0;
  const broken = (problem: string): HyperslabError =>
    new HyperslabError("io", `the server's response is not valid S3 XML: ${problem} at character ${at + 1}`, {
      ...place,
      request: { kind: "bad-answer", transient: false },
      hint: "Check that the endpoint is an S3 server.",
    });
  while (at < text.length) {
    TOKEN.lastIndex = at;
    const match = TOKEN.exec(text);
    if (match === null) throw broken("a tag or text that is not allowed");
    const [token, closed, opened, , empty, raw] = match;
    const current = open.at(-1) ?? top;
    if (closed !== undefined) {
      if (open.length < 2 || current.name !== closed) throw broken(`</${closed}> closes nothing`);
      open.pop();
      open.at(-1)?.children.push(current);
    } else if (opened !== undefined) {
      if (current === top && top.children.length > 0) throw broken("a second document");
      const element: Open = { name: opened, text: "", children: [] };
      if (empty === "/") current.children.push(element);
      else if (open.push(element) > DEEPEST) throw broken("elements too deep");
    } else if (raw !== undefined) {
      current.text += raw;
    } else if (!token.startsWith("<")) {
      current.text += token.includes("&") ? withoutEntities(token, broken) : token;
      if (current === top && current.text.trim() !== "") throw broken("text outside the document");
    }
    at += token.length;
  }
  const [root] = top.children;
  if (open.length > 1 || root === undefined) throw broken("the end");
  return root;
}

const ENTITIES: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };

function withoutEntities(text: string, broken: (problem: string) => HyperslabError): string {
  return text.replace(/&(?:#x([0-9a-fA-F]{1,6})|#(\d{1,7})|(\w+));|&/g, (entity, hex, decimal, name) => {
    const known = name === undefined ? undefined : ownMember(ENTITIES, name);
    if (known !== undefined) return known;
    const code = hex !== undefined ? Number.parseInt(hex, 16) : Number(decimal ?? Number.NaN);
    if (code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)) return String.fromCodePoint(code);
    throw broken(`the entity ${JSON.stringify(entity.slice(0, 20))}`);
  });
}

/** The text of the only child of this name. */
export function childText(element: XmlElement, name: string): string | undefined {
  return element.children.find((child) => child.name === name)?.text;
}

export function childrenOf(element: XmlElement, name: string): XmlElement[] {
  return element.children.filter((child) => child.name === name);
}

/** Escapes text for use in an element. */
export function escapeXml(text: string): string {
  return text.replace(/[<>&"']/g, (letter) => `&#${letter.charCodeAt(0)};`);
}

/** Returns whether XML 1.0 can hold this text. It cannot express most control characters, nor U+FFFE and U+FFFF. */
export function fitsXml(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 0xfffe || code === 0xffff || (code < 0x20 && code !== 9 && code !== 10)) return false;
  }
  return true;
}
