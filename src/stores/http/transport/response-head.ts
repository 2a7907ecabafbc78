/**
 * The head of an HTTP/1 response as text: status line and header lines. Strict: a line that two programs might read
 * differently (folded, without a carriage return, with a space before the colon) is refused, not repaired. Headers are
 * searched for in the text, because only a few of a dozen are needed.
 */
import { type ResponseHead, TransportError } from "./transport.ts";

export interface ParsedHead {
  readonly status: number;
  /** Whether another request may follow on the connection. */
  readonly keepsAlive: boolean;
  /** How the body ends: after a number of bytes, with its last chunk, or with the connection. */
  readonly body: number | "chunked" | "to-end";
  readonly header: ResponseHead["header"];
}

const STATUS = /^HTTP\/1\.([01]) ([1-9]\d\d)(?: [\t\x20-\x7e\x80-\xff]*)?(?:\r\n|$)/;
const LINES = /^(?:\r\n[!#$%&'*+\-.^_`|~0-9A-Za-z]+:[\t\x20-\x7e\x80-\xff]*)*$/;
const NUMBER = /^\d{1,15}$/;
const BEYOND_ASCII = /[\x80-\xff]/;

/** `text`: latin1, without the trailing empty line. */
export function parseHead(text: string): ParsedHead {
  const [line, minor, status] = STATUS.exec(text) ?? [];
  if (line === undefined) throw new TransportError("protocol", "no HTTP/1 status line");
  const lines = text.slice(line.endsWith("\n") ? line.length - 2 : line.length);
  if (!LINES.test(lines)) throw new TransportError("protocol", "a malformed header line");
  const names = lines.toLowerCase();
  const header = (name: string): string | undefined => findHeader(lines, names, name);
  return {
    status: Number(status),
    keepsAlive: isKept(header("connection"), minor === "1"),
    body: framing(header),
    header,
  };
}

/** Repeated headers are joined by commas. Bytes beyond ASCII are UTF-8. */
function findHeader(lines: string, names: string, name: string): string | undefined {
  const wanted = `\r\n${name}:`;
  let found: string | undefined;
  for (let at = names.indexOf(wanted); at >= 0; at = names.indexOf(wanted, at + 1)) {
    const end = names.indexOf("\r", at + wanted.length);
    const value = lines.slice(at + wanted.length, end < 0 ? lines.length : end).trim();
    found = found === undefined ? value : `${found}, ${value}`;
  }
  return found === undefined || !BEYOND_ASCII.test(found) ? found : Buffer.from(found, "latin1").toString("utf8");
}

function isKept(connection: string | undefined, byDefault: boolean): boolean {
  if (connection === undefined || connection === "keep-alive") return byDefault || connection !== undefined;
  const tokens = connection.toLowerCase().split(/[ \t]*,[ \t]*/);
  return !tokens.includes("close") && (byDefault || tokens.includes("keep-alive"));
}

function framing(header: ResponseHead["header"]): ParsedHead["body"] {
  const length = header("content-length");
  const coding = header("transfer-encoding");
  if (coding !== undefined) {
    // With both, two programs may disagree about where the response ends.
    if (length !== undefined) throw new TransportError("protocol", "both a length and a transfer coding");
    if (coding.toLowerCase() === "chunked") return "chunked";
    throw new TransportError("protocol", "an unexpected transfer coding");
  }
  if (length === undefined) return "to-end";
  // Two lengths joined by a comma are not a number.
  if (!NUMBER.test(length)) throw new TransportError("protocol", "a length that is not a number");
  return Number(length);
}
