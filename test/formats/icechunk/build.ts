/** Makes repositories of Icechunk byte by byte, for what the package itself would never write. FlatBuffers, uncompressed. */
import { encodeUtf8 } from "../../../src/bytes/text/utf8.ts";

/** A field of a table, by its type. */
export type Field =
  | { readonly u8: number }
  | { readonly i32: number }
  | { readonly u32: number }
  | { readonly u64: bigint | number }
  | { readonly struct: Uint8Array }
  | { readonly text: string }
  | { readonly bytes: Uint8Array }
  | { readonly u32s: readonly number[] }
  | { readonly structs: readonly Uint8Array[] }
  | { readonly table: Table }
  | { readonly tables: readonly Table[] };

/** Fields by their numbers in the schema. */
export type Table = { readonly [field: number]: Field };

export function flatBuffer(root: Table): Uint8Array {
  const out: number[] = [0, 0, 0, 0, ...encodeUtf8("Ichk")];
  const later: { readonly at: number; readonly field: Field }[] = [];
  const put = (value: number | bigint, size: number): void => {
    for (let i = 0, rest = BigInt.asUintN(64, BigInt(value)); i < size; i++, rest >>= 8n) out.push(Number(rest & 255n));
  };
  const patch = (at: number, value: number): void => {
    for (let i = 0; i < 4; i++) out[at + i] = (value >>> (8 * i)) & 255;
  };
  const refer = (field: Field): void => {
    later.push({ at: out.length, field });
    put(0, 4);
  };
  const putTable = (table: Table): number => {
    const indices = Object.keys(table).map(Number);
    const count = indices.length === 0 ? 0 : Math.max(...indices) + 1;
    const vtable = out.length;
    for (let i = 0; i < count + 2; i++) put(0, 2);
    const start = out.length;
    put(start - vtable, 4);
    for (const index of indices) {
      const field = table[index]!;
      const offset = out.length - start;
      [out[vtable + 4 + 2 * index], out[vtable + 5 + 2 * index]] = [offset & 255, offset >> 8];
      if ("u8" in field) put(field.u8, 1);
      else if ("i32" in field) put(field.i32, 4);
      else if ("u32" in field) put(field.u32, 4);
      else if ("u64" in field) put(field.u64, 8);
      else if ("struct" in field) out.push(...field.struct);
      else refer(field);
    }
    const [entries, length] = [4 + 2 * count, out.length - start];
    [out[vtable], out[vtable + 1]] = [entries & 255, entries >> 8];
    [out[vtable + 2], out[vtable + 3]] = [length & 255, length >> 8];
    return start;
  };
  patch(0, putTable(root));
  for (let next = later.shift(); next !== undefined; next = later.shift()) {
    const { at, field } = next;
    if ("table" in field) {
      patch(at, putTable(field.table) - at);
      continue;
    }
    patch(at, out.length - at);
    if ("text" in field || "bytes" in field) {
      const bytes = "text" in field ? encodeUtf8(field.text) : field.bytes;
      put(bytes.byteLength, 4);
      for (const byte of bytes) out.push(byte);
    } else if ("u32s" in field) {
      put(field.u32s.length, 4);
      for (const value of field.u32s) put(value, 4);
    } else if ("structs" in field) {
      put(field.structs.length, 4);
      for (const struct of field.structs) out.push(...struct);
    } else if ("tables" in field) {
      put(field.tables.length, 4);
      for (const table of field.tables) refer({ table });
    }
  }
  return Uint8Array.from(out);
}

/** 1 snapshot, 2 manifest, 4 transaction log, 6 repository. */
export function metadataFile(kind: number, content: Uint8Array, version = 2): Uint8Array {
  const writer = "hyperslab-test".padEnd(24);
  return Uint8Array.of(...encodeUtf8(`ICE\u{1f9ca}CHUNK${writer}`), version, kind, 0, ...content);
}

/** An id of 12 bytes, or 8, that are all the same; and as text. */
export const id12 = (byte: number): Uint8Array => new Uint8Array(12).fill(byte);
export const id8 = (byte: number): Uint8Array => new Uint8Array(8).fill(byte);
/** The ids of 12 bytes 1 and 2, in file names. */
export const ONE_ID: string = base32(id12(1));
export const TWO_ID: string = base32(id12(2));

function base32(bytes: Uint8Array): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, "0")).join("");
  const digits = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
  return (bits.match(/.{1,5}/g) ?? []).map((five) => digits[Number.parseInt(five.padEnd(5, "0"), 2)]).join("");
}

export interface RepositoryParts {
  /** Fields of the tables that replace those of a sound repository. */
  readonly repo?: Table;
  readonly snapshot?: Table;
  readonly node?: Table;
  readonly arrayData?: Table;
  readonly manifest?: Table;
  readonly references?: readonly Table[];
  readonly document?: Readonly<Record<string, unknown>>;
}

/** The reference of a chunk, in the manifest. */
export const inlineChunk = (index: number, ...bytes: number[]): Table => ({
  0: { u32s: [index] },
  1: { bytes: Uint8Array.from(bytes) },
});

/** A repository with the uint8 array `/a` of 6 elements in chunks of 2, which lie in its manifest. */
export function buildRepository(parts: RepositoryParts = {}): Map<string, Uint8Array> {
  const document = {
    zarr_format: 3,
    node_type: "array",
    shape: [6],
    data_type: "uint8",
    chunk_grid: { name: "regular", configuration: { chunk_shape: [2] } },
    chunk_key_encoding: { name: "default" },
    fill_value: 99,
    codecs: ["bytes"],
    attributes: {},
    ...parts.document,
  };
  const references = parts.references ?? [inlineChunk(0, 1, 2), inlineChunk(1, 3, 4)];
  const node: Table = {
    0: { struct: id8(7) },
    1: { text: "/a" },
    2: { bytes: encodeUtf8(JSON.stringify(document)) },
    3: { u8: 1 },
    4: {
      table: {
        0: { structs: [] },
        2: { tables: [{ 0: { struct: id12(2) }, 1: { structs: [Uint8Array.of(0, 0, 0, 0, 3, 0, 0, 0)] } }] },
        3: { tables: [{ 0: { u64: 6 }, 1: { u32: 3 } }] },
        ...parts.arrayData,
      },
    },
    ...parts.node,
  };
  const snapshot: Table = {
    0: { struct: id12(1) },
    2: { tables: [node] },
    3: { u64: 1_700_000_000_000_000n },
    4: { text: "made" },
    ...parts.snapshot,
  };
  const manifest: Table = {
    0: { struct: id12(2) },
    1: { tables: [{ 0: { struct: id8(7) }, 1: { tables: references } }] },
    3: { u8: 0 },
    ...parts.manifest,
  };
  const info: Table = {
    0: { struct: id12(1) },
    1: { i32: -1 },
    2: { u64: 1_700_000_000_000_000n },
    3: { text: "made" },
  };
  const repo: Table = {
    0: { u8: 2 },
    1: { tables: [] },
    2: { tables: [{ 0: { text: "main" }, 1: { u32: 0 } }] },
    4: { tables: [info] },
    ...parts.repo,
  };
  return new Map([
    ["repo", metadataFile(6, flatBuffer(repo))],
    [`snapshots/${ONE_ID}`, metadataFile(1, flatBuffer(snapshot))],
    [`manifests/${TWO_ID}`, metadataFile(2, flatBuffer(manifest))],
  ]);
}
