/**
 * Object headers: the messages that describe a group, a dataset or a committed type.
 *
 *     version 1  01 00 messages(2) references(4) length(4) 0(4), then per message type(2) length(2) flags(1) 0(3) data
 *     version 2  OHDR 02 flags [times(16)] [attribute limits(4)] length(1, 2, 4 or 8), then per message
 *                type(1) length(2) flags(1) [creation order(2)] data; a checksum at the end of each part
 *
 * A header may continue elsewhere, as given by a continuation message.
 */
import type { ByteCursor } from "../../../bytes/source/byte-cursor.ts";
import { HyperslabError } from "../../../errors.ts";
import { type Hdf5File, unsigned } from "./file.ts";

export interface HeaderMessage {
  readonly type: number;
  readonly flags: number;
  readonly data: Uint8Array;
  /** Where the data lie. */
  readonly address: number;
  /** The creation order of messages, if that is recorded. */
  readonly order: number | undefined;
}

export interface ObjectHeader {
  readonly address: number;
  readonly version: number;
  readonly messages: readonly HeaderMessage[];
  /** Whether attributes are numbered in creation order. */
  readonly ordersAttributes: boolean;
}

const CONTINUATION = 0x10;
/** The last type of message that HDF5 defines, and the flag of messages that a reader must know to understand the object. */
const [LAST_TYPE, MUST_BE_KNOWN] = [0x18, 0x80] as const;
/** Bytes that are read at once to determine the length of a header. */
const PREFIX_BYTES = 64;
/** More than any file has: HDF5 itself counts messages of version 1 with two bytes. */
const MOST_MESSAGES = 2 ** 18;
const MOST_CONTINUATIONS = 2 ** 16;

interface Part {
  readonly address: number;
  readonly length: number;
}

export async function readObjectHeader(file: Hdf5File, address: number): Promise<ObjectHeader> {
  const prefix = await file.bytesUpTo(address, PREFIX_BYTES);
  const isNew = prefix[0] === 0x4f && prefix[1] === 0x48 && prefix[2] === 0x44 && prefix[3] === 0x52;
  if (!isNew && prefix[0] !== 1) throw file.failure("expected an object header", address);
  return isNew ? readNew(file, address, prefix) : readOld(file, address, prefix);
}

async function readOld(file: Hdf5File, address: number, prefix: Uint8Array): Promise<ObjectHeader> {
  const head = file.cursorOver(prefix, address);
  head.skip(8);
  const length = head.u32();
  const messages = await readParts(file, { address: address + 16, length }, (cursor, part, add) => {
    while (cursor.remaining >= 8) {
      const type = cursor.u16();
      const size = cursor.u16();
      const flags = cursor.u8();
      cursor.skip(3);
      const at = part.address + cursor.offset;
      if (size > cursor.remaining) cursor.fail(`a message of ${size} bytes does not fit into its object header`);
      add({ type, flags, data: cursor.bytes(size), address: at, order: undefined });
    }
  });
  return { address, version: 1, messages, ordersAttributes: false };
}

async function readNew(file: Hdf5File, address: number, prefix: Uint8Array): Promise<ObjectHeader> {
  const head = file.cursorOver(prefix, address);
  head.skip(4);
  const version = head.u8();
  if (version !== 2) head.fail(`object header version ${version}, expected 2,`, 1);
  const flags = head.u8();
  if ((flags & 0x20) !== 0) head.skip(16);
  if ((flags & 0x10) !== 0) head.skip(4);
  const length = unsigned(head, 1 << (flags & 3));
  const ordered = (flags & 0x04) !== 0;
  const start = head.offset;
  const whole = await file.bytes(address, start + length + 4, "the object header");
  file.checkSum(whole, "the object header", address);
  const messages = await readParts(
    file,
    { address: address + start, length },
    (cursor, part, add) => {
      // Bytes that are too few for a message are a gap.
      while (cursor.remaining >= (ordered ? 6 : 4)) {
        const type = cursor.u8();
        const size = cursor.u16();
        const messageFlags = cursor.u8();
        const order = ordered ? cursor.u16() : undefined;
        const at = part.address + cursor.offset;
        if (size > cursor.remaining) cursor.fail(`a message of ${size} bytes does not fit into its object header`);
        add({ type, flags: messageFlags, data: cursor.bytes(size), address: at, order });
      }
    },
    async (part) => {
      const bytes = await file.bytes(part.address, part.length, "the continuation of an object header");
      const cursor = file.cursorOver(bytes, part.address);
      file.checkSignature(cursor, "OCHK", "the continuation of an object header", part.address);
      file.checkSum(bytes, "the continuation of an object header", part.address);
      return { address: part.address + 4, length: part.length - 8 };
    },
  );
  return { address, version, messages, ordersAttributes: ordered };
}

async function readParts(
  file: Hdf5File,
  first: Part,
  read: (cursor: ByteCursor, part: Part, add: (message: HeaderMessage) => void) => void,
  enter: (part: Part) => Promise<Part> | Part = (part) => part,
): Promise<readonly HeaderMessage[]> {
  const messages: HeaderMessage[] = [];
  const parts: Part[] = [first];
  const seen = new Set<number>();
  const add = (message: HeaderMessage): void => {
    if (messages.length >= MOST_MESSAGES) {
      throw file.failure(`the object header has more than ${MOST_MESSAGES} messages`, first.address);
    }
    if (message.type > LAST_TYPE && (message.flags & MUST_BE_KNOWN) !== 0) {
      const what = `an object needs messages of type ${message.type}, which are not known (byte ${file.facts.base + message.address})`;
      throw new HyperslabError("unsupported", what, file.facts.place);
    }
    if (message.type === CONTINUATION) {
      const cursor = file.cursorOver(message.data, message.address);
      parts.push({ address: file.needAddress(cursor, "the continuation of a header"), length: file.length(cursor) });
    } else if (message.type !== 0) messages.push(message);
  };
  for (let index = 0; index < parts.length; index++) {
    const given = parts[index]!;
    if (seen.has(given.address) || index > MOST_CONTINUATIONS) {
      throw file.failure("an object header is cyclic", given.address);
    }
    seen.add(given.address);
    if (index > 0 && given.length < 8)
      throw file.failure("the continuation of an object header is empty", given.address);
    const part = index === 0 ? given : await enter(given);
    const cursor = await file.cursor(part.address, part.length, "the object header");
    read(cursor, part, add);
  }
  return messages;
}
