/** Index files beside GRIB files on a server: heads of messages are asked for at once, and checked as without an index. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type Group, openGroup } from "../../../src/index.ts";
import { offsetsIn } from "../../../src/scanners/grib/index-file.ts";
import { unpack } from "../../fixture-sets.ts";
import { type ObjectServer, objectServer, type SeenRequest } from "../../stores/object-server.ts";

let server: ObjectServer;
beforeAll(async () => {
  server = await objectServer();
});
afterAll(() => server.close());

const sample = new Uint8Array(readFileSync(join(unpack("fixtures/grib/grib.tar.gz"), "grid_ll2.grib")));
const COUNT = 16;
/** What a reader of scattered heads asks for at a time. */
const BLOCK = 65_536;
/** Longer than a block, so that each head is a request. */
const PADDING = 400_000;

/** The sample at another hour, with bytes after its values: section 7 says how long it is. */
function message(hour: number): Uint8Array {
  const values = sectionAt(sample, 7);
  const end = sample.byteLength - 4;
  const bytes = new Uint8Array(sample.byteLength + PADDING);
  bytes.set(sample.subarray(0, end));
  bytes.set(sample.subarray(end), end + PADDING);
  const view = new DataView(bytes.buffer);
  view.setBigUint64(8, BigInt(bytes.byteLength));
  view.setUint32(values, view.getUint32(values) + PADDING);
  bytes[16 + 16] = hour;
  return bytes;
}

function sectionAt(bytes: Uint8Array, number: number): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  let at = 16;
  while (bytes[at + 4] !== number) at += view.getUint32(at);
  return at;
}

const messages = Array.from({ length: COUNT }, (_, hour) => message(hour));
const file = new Uint8Array(Buffer.concat(messages));
const starts = messages.map((_, index) => index * messages[0]!.byteLength);
const wgrib = (offsets: readonly number[]): Uint8Array =>
  new TextEncoder().encode(
    offsets.map((at, index) => `${index + 1}:${at}:d=2020010100:TMP:2 m above ground:anl:\n`).join(""),
  );
const ecmwf = (offsets: readonly number[]): Uint8Array =>
  new TextEncoder().encode(offsets.map((at) => `{"param": "2t", "_offset": ${at}, "_length": 9}\n`).join(""));

interface Opened {
  readonly group: Group;
  readonly values: unknown;
  /** Ranges of the file that were asked for. */
  readonly ranges: number;
}

type Beside = readonly [string, Uint8Array];

/** With `atOnce`: no head but the first is answered before so many were asked for. */
async function openWith(beside: readonly Beside[] = [], atOnce = 0): Promise<Opened> {
  const url = `${server.add([["f.grib2", file], ...beside])}/f.grib2`;
  server.seen.length = 0;
  const isRange = ({ url: path, headers }: SeenRequest): boolean =>
    path.endsWith(".grib2") && headers.range !== undefined;
  const ranges = (): number => server.seen.filter(isRange).length;
  // Not what is read to recognise the file.
  const isBlock = ({ headers: { range = "" } }: SeenRequest): boolean => {
    const [first = 0, last = 0] = range.replace("bytes=", "").split("-").map(Number);
    return first > 0 && last + 1 - first === BLOCK;
  };
  const gate = server.hold((seen) => isRange(seen) && isBlock(seen));
  const opening = openGroup(url);
  if (atOnce > 0)
    await vi.waitFor(() => expect(server.seen.filter(isBlock).length).toBeGreaterThanOrEqual(atOnce), {
      timeout: 20_000,
    });
  gate.release();
  const group = await opening;
  const count = ranges();
  const [array] = (await group.children()).filter((child) => child.kind === "array" && child.shape.length > 2);
  if (array?.kind !== "array") throw new Error("no field");
  return { group, values: (await array.read()).toNested(), ranges: count };
}

const notesOf = ({ group }: Opened): readonly string[] => group.hierarchy.notes.map(({ message: text }) => text);

describe("a file of many messages on a server", () => {
  it.each([
    ["wgrib2's", "f.grib2.idx", wgrib(starts)],
    ["ECMWF's", "f.index", ecmwf(starts)],
  ] as const)("with %s index: heads are asked for at once", async (_, name, index) => {
    const [plain, indexed] = [await openWith(), await openWith([[name, index]], 12)];
    expect(indexed.ranges).toBeLessThanOrEqual(plain.ranges);
    // Two blocks per message: its head, and its end with the next one's.
    expect(indexed.ranges).toBeLessThanOrEqual(2 * COUNT);
    expect(indexed.values).toEqual(plain.values);
    expect(notesOf(indexed)).toEqual(notesOf(plain));
  });

  it.each([
    ["shifted", starts.map((at) => at + 7)],
    ["of another file", starts.map((at) => at * 2)],
    ["of a shorter file", starts.slice(0, 5)],
    ["with one message too many", [...starts, file.byteLength - 40]],
    ["of a longer file", [...starts, file.byteLength + 40]],
  ] as const)("with an index that is %s: the same values, and a note", async (_, offsets) => {
    const [plain, indexed] = [await openWith(), await openWith([["f.grib2.idx", wgrib(offsets)]])];
    expect(indexed.values).toEqual(plain.values);
    expect(notesOf(indexed)).toEqual([...notesOf(plain), expect.stringContaining("f.grib2.idx does not fit the file")]);
    expect(indexed.ranges).toBeLessThanOrEqual(plain.ranges + 17);
  });

  it("with something else of that name: it is no index", async () => {
    const indexed = await openWith([["f.grib2.idx", new TextEncoder().encode("<html>not found</html>")]]);
    expect(notesOf(indexed)).toEqual(notesOf(await openWith()));
  });
});

it("offsets of lines, those of one message once", () => {
  expect(offsetsIn("1:0:d=1:A:\n2.1:50:d=1:U:\n2.2:50:d=1:V:\n")).toEqual([0, 50]);
  expect(offsetsIn('{"_offset": 9, "_length": 1}\n{"_offset": 3, "_length": 1}')).toEqual([3, 9]);
  expect(offsetsIn("1:0:a:\nnonsense")).toBeUndefined();
});
