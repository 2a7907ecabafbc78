/** The monolithic flavour: one file, one array of objects, one chunk to the engine, any part of which can be read. */
import type { ByteSource } from "../../../bytes/source/byte-source.ts";
import { atPlace, HyperslabError } from "../../../errors.ts";
import type { ArrayNode } from "../../../model/node.ts";
import { type Store, type StoreOptions, valuePlace } from "../../../stores/store.ts";
import { storeSource } from "../../documents/chunk-access.ts";
import type { ChunkAccess } from "../../format.ts";
import type { NoteList } from "../../notes.ts";
import { arrayOfObjects, checkShape, DEFAULT_CHOICE, type ObjectsPlan } from "./object-array.ts";
import { replaceObjectMetadata, unwrittenFile } from "./object-file.ts";
import { type ObjectLayout, readObjectLayout } from "./object-layout.ts";
import { describeObjects, printObjectMetadata } from "./object-metadata.ts";

export interface OpenObjects {
  readonly node: ArrayNode;
  readonly layout: ObjectLayout;
}

const absentSource: ByteSource = { read: async () => undefined };

/** Opens the file behind a key, of which `prefix` are the first bytes. */
export async function openObjectFile(
  store: Store,
  path: string,
  key: string,
  notes: NoteList,
  prefix: Uint8Array | undefined,
  options: StoreOptions = {},
): Promise<OpenObjects | undefined> {
  const place = valuePlace(store, key);
  try {
    const layout = await readObjectLayout(storeSource(store, key), {}, options, prefix);
    if (layout === undefined) return undefined;
    if (layout.state === "unwritten") notes.addNote({ key, message: "no object was written yet: all are empty" });
    if (layout.state === "walked") {
      notes.addNote({ key, message: "offsets were never filled in: the writer was interrupted" });
    }
    const described = describeObjects(layout.metadata, notes);
    const shape = checkShape(described.shape, layout.header.chunkCount, {});
    const choice = { ...DEFAULT_CHOICE, checksum: layout.header.checksum };
    return { layout, node: arrayOfObjects(path, described, shape, choice) };
  } catch (error) {
    throw atPlace(error, place);
  }
}

/** `changed` is told when the file is another one. */
export function objectFileAccess(
  store: Store,
  key: string,
  array: ArrayNode,
  opened: () => OpenObjects | undefined,
  changed: () => Promise<unknown>,
): ChunkAccess {
  const replace = async (bytes: Uint8Array, options?: StoreOptions): Promise<void> => {
    await store.set?.(key, bytes, options);
    await changed();
  };
  return {
    key: () => key,
    source: () => {
      const layout = opened()?.layout;
      return layout?.state === "unwritten" ? absentSource : (layout?.source ?? storeSource(store, key));
    },
    ...(store.set !== undefined && {
      set: (_, bytes, options) => replace(bytes, options),
      delete: (_, options) => replace(emptyFile(array, opened()?.layout.header.checksum), options),
    }),
  };
}

function emptyFile(array: ArrayNode, checksum: ObjectLayout["header"]["checksum"] | undefined): Uint8Array {
  const count = array.shape.reduce((product, length) => product * length, 1);
  return unwrittenFile(count, printObjectMetadata(array), checksum ?? DEFAULT_CHOICE.checksum);
}

/** Makes the file, or gives it other metadata. */
export async function writeObjectFile(
  store: Store,
  key: string,
  { node, choice }: ObjectsPlan,
  old: OpenObjects | undefined,
  options?: StoreOptions,
): Promise<void> {
  if (old === undefined) {
    await store.set?.(key, emptyFile(node, choice.checksum), options);
    return;
  }
  checkSameShape(store, node, old.node);
  const bytes = await storeSource(store, key).read(undefined, options);
  if (bytes === undefined) throw new HyperslabError("not-found", "the file is gone", valuePlace(store, key));
  await store.set?.(key, replaceObjectMetadata(bytes, old.layout, printObjectMetadata(node)), options);
}

/** Only an append changes the number of objects. */
export function checkSameShape(store: Store, node: ArrayNode, old: ArrayNode): void {
  const same = node.shape.length === old.shape.length && node.shape.every((length, axis) => length === old.shape[axis]);
  if (same && node.dataType.kind === old.dataType.kind) return;
  throw new HyperslabError("unsupported", "type and number of the objects in a Bloscpack file cannot be changed", {
    location: store.location,
    node: node.path,
    hint: "Append objects to it, or copy the array to another format.",
  });
}
