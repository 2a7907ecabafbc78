/**
 * Headers of FITS: blocks of 2880 bytes with 36 cards of 80 characters, up to the card END.
 *
 *     KEYWORD = value / comment        'text' with '' for a quote, T, F, 12, 1.5E3, 1.5D3, (1.0, 2.0)
 *     HIERARCH words of a key = value
 *     CONTINUE  'text'                 goes on with a text that ended in &
 *     COMMENT text                     also HISTORY, and cards without a keyword
 */
import { jsonBoolean, jsonNull, jsonNumber, jsonString } from "../../bytes/json/make.ts";
import type { JsonNode } from "../../bytes/json/node.ts";
import type { BlockReader } from "../../bytes/source/block-reader.ts";
import { type ErrorPlace, HyperslabError } from "../../errors.ts";

export const BLOCK_BYTES = 2880;
const CARD_BYTES = 80;
/** Far more than any header: a file without END is not read to its end. */
const MOST_BLOCKS = 16384;

export interface FitsHeader {
  /** Where it begins. */
  readonly offset: number;
  /** Where the data begin. */
  readonly dataOffset: number;
  /** Values by keyword; of duplicate keywords the first. Comments and history are lists of lines. */
  readonly cards: ReadonlyMap<string, JsonNode>;
  readonly comments: ReadonlyMap<string, readonly string[]>;
}

/** Reads the header at this offset; `first` is the keyword that it must begin with. */
export async function readHeader(reader: BlockReader, offset: number, place: ErrorPlace): Promise<FitsHeader> {
  const cards = new Map<string, JsonNode>();
  const comments = new Map<string, string[]>();
  let open: string | undefined;
  for (let block = 0; block < MOST_BLOCKS; block++) {
    const at = offset + block * BLOCK_BYTES;
    const bytes = await reader.readUpTo(at, BLOCK_BYTES);
    if (bytes.byteLength < BLOCK_BYTES) {
      const what = `the header at byte ${offset} has no END before the file ends at byte ${at + bytes.byteLength}`;
      throw new HyperslabError("invalid-data", what, place);
    }
    for (let card = 0; card < BLOCK_BYTES; card += CARD_BYTES) {
      const text = latin1(bytes, card, CARD_BYTES);
      if (/^END {77}$/.test(text) || text.trimEnd() === "END") {
        return { offset, dataOffset: at + BLOCK_BYTES, cards, comments };
      }
      open = addCard(text, cards, comments, open);
    }
  }
  throw new HyperslabError("invalid-data", `the header at byte ${offset} is longer than any`, place);
}

/** Adds a card. Returns the keyword of a string that may continue in the next one. */
function addCard(
  text: string,
  cards: Map<string, JsonNode>,
  comments: Map<string, string[]>,
  open: string | undefined,
): string | undefined {
  const word = text.slice(0, 8).trimEnd();
  if (word === "CONTINUE" && open !== undefined) {
    const before = cards.get(open);
    const more = parseValue(text.slice(8));
    if (before?.type === "string" && more?.type === "string" && before.value.endsWith("&")) {
      cards.set(open, jsonString(before.value.slice(0, -1) + more.value));
      return open;
    }
  }
  const hierarch = /^HIERARCH +([^=]+?) *= ?(.*)$/.exec(text);
  const key = hierarch?.[1] ?? word;
  if (hierarch === null && text.slice(8, 10) !== "= ") {
    const lines = comments.get(key) ?? [];
    const line = text.slice(8).trimEnd();
    if (line !== "" || key !== "") comments.set(key, [...lines, line]);
    return undefined;
  }
  const value = parseValue(hierarch?.[2] ?? text.slice(10)) ?? jsonNull();
  if (!cards.has(key)) cards.set(key, value);
  return key;
}

/** The value of a card; undefined if there is none. */
function parseValue(text: string): JsonNode | undefined {
  const quoted = /^ *'((?:[^']|'')*)'/.exec(text);
  if (quoted !== null) return jsonString(quoted[1]!.replaceAll("''", "'").trimEnd());
  const word = text.replace(/\/.*$/, "").trim();
  if (word === "") return undefined;
  if (word === "T" || word === "F") return jsonBoolean(word === "T");
  const number = /^[+-]?\d+$/.test(word) ? integer(word) : float(word);
  return number ?? jsonString(word);
}

function integer(word: string): JsonNode {
  return jsonNumber(BigInt(word.replace(/^\+/, "")));
}

function float(word: string): JsonNode | undefined {
  if (!/^[+-]?(\d+\.?\d*|\.\d+)([eEdD][+-]?\d+)?$/.test(word)) return undefined;
  const value = Number(word.replace(/[dD]/, "e"));
  return {
    type: "number",
    text: Number.isInteger(value)
      ? `${jsonNumber(value).text}.0`.replace(/(e.*)\.0$/, "$1").replace(/\.0\.0$/, ".0")
      : String(value),
    offset: -1,
  };
}

export function latin1(bytes: Uint8Array, start: number, length: number): string {
  let text = "";
  for (let index = start; index < start + length; index++) text += String.fromCharCode(bytes[index]!);
  return text;
}

// Values of cards that the structure needs.

export function integerOf(header: FitsHeader, key: string, place: ErrorPlace, otherwise?: number): number {
  const card = header.cards.get(key);
  if (card === undefined && otherwise !== undefined) return otherwise;
  const value = card?.type === "number" ? Number(card.text) : Number.NaN;
  if (Number.isSafeInteger(value)) return value;
  const found = card === undefined ? "missing" : "not an integer";
  throw new HyperslabError("invalid-data", `${key} is ${found} in the header at byte ${header.offset}`, place);
}

export function numberOf({ cards }: FitsHeader, key: string, otherwise: number): number {
  const card = cards.get(key);
  return card?.type === "number" ? Number(card.text) : otherwise;
}

export function textOf({ cards }: FitsHeader, key: string): string | undefined {
  const card = cards.get(key);
  return card?.type === "string" ? card.value : undefined;
}

export function isTrue({ cards }: FitsHeader, key: string): boolean {
  const card = cards.get(key);
  return card?.type === "boolean" && card.value;
}
