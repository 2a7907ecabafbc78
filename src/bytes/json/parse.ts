/**
 * Text to a lossless JSON tree (RFC 8259, and the bare `NaN`, `Infinity`, `-Infinity` that Python and netCDF-C write).
 * The tree is built without recursion. Depth, length and the number of values are limited, so a hostile document costs
 * limited time and memory.
 */
import { HyperslabError } from "../../errors.ts";
import { type Bound, boundValue, isBeyond } from "../limit.ts";
import { byteLimits } from "../limits.ts";
import { decodeUtf8, firstMalformedByte } from "../text/utf8.ts";
import type { JsonArray, JsonNode, JsonObject } from "./node.ts";
import { peekToken, positionOf, type Scanner, scanNumber, scanString, scanWord, syntaxError } from "./scan.ts";
import { SharedObjects } from "./shared-objects.ts";

/** The deepest tree that any function on trees accepts, so that recursive ones stay within a small stack. */
export const MAX_JSON_DEPTH = 1024;

/** Memory of an empty array and object, in units of a number (about 60 bytes). */
const ARRAY_WEIGHT = 4;
const OBJECT_WEIGHT = 5;

export interface JsonDocument {
  readonly root: JsonNode;
  /** Without a byte order mark. Offsets of nodes refer to it. */
  readonly text: string;
  /** Store key, for messages; "" if unknown. */
  readonly key: string;
  /** Members whose name occurs earlier in the same object (the first 1000). */
  readonly duplicates: readonly DuplicateMember[];
  /** True if some of its objects share their tree with others of equal text: offsets below them may be those of the others. */
  readonly shared: boolean;
}

export interface DuplicateMember {
  readonly name: string;
  /** Offset of the later name. */
  readonly offset: number;
}

export interface ParseJsonOptions {
  /** Store key, for messages. */
  readonly key?: string;
  /** Nesting of arrays and objects; default 512, at most 1024. */
  readonly maxDepth?: number;
  /** Default 256 MiB. For a string, its length counts. */
  readonly maxBytes?: number;
  /** Values in the whole document, an array counting as 4 and an object as 5; default 20 million. */
  readonly maxValues?: number;
}

/** Parses a document. Malformed JSON is `invalid-data` with line and column; exceeding a limit is `unsupported`. */
export function parseJson(text: string | Uint8Array, options: ParseJsonOptions = {}): JsonDocument {
  const { jsonDepth, jsonBytes, jsonValues } = byteLimits;
  const { key = "", maxDepth = jsonDepth, maxBytes = jsonBytes, maxValues = jsonValues } = options;
  if (!(boundValue(maxDepth) >= 0 && boundValue(maxDepth) <= MAX_JSON_DEPTH)) {
    throw new HyperslabError("invalid-request", `maxDepth must be 0 to ${MAX_JSON_DEPTH}, not ${boundValue(maxDepth)}`);
  }
  if (isBeyond(text.length, maxBytes)) {
    const what = `JSON document has ${text.length} bytes, more than the limit of ${boundValue(maxBytes)}`;
    throw new HyperslabError("unsupported", what, key === "" ? {} : { key });
  }
  const decoded = typeof text === "string" ? text : decodeDocument(text, key);
  const plain = withoutMark(decoded);
  const isShared = typeof text !== "string" && maxDepth === jsonDepth && maxValues === jsonValues;
  const known = isShared ? recalled(plain) : undefined;
  if (known !== undefined) return { ...known, key };
  const scanner: Scanner = { text: plain, key, at: 0 };
  const duplicates: DuplicateMember[] = [];
  const isShort = !byteLimits.sharedJsonLength.isExceededBy(plain.length);
  const objects = isShared ? sharedObjectsFor(isShort) : undefined;
  // Short documents are compared as a whole too, a long one has none of its own kind beside it.
  const root = parseTree(scanner, maxDepth, maxValues, duplicates, objects, isShort ? 0 : 1);
  if (!Number.isNaN(peekToken(scanner))) throw syntaxError(scanner, "expected the end of the document");
  const document = { root, text: plain, key, duplicates, shared: objects?.found === true };
  if (isShared) remember(document);
  return document;
}

/**
 * Small documents that were read last, by text. Arrays of one hierarchy often have equal documents, which then share
 * one tree, as do those of a hierarchy that is reopened: trees are never changed. When `recent` is full, it replaces
 * `older`.
 */
let recent = new Map<string, JsonDocument>();
let older = new Map<string, JsonDocument>();

/** The last long document, such as consolidated metadata, as long as its tree is in use elsewhere. */
let long: WeakRef<JsonNode> | undefined;
const longTexts = new WeakMap<JsonNode, JsonDocument>();

function recalled(text: string): JsonDocument | undefined {
  if (byteLimits.sharedJsonLength.isExceededBy(text.length)) {
    const root = long?.deref();
    const document = root && longTexts.get(root);
    return document?.text === text ? document : undefined;
  }
  const known = recent.get(text);
  if (known !== undefined) return known;
  const old = older.get(text);
  if (old !== undefined) remember(old);
  return old;
}

function remember(document: JsonDocument): void {
  if (byteLimits.sharedJsonLength.isExceededBy(document.text.length)) {
    long = new WeakRef(document.root);
    longTexts.set(document.root, document);
    return;
  }
  if (byteLimits.sharedJsonDocuments.isExceededBy(recent.size + 1)) {
    older = recent;
    recent = new Map();
  }
  recent.set(document.text, document);
}

/** Objects of short documents. */
const shortObjects = new SharedObjects();

/** Objects of a long document are not kept longer than it is read: their texts would keep all of its text. */
function sharedObjectsFor(isShort: boolean): SharedObjects {
  return isShort ? shortObjects.begin() : new SharedObjects();
}

/** An array whose end has not been reached. */
interface ArrayFrame {
  readonly node: JsonArray;
  readonly items: JsonNode[];
}

/** An object whose end has not been reached, and the name of the member whose value comes next. */
interface ObjectFrame {
  readonly node: JsonObject;
  readonly items?: undefined;
  readonly members: Map<string, JsonNode>;
  name: string;
  /** Values and duplicate members before it. */
  values: number;
  duplicates: number;
}

type Frame = ArrayFrame | ObjectFrame;

function parseTree(
  scanner: Scanner,
  maxDepth: Bound,
  maxValues: Bound,
  duplicates: DuplicateMember[],
  objects: SharedObjects | undefined,
  sharedDepth: number,
): JsonNode {
  const { text } = scanner;
  const frames: Frame[] = [];
  const mostValues = boundValue(maxValues);
  for (let values = 0; ; ) {
    const code = peekToken(scanner);
    const depth = frames.length;
    const known = code === 0x7b && depth >= sharedDepth ? objects?.find(text, scanner.at, depth) : undefined;
    const opened = known === undefined ? openContainer(scanner.at, code) : undefined;
    values += known?.values ?? (opened === undefined ? 1 : opened.items === undefined ? OBJECT_WEIGHT : ARRAY_WEIGHT);
    if (values > mostValues && isBeyond(values, maxValues)) {
      throw limitError(scanner, `more than ${mostValues} values`);
    }
    if (opened !== undefined) {
      if (isBeyond(depth + 1, maxDepth)) {
        throw limitError(scanner, `arrays and objects nested deeper than ${boundValue(maxDepth)}`);
      }
      frames.push(opened);
      if (!closesAtOnce(scanner, opened)) {
        if (opened.items === undefined) {
          opened.values = values - OBJECT_WEIGHT;
          opened.duplicates = duplicates.length;
          readName(scanner, opened, duplicates);
        }
        continue;
      }
      frames.pop();
    }
    if (known !== undefined) scanner.at += known.length;
    let value: JsonNode | undefined = known?.node ?? opened?.node ?? readScalar(scanner);
    while (value !== undefined) {
      const frame = frames.at(-1);
      if (frame === undefined) {
        isBeyond(values, maxValues);
        return value;
      }
      value = append(scanner, frame, value, duplicates);
      if (value === undefined) continue;
      frames.pop();
      if (objects === undefined || frame.items !== undefined || frames.length < sharedDepth) continue;
      // Each duplicate is reported with its place.
      if (duplicates.length > frame.duplicates) continue;
      const own = text.slice(frame.node.offset, scanner.at);
      objects.keep({ text: own, node: frame.node, values: values - frame.values, depth: frames.length });
    }
  }
}

/** Starts an array or object if the next character, at `offset`, is an opening bracket, without reading the bracket. */
function openContainer(offset: number, code: number): Frame | undefined {
  if (code === 0x5b) {
    const items: JsonNode[] = [];
    return { node: { type: "array", items, offset }, items };
  }
  if (code !== 0x7b) return undefined;
  const members = new Map<string, JsonNode>();
  return { node: { type: "object", members, offset }, members, name: "", values: 0, duplicates: 0 };
}

/** Reads the opening bracket, and the closing one if it follows at once. */
function closesAtOnce(scanner: Scanner, frame: Frame): boolean {
  scanner.at++;
  if (peekToken(scanner) !== (frame.items === undefined ? 0x7d : 0x5d)) return false;
  scanner.at++;
  return true;
}

/** Adds a value to its container. Returns the container if it ends here, undefined if another value follows. */
function append(scanner: Scanner, frame: Frame, value: JsonNode, duplicates: DuplicateMember[]): JsonNode | undefined {
  const isObject = frame.items === undefined;
  if (isObject) frame.members.set(frame.name, value);
  else frame.items.push(value);
  const code = peekToken(scanner);
  if (code === 0x2c) {
    scanner.at++;
    if (isObject) {
      peekToken(scanner);
      readName(scanner, frame, duplicates);
    }
    return undefined;
  }
  if (code !== (isObject ? 0x7d : 0x5d)) {
    throw syntaxError(scanner, isObject ? "expected ',' or '}' in an object" : "expected ',' or ']' in an array");
  }
  scanner.at++;
  return frame.node;
}

/** Reads `"name":`. */
function readName(scanner: Scanner, frame: ObjectFrame, duplicates: DuplicateMember[]): void {
  const offset = scanner.at;
  if (scanner.text.charCodeAt(offset) !== 0x22) throw syntaxError(scanner, "expected a member name in double quotes");
  frame.name = scanString(scanner);
  if (frame.members.has(frame.name) && !byteLimits.jsonDuplicates.isExceededBy(duplicates.length + 1))
    duplicates.push({ name: frame.name, offset });
  if (peekToken(scanner) !== 0x3a) throw syntaxError(scanner, "expected ':' after a member name");
  scanner.at++;
}

function readScalar(scanner: Scanner): JsonNode {
  const offset = scanner.at;
  const code = scanner.text.charCodeAt(offset);
  if (code === 0x22) return { type: "string", value: scanString(scanner), offset };
  if (code === 0x2d || (code >= 0x30 && code <= 0x39)) return { type: "number", text: scanNumber(scanner), offset };
  if (code === 0x74) return { type: "boolean", value: scanWord(scanner, "true") === "true", offset };
  if (code === 0x66) return { type: "boolean", value: scanWord(scanner, "false") !== "false", offset };
  if (code === 0x4e) return { type: "number", text: scanWord(scanner, "NaN"), offset };
  if (code === 0x49) return { type: "number", text: scanWord(scanner, "Infinity"), offset };
  scanWord(scanner, "null");
  return { type: "null", offset };
}

function limitError(scanner: Scanner, what: string): HyperslabError {
  const place = positionOf(scanner.text, scanner.at);
  const details = scanner.key === "" ? place : { key: scanner.key, ...place };
  return new HyperslabError("unsupported", `JSON document has ${what}`, details);
}

/** Decodes UTF-8; the error for a malformed byte names line and column. */
function decodeDocument(bytes: Uint8Array, key: string): string {
  const place = key === "" ? {} : { key };
  try {
    return decodeUtf8(bytes, place);
  } catch (error) {
    const offset = firstMalformedByte(bytes);
    if (offset === undefined) throw error;
    const before = withoutMark(decodeUtf8(bytes.subarray(0, offset)));
    const found = bytes[offset]!.toString(16).padStart(2, "0");
    const what = `not UTF-8: malformed byte 0x${found} at offset ${offset}`;
    throw new HyperslabError("invalid-data", what, { ...place, ...positionOf(before, before.length) });
  }
}

function withoutMark(text: string): string {
  return text.startsWith("\ufeff") ? text.slice(1) : text;
}
