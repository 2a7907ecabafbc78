/**
 * XML as used in DMR++ documents: elements, attributes, text, comments, CDATA. Document types, and with them custom
 * entities, are refused, as is excessive depth.
 */
import { decodeUtf8 } from "../../bytes/text/utf8.ts";
import { type ErrorPlace, HyperslabError } from "../../errors.ts";

export interface XmlElement {
  /** Including its prefix: `dmrpp:chunk`. */
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly XmlElement[];
  /** The element's own text, all pieces joined. */
  readonly text: string;
  /** The line that it begins in, for messages. */
  readonly line: number;
}

/** Groups in groups are elements in elements. */
const DEEPEST = 64;
const NAME = String.raw`[A-Za-z_:\u0080-\uffff][\w.:\u0080-\uffff-]*`;
const TOKEN = new RegExp(
  String.raw`<\?[^>]*\?>|<!--(?:(?!--)[\s\S])*-->|<\/(${NAME})\s*>|<(${NAME})|<!\[CDATA\[([\s\S]*?)\]\]>|[^<]+`,
  "y",
);
const ATTRIBUTE = new RegExp(String.raw`\s+(${NAME})\s*=\s*(?:"([^"<]*)"|'([^'<]*)')`, "y");
const TAG_END = /\s*(\/?)>/y;
const ENTITIES: ReadonlyMap<string, string> = new Map([
  ["lt", "<"],
  ["gt", ">"],
  ["amp", "&"],
  ["quot", '"'],
  ["apos", "'"],
]);

interface Open {
  readonly name: string;
  readonly attributes: Map<string, string>;
  readonly children: XmlElement[];
  text: string;
  readonly line: number;
}

/** The outermost element. */
export function parseXml(bytes: Uint8Array, place: ErrorPlace): XmlElement {
  return new Parser(textOf(bytes, place), place).document();
}

/** Hyrax declares ISO-8859-1, but writes UTF-8 if names need it. */
function textOf(bytes: Uint8Array, place: ErrorPlace): string {
  const head = new TextDecoder("latin1").decode(bytes.subarray(0, 100));
  const encoding = /^<\?xml[^>]*\sencoding\s*=\s*["']([^"']+)["']/.exec(head)?.[1] ?? "UTF-8";
  if (/^iso-8859-1$/i.test(encoding)) {
    try {
      return decodeUtf8(bytes);
    } catch {
      return new TextDecoder("latin1").decode(bytes);
    }
  }
  if (/^(?:utf-8|us-ascii)$/i.test(encoding)) return decodeUtf8(bytes, place).replace(/^\ufeff/, "");
  throw new HyperslabError("unsupported", `the document is encoded in ${encoding}`, place);
}

class Parser {
  readonly #text: string;
  readonly #place: ErrorPlace;
  #at = 0;
  #line = 1;

  constructor(text: string, place: ErrorPlace) {
    this.#text = text;
    this.#place = place;
  }

  document(): XmlElement {
    const top: Open = { name: "", attributes: new Map(), children: [], text: "", line: 1 };
    const open: Open[] = [top];
    while (this.#at < this.#text.length) {
      TOKEN.lastIndex = this.#at;
      const match = TOKEN.exec(this.#text);
      if (match === null) this.#fail("a tag or text that is not allowed");
      const [token, closed, opened, raw] = match;
      const line = this.#line;
      this.#move(token);
      const current = open.at(-1) ?? top;
      if (closed !== undefined) {
        if (open.length < 2 || current.name !== closed) this.#fail(`</${closed}> closes nothing`);
        open.pop();
      } else if (opened !== undefined) {
        if (current === top && top.children.length > 0) this.#fail("a second document");
        const element: Open = { name: opened, attributes: new Map(), children: [], text: "", line };
        const isEmpty = this.#tag(element);
        current.children.push(element);
        if (!isEmpty && open.push(element) > DEEPEST) this.#fail("elements too deep");
      } else if (raw !== undefined) {
        current.text += raw;
      } else if (!token.startsWith("<")) {
        current.text += this.#plain(token);
        if (current === top && current.text.trim() !== "") this.#fail("text outside the document");
      }
    }
    const [root] = top.children;
    if (open.length > 1) this.#fail(`<${open.at(-1)?.name}> is not closed`);
    return root ?? this.#fail("no element");
  }

  /** Reads the attributes of a tag, and its end. Returns whether the element is empty. */
  #tag({ attributes }: Open): boolean {
    for (;;) {
      ATTRIBUTE.lastIndex = this.#at;
      const match = ATTRIBUTE.exec(this.#text);
      if (match === null) break;
      const [token, name = "", double, single] = match;
      if (attributes.has(name)) this.#fail(`two attributes ${name}`);
      attributes.set(name, this.#plain(double ?? single ?? ""));
      this.#move(token);
    }
    TAG_END.lastIndex = this.#at;
    const end = TAG_END.exec(this.#text);
    if (end === null) this.#fail("a tag that does not end");
    this.#move(end[0]);
    return end[1] === "/";
  }

  #plain(text: string): string {
    if (!text.includes("&")) return text;
    return text.replace(/&(#x[\da-f]+|#\d+|\w+)?(;?)/gi, (whole, name: string | undefined, end: string) => {
      const known = name === undefined || end === "" ? undefined : entity(name);
      return known ?? this.#fail(`the entity ${whole}`);
    });
  }

  #move(token: string): void {
    for (let at = token.indexOf("\n"); at >= 0; at = token.indexOf("\n", at + 1)) this.#line++;
    this.#at += token.length;
  }

  #fail(what: string): never {
    throw new HyperslabError("invalid-data", `the XML is not valid: ${what}, in line ${this.#line}`, this.#place);
  }
}

function entity(name: string): string | undefined {
  if (!name.startsWith("#")) return ENTITIES.get(name);
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
}
