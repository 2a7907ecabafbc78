/** What a commit says about itself: named values, MessagePack in version 1 of the format and FlexBuffers in version 2. */
import type { FlatBuffer, FlatVector } from "../../bytes/flatbuffers/flat-buffer.ts";
import { readFlexBuffer } from "../../bytes/flatbuffers/flex-buffer.ts";
import type { PlainJson } from "../../bytes/json/node.ts";
import { readMessagePack } from "../../bytes/message-pack.ts";
import { recordOf } from "../../bytes/plain-value.ts";
import { HyperslabError } from "../../errors.ts";

const ITEM = { name: 0, value: 1 } as const;

export type CommitMetadata = { readonly [name: string]: PlainJson };

export function readCommitMetadata(content: FlatBuffer, items: FlatVector, version: number): CommitMetadata {
  const entries: (readonly [string, PlainJson])[] = [];
  for (let i = 0; i < items.count; i++) {
    const item = content.tableIn(items, i);
    const name = content.text(item, ITEM.name);
    const value = content.bytes(item, ITEM.value);
    if (name === undefined || value === undefined) throw content.bad(item, "metadata without a name or a value");
    entries.push([name, version === 1 ? readMessagePack(value) : readFlexBuffer(value)]);
  }
  return recordOf(entries);
}

/** Microseconds since 1970; times beyond the range of JavaScript dates are refused. */
export function readTime(content: FlatBuffer, table: number, field: number): number {
  const micros = content.uint64(table, field);
  if (micros / 1000 <= 8.64e15) return micros;
  throw new HyperslabError("invalid-data", `a commit ${micros} microseconds after 1970`);
}
