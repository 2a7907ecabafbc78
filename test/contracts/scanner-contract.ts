/**
 * What every scanner must do, in one suite. A new scanner runs it with an archive of files that its native peer made, and with
 * what that peer reads from them. The suite opens each file wherever it may lie, and cut off everywhere.
 */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { memoryTarget } from "../../src/bytes/source/byte-target.ts";
import { isHyperslabError } from "../../src/errors.ts";
import { knownFormats } from "../../src/formats/registry.ts";
import { Group, memoryStore, type NdArray, open } from "../../src/index.ts";
import { describeDataType } from "../../src/model/data-types/data-type.ts";
import { zipStore } from "../../src/stores/zip/zip.ts";
import { unpack } from "../fixture-sets.ts";
import { type ObjectServer, objectServer } from "../stores/object-server.ts";

/** An array as its native peer sees it. What is absent is not compared. */
export interface ExpectedArray {
  readonly shape: readonly number[];
  /** As `describeDataType` says it: `int16`, `struct{a: int32}`. */
  readonly dataType: string;
  readonly dims?: readonly (string | null)[];
  readonly attributes?: Readonly<Record<string, unknown>>;
  /** Base64 of little-endian elements in C order; items of variable length as a list. */
  readonly values?: string | readonly unknown[];
  /** Of those bytes, in hexadecimal, where they would fill the fixture. */
  readonly sha256?: string;
  /** What the error says when values are read: they lie elsewhere. */
  readonly unreadable?: string;
}

export interface ExpectedFile {
  /** Its path in the archive. */
  readonly file: string;
  /** By path, without slashes at the ends. */
  readonly arrays: Readonly<Record<string, ExpectedArray>>;
  /** Attributes of groups by path; the root is "". */
  readonly groups?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** Paths of notes about what could not be represented. */
  readonly losses?: readonly string[];
  /** True: other files lie beside it, so that it is opened in its directory alone. */
  readonly withOthers?: boolean;
}

export interface ScannerSubject {
  /** The `.tar.gz` of files, below `fixtures/`. */
  readonly archive: string;
  readonly files: readonly ExpectedFile[];
  /** At how many equal steps each file is cut off; default 16. */
  readonly cuts?: number;
  /** Which files are cut off; default: all. */
  readonly isCut?: (file: ExpectedFile) => boolean;
}

export function describeScanner(name: string, subject: ScannerSubject): void {
  describe(`scanner ${name}`, () => {
    const folder = unpack(subject.archive);
    const bytesOf = (file: string): Uint8Array => new Uint8Array(readFileSync(join(folder, file)));
    const format = knownFormats().find((descriptor) => descriptor.name === name)?.name;
    let server: ObjectServer;
    beforeAll(async () => {
      server = await objectServer();
    });
    afterAll(() => server.close());

    test("is registered", () => expect(format).toBe(name));

    test.each(subject.files.map((file) => [file.file, file] as const))("%s", async (_, file) => {
      await check(await open(join(folder, file.file), { format }), file);
    });

    const alone = subject.files.filter(({ withOthers }) => withOthers !== true);

    test("every file is found by its name or first bytes", async () => {
      for (const { file } of alone) {
        const node = await open(join(folder, file));
        expect(node.hierarchy.format, file).toBe(name);
      }
    });

    test("is the same in memory, on a server and in an archive", async () => {
      for (const file of alone) {
        const bytes = bytesOf(file.file);
        const key = file.file.replace(/^.*\//, "");
        const archive = memoryTarget();
        const zip = zipStore(archive);
        await zip.set!(`in/${key}`, bytes);
        const url = server.add([[key, bytes]]);
        const store = memoryStore();
        await store.set!(key, bytes);
        for (const place of [zip, `${url}/${key}`, store]) {
          const path = typeof place === "string" ? undefined : place === zip ? `in/${key}` : key;
          await check(await open(place, { path, format }), file);
        }
      }
    });

    test("a file that is cut off is an error, or has the same values", async () => {
      const cuts = subject.cuts ?? 16;
      for (const file of alone.filter(subject.isCut ?? (() => true))) {
        const bytes = bytesOf(file.file);
        for (let cut = 0; cut < cuts; cut++) {
          const store = memoryStore();
          await store.set!("cut", bytes.slice(0, Math.floor((bytes.byteLength * cut) / cuts)));
          await checkDamaged(store, file, `${file.file} cut at ${cut}/${cuts}`, format);
        }
      }
    });
  });
}

async function checkDamaged(
  store: ReturnType<typeof memoryStore>,
  { arrays }: ExpectedFile,
  label: string,
  format: string | undefined,
): Promise<void> {
  await typed(label, async () => {
    const found = await arraysBelow(await open(store, { path: "cut", format }));
    // What is gone must not look as if it had never been there.
    expect([...found.keys()].sort(), label).toEqual(Object.keys(arrays).sort());
    for (const [path, array] of found) {
      await typed(label, async () => compareValues(array, arrays[path]!, `${label}: ${path}`));
    }
  });
}

/** Only an error of ours, which says what is wrong, may end it. */
async function typed(label: string, run: () => Promise<void>): Promise<void> {
  try {
    await run();
  } catch (error) {
    if (isHyperslabError(error)) expect(["invalid-data", "unsupported", "not-found"], label).toContain(error.code);
    else throw error;
  }
}

async function arraysBelow(node: Group | NdArray): Promise<ReadonlyMap<string, NdArray>> {
  const found = new Map<string, NdArray>();
  const visit = async (inner: Group | NdArray): Promise<void> => {
    if (!(inner instanceof Group)) found.set(inner.path, inner);
    else for (const child of await inner.children()) await visit(child);
  };
  await visit(node);
  return found;
}

async function check(node: Group | NdArray, expected: ExpectedFile): Promise<void> {
  const found = await arraysBelow(node);
  expect([...found.keys()].sort()).toEqual(Object.keys(expected.arrays).sort());
  for (const [path, array] of found) {
    const wanted = expected.arrays[path]!;
    const label = `${expected.file}: ${path}`;
    expect([...array.shape], label).toEqual(wanted.shape);
    expect(describeDataType(array.dataType), label).toBe(wanted.dataType);
    if (wanted.dims !== undefined)
      expect(
        array.dims.map((dim) => dim ?? null),
        label,
      ).toEqual(wanted.dims);
    if (wanted.attributes !== undefined) expect(plain(array.attributes), label).toEqual(wanted.attributes);
    await compareValues(array, wanted, label);
    if (wanted.unreadable !== undefined) {
      const error: unknown = await array.read().catch((thrown: unknown) => thrown);
      expect(isHyperslabError(error) && error.what, label).toContain(wanted.unreadable);
    }
  }
  for (const [path, attributes] of Object.entries(expected.groups ?? {})) {
    const group = path === "" ? node : await (node as Group).open(path);
    expect(plain(group.attributes), `${expected.file}: ${path}`).toEqual(attributes);
  }
  if (expected.losses !== undefined) {
    const noted = new Set(node.hierarchy.notes.map(({ key }) => key));
    for (const path of expected.losses) expect(noted, `${expected.file}: ${path} is noted`).toContain(path);
  }
}

async function compareValues(array: NdArray, { values, sha256 }: ExpectedArray, label: string): Promise<void> {
  if (sha256 !== undefined) {
    const { data } = await array.read(undefined, { as: "bytes" });
    expect(
      createHash("sha256")
        .update(data as Uint8Array)
        .digest("hex"),
      `${label}: values`,
    ).toBe(sha256);
  }
  if (values === undefined) return;
  if (typeof values === "string") {
    const { data } = await array.read(undefined, { as: "bytes" });
    expect(Buffer.from(data as Uint8Array).toString("base64") === values, `${label}: values`).toBe(true);
    return;
  }
  const { data } = await array.read();
  expect(plain(Array.from(data as Iterable<unknown>)), `${label}: values`).toEqual(values);
}

/** As JSON can say it: large integers and numbers that are none as texts, bytes as Base64. */
function plain(value: unknown): unknown {
  if (typeof value === "bigint") return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
  if (typeof value === "number") return Number.isFinite(value) ? value : String(value);
  if (value instanceof Uint8Array && value.constructor.name === "Uint8Array")
    return Buffer.from(value).toString("base64");
  if (ArrayBuffer.isView(value)) return Array.from(value as Float64Array, plain);
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value === "object" && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, plain(inner)]));
  }
  return value;
}
