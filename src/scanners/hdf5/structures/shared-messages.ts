/**
 * Messages that several objects share: in the header of a committed datatype, or in a heap of the whole file (`SMTB`
 * table). Such a message is replaced by a version, a type and an address or heap id.
 */

import type { ByteCursor } from "../../../bytes/source/byte-cursor.ts";
import { HyperslabError } from "../../../errors.ts";
import type { Hdf5File } from "./file.ts";
import { FractalHeap } from "./fractal-heap.ts";
import { readObjectHeader } from "./object-header.ts";

const IN_HEAP = 1;
const SHARED_TABLE = 0x0f;
const WHAT = "the table of shared messages";

interface SharedIndex {
  /** One bit per type of message. */
  readonly types: number;
  readonly heap: number | undefined;
}

export class SharedMessages {
  readonly #file: Hdf5File;
  readonly #extension: number | undefined;
  #indexes: Promise<readonly SharedIndex[]> | undefined;
  readonly #heaps = new Map<number, Promise<FractalHeap>>();

  constructor(file: Hdf5File, extension: number | undefined) {
    this.#file = file;
    this.#extension = extension;
  }

  /** The data of the message of this type that a shared one refers to. */
  async resolve(type: number, cursor: ByteCursor): Promise<ByteCursor> {
    const file = this.#file;
    const version = cursor.u8();
    const kind = cursor.u8();
    if (version < 1 || version > 3) cursor.fail(`shared message version ${version}; 1 to 3 are known`, 2);
    if (version === 3 && kind === IN_HEAP) return this.inHeap(type, cursor.bytes(8));
    if (version === 1) cursor.skip(6);
    const address = file.needAddress(cursor, "a shared message");
    const { messages } = await readObjectHeader(file, address);
    const message = messages.find((each) => each.type === type);
    if (message === undefined) throw file.failure(`the object has no message of type ${type} to share`, address);
    if ((message.flags & 2) !== 0) throw file.failure("a shared message leads to another one", address);
    return file.cursorOver(message.data, message.address);
  }

  async inHeap(type: number, id: Uint8Array): Promise<ByteCursor> {
    const file = this.#file;
    this.#indexes ??= this.#readIndexes();
    const index = (await this.#indexes).find(({ types }) => (types & (1 << type)) !== 0);
    if (index?.heap === undefined) {
      throw new HyperslabError("invalid-data", `the file shares no messages of type ${type}`, file.facts.place);
    }
    let heap = this.#heaps.get(index.heap);
    if (heap === undefined) {
      heap = FractalHeap.open(file, index.heap);
      this.#heaps.set(index.heap, heap);
    }
    const { data, address } = await (await heap).object(id);
    return file.cursorOver(data, address);
  }

  async #readIndexes(): Promise<readonly SharedIndex[]> {
    const file = this.#file;
    if (this.#extension === undefined) return [];
    const { messages } = await readObjectHeader(file, this.#extension);
    const message = messages.find(({ type }) => type === SHARED_TABLE);
    if (message === undefined) return [];
    const cursor = file.cursorOver(message.data, message.address);
    cursor.skip(1);
    const address = file.needAddress(cursor, WHAT);
    const count = cursor.u8();
    const { offsetSize } = file.facts;
    // Version, kind, types(2), least size(4), cutoffs(2 + 2), messages(2), addresses of index and heap.
    const size = 14 + 2 * offsetSize;
    const table = await file.checked(address, 8 + count * size, "SMTB", WHAT);
    return Array.from({ length: count }, () => {
      table.skip(2);
      const types = table.u16();
      table.skip(10);
      file.address(table);
      return { types, heap: file.address(table) };
    });
  }
}
