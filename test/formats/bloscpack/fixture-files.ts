/** The fixture files of Bloscpack, unpacked once into a cache folder, with their manifest. */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync } from "node:fs";
import { join } from "node:path";
import { plainMachine } from "../../../src/codecs/bytes-to-bytes/lzma/machine.ts";
import { decodeXz } from "../../../src/codecs/bytes-to-bytes/lzma/xz-decode.ts";
import { growingBuffer } from "../../../src/codecs/growing-buffer.ts";
import { untar } from "../../untar.ts";

export interface FixtureHeader {
  readonly checksum: string;
  readonly chunk_size: number;
  readonly format_version: number;
  readonly last_chunk: number;
  readonly max_app_chunks: number;
  readonly metadata: boolean;
  readonly nchunks: number;
  readonly offsets: boolean;
  readonly typesize: number;
}

export interface FixtureFile {
  readonly name: string;
  readonly path: string;
  readonly origin: string;
  readonly note: string;
  readonly expect_error?: string;
  readonly header: FixtureHeader | { readonly python_error: string };
  readonly metadata?: unknown;
  readonly metadata_header?: Readonly<Record<string, unknown>>;
  readonly offsets?: readonly number[];
  readonly raw_sha256?: string;
  readonly raw_size?: number;
  readonly sha256: string;
  /** What `blpk info` prints. */
  readonly info?: string;
}

/** Of the archive's tar: what unpacks it is under test itself. */
const TAR_SHA256 = "de8bac09bdedcad7a1f48d1b874427416dcfd57ccd8cf90bccdba09a278a12f0";

/** All of them. */
export function fixtureFiles(): readonly FixtureFile[] {
  const folder = unpackAll();
  const manifest = JSON.parse(readFileSync(join(folder, "manifest.json"), "utf8"));
  return Object.entries<Omit<FixtureFile, "name" | "path">>(manifest.files).map(([name, file]) => {
    const path = join(folder, name);
    const info = path.replace(/\.blp$/, ".info.txt");
    return { ...file, name, path, ...(existsSync(info) ? { info: readFileSync(info, "utf8") } : {}) };
  });
}

/** The variable-length ones are another format's. */
export function plainFiles(): readonly FixtureFile[] {
  return fixtureFiles().filter(({ name }) => !name.startsWith("varlen-"));
}

export function fixtureFile(name: string): FixtureFile {
  const file = fixtureFiles().find((candidate) => candidate.name === `${name}.blp`);
  if (file === undefined) throw new Error(`there is no fixture ${name}`);
  return file;
}

function unpackAll(): string {
  const folder = join(".cache", "fixtures", `bloscpack-${TAR_SHA256.slice(0, 12)}`);
  if (existsSync(folder)) return folder;
  const partial = `${folder}.${process.pid}.${Math.random().toString(36).slice(2)}`;
  mkdirSync(partial, { recursive: true });
  const type = { length: undefined, elementSize: 1, maxLength: 2 ** 25 };
  const packed = readFileSync("fixtures/bloscpack/files.tar.xz");
  const tar = decodeXz(packed, type, growingBuffer(type), plainMachine);
  if (createHash("sha256").update(tar).digest("hex") !== TAR_SHA256)
    throw new Error("the archive was not unpacked well");
  untar(tar, partial);
  try {
    renameSync(partial, folder);
  } catch (error) {
    if (!existsSync(folder)) throw error;
  }
  return folder;
}
