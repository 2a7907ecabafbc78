/** Where packed and plain bytes come from and go to: paths and URLs, or sources and targets provided by the caller. */

import type { ByteSource } from "../../bytes/source/byte-source.ts";
import type { ByteTarget } from "../../bytes/source/byte-target.ts";
import { openLocation, parseLocation } from "../../dataset/open/location.ts";
import { HyperslabError } from "../../errors.ts";
import { isLending } from "../../stores/direct-reads.ts";
import { storePart } from "../../stores/location/parts.ts";
import type { StoreSettings } from "../../stores/location/settings.ts";
import { objectSource } from "../../stores/store.ts";

export interface OpenInput {
  readonly source: ByteSource;
  /** Of a local file, which workers can read directly. */
  readonly path?: string;
  readonly location: string;
  /** Fills `into` from `offset` on; fails if there are fewer bytes. */
  readInto(offset: number, into: Uint8Array): Promise<void>;
  /** The total length; fails with `not-found` if there is nothing. */
  size(): Promise<number>;
  close(): Promise<void>;
}

/** A local file, or bytes from anywhere. */
export async function openPlain(input: string | ByteSource): Promise<OpenInput> {
  if (typeof input !== "string") return fromSource(input, "input");
  const { fileInput, fileBytes } = await import("../../stores/file/bytes.ts");
  const file = fileInput(input);
  const source = fileBytes(input);
  return {
    source,
    path: input,
    location: input,
    readInto: async (offset, into) => {
      const found = await file.readInto(offset, into);
      if (found !== into.byteLength) throw short(input, offset + found);
    },
    size: async () => file.size,
    close: async () => {
      await file.close();
      await source.close?.();
    },
  };
}

/** A packed file, local, on a server or in an archive. */
export async function openPacked(input: string | ByteSource, settings?: StoreSettings): Promise<OpenInput> {
  if (typeof input !== "string") return openPlain(input);
  const path = packedPath(input);
  if (path !== undefined) return openPlain(path);
  const store = await openLocation(parseLocation(input), settings);
  if (store.object === undefined) {
    throw new HyperslabError("invalid-request", "this address names no Bloscpack file", {
      location: store.location,
      hint: "Its name ends in .blp, or it is followed by |bloscpack:.",
    });
  }
  return fromSource(objectSource(store, store.object, { lends: isLending(store) }), store.location, async () =>
    store.close?.(),
  );
}

/** The path of a local packed file, with its step or without; undefined for anything else. Other paths are used unchanged. */
function packedPath(text: string): string | undefined {
  const scheme = /^([a-z][a-z0-9+.-]+):/i.exec(text)?.[1]?.toLowerCase();
  if (scheme === undefined && !/\|(?:zip|bloscpack):/i.test(text)) return text;
  if (scheme !== undefined && scheme !== "file") return undefined;
  const { base, steps } = parseLocation(text);
  return base.scheme === "file" && storePart({ base, steps }).steps.length === 0 ? base.path : undefined;
}

/** The path of a packed file to write, which must be local. */
export function writablePath(text: string): string {
  const path = packedPath(text);
  if (path !== undefined) return path;
  throw new HyperslabError("unsupported", "packed files are written and appended to on this machine only", {
    location: text,
    hint: "Pack to a file here and upload that.",
  });
}

function fromSource(source: ByteSource, location: string, close: () => Promise<void> = async () => {}): OpenInput {
  return {
    source,
    location,
    readInto: async (offset, into) => {
      if (into.byteLength === 0) return;
      const bytes = await source.read({ offset, length: into.byteLength });
      if (bytes?.byteLength !== into.byteLength) throw short(location, offset + (bytes?.byteLength ?? 0));
      into.set(bytes);
    },
    size: async () => {
      const size = await source.size?.();
      if (size !== undefined) return size;
      const found = (await source.read({ offset: 0, length: 1 })) !== undefined;
      if (found) throw new HyperslabError("unsupported", "the length of the input is not known", { location });
      throw new HyperslabError("not-found", "there is no such file", { location });
    },
    close,
  };
}

function short(location: string, end: number): HyperslabError {
  return new HyperslabError("invalid-data", `the file is truncated: it ends at byte ${end}`, { location });
}

export interface OpenOutput {
  readonly target: ByteTarget;
  /** Of a local file, which workers can write directly once it exists. */
  readonly path?: string;
  readonly location: string;
  finish(): Promise<void>;
  abandon(): Promise<void>;
}

/** A file that appears when it is complete; a target of the caller's own is written immediately. */
export async function openOutput(
  output: string | ByteTarget,
  options: { readonly overwrite?: boolean | undefined },
): Promise<OpenOutput> {
  if (typeof output !== "string") {
    return { target: output, location: "output", finish: async () => {}, abandon: async () => {} };
  }
  const { fileOutput } = await import("../../stores/file/output.ts");
  return { ...(await fileOutput(output, options)), location: output };
}
