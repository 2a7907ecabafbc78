/** A tar archive as a store: its members are the values, stored uncompressed. Read-only. */
import { resolveRange } from "../../bytes/source/byte-range.ts";
import type { ByteSource } from "../../bytes/source/byte-source.ts";
import { encodeUtf8 } from "../../bytes/text/utf8.ts";
import { HyperslabError } from "../../errors.ts";
import { checkRange } from "../byte-request.ts";
import type { Store, StoreOptions } from "../store.ts";
import { checkKey, checkPrefix } from "../store-key.ts";
import { type KeyTree, keyTree } from "../zip/key-tree.ts";
import { findTopFolder, memberKey } from "../zip/top-folder.ts";
import { readMembers, type TarMember } from "./members.ts";

/** Options of `tarStore`. */
export interface TarStoreOptions {
  /** Its name in messages. */
  readonly location?: string;
  /** Useful concurrency, as in `Store`. */
  readonly concurrency?: number | undefined;
  /** The folder in which keys begin; "" is the root. By default the single folder that contains everything, if there is one. */
  readonly topFolder?: string | undefined;
}

interface Contents {
  /** By key. */
  readonly members: ReadonlyMap<string, TarMember>;
  readonly tree: KeyTree;
  /** The folder that contains all members; keys leave it out. */
  readonly top: string;
}

/** The archive in `source`. Its headers are read when the first value is requested. */
export function tarStore(
  source: ByteSource,
  { location = "tar", concurrency, topFolder }: TarStoreOptions = {},
): Store {
  let loading: Promise<Contents> | undefined;
  const contents = (options: StoreOptions | undefined): Promise<Contents> => {
    options?.signal?.throwIfAborted();
    loading ??= load(source, location, topFolder);
    loading.catch(() => {
      loading = undefined;
    });
    return loading;
  };
  const find = async (key: string, options: StoreOptions | undefined): Promise<TarMember | undefined> => {
    checkKey(key);
    const { members } = await contents(options);
    const member = members.get(key);
    if (member?.problem === undefined) return member;
    throw new HyperslabError("unsupported", `the member is ${member.problem}, which is not read`, { location, key });
  };
  return {
    location,
    ...(concurrency === undefined ? {} : { concurrency }),
    get: async (key, options) => {
      checkRange(options?.range, { location, key });
      const member = await find(key, options);
      if (member === undefined) return undefined;
      const { start, end } = resolveRange(options?.range, member.length);
      if (end === start) return new Uint8Array(0);
      const range = { offset: member.offset + start, length: end - start };
      const bytes = await source.read(range, { signal: options?.signal });
      if (bytes?.byteLength === range.length) return source.fresh === true ? bytes : bytes.slice();
      throw new HyperslabError("invalid-data", `the archive ends before byte ${range.offset + range.length}`, {
        location,
        key,
      });
    },
    head: async (key, options) => {
      const member = await find(key, options);
      return member && { size: member.length };
    },
    list: async function* (prefix, options) {
      checkPrefix(prefix);
      const { tree, members } = await contents(options);
      for (const key of tree.list(prefix)) {
        options?.signal?.throwIfAborted();
        yield { key, size: members.get(key)!.length };
      }
    },
    listDirectory: async (prefix, options) => {
      checkPrefix(prefix);
      return (await contents(options)).tree.listDirectory(prefix);
    },
    keyOfMember: async (name, options) => {
      checkKey(name);
      const { members, top } = await contents(options);
      return memberKey(name, top, (key) => members.has(key));
    },
    partOf: async (key, options) => {
      const member = await find(key, options);
      return member && { offset: member.offset, length: member.length };
    },
  };
}

async function load(source: ByteSource, location: string, topFolder: string | undefined): Promise<Contents> {
  const all = await readMembers(source, { location });
  const found = (): string =>
    findTopFolder((see) => {
      for (const name of all.keys()) {
        const bytes = encodeUtf8(name);
        if (!see(bytes, 0, bytes.byteLength)) return;
      }
    });
  const top = topFolder ?? found();
  const start = top === "" ? "" : `${top}/`;
  const members = new Map<string, TarMember>();
  for (const [name, member] of all) {
    if (!name.endsWith("/") && name.startsWith(start)) members.set(name.slice(start.length), member);
  }
  return { members, tree: keyTree(members.keys()), top };
}
