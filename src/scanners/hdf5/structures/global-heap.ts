/**
 * Global heaps hold variable-length values. A collection is `GCOL` 01 0(3) length, then objects: index(2) references(2)
 * 0(4) length, data. Heads and data are padded to 8 bytes. Index 0 is free space. An element refers to an object by
 * address and index.
 */

import type { ByteCursor } from "../../../bytes/source/byte-cursor.ts";
import { scannerLimits } from "../../limits.ts";
import { type Hdf5File, unsigned } from "./file.ts";

const WHAT = "the global heap";

export class GlobalHeap {
  readonly #file: Hdf5File;
  readonly #collections = new Map<number, Promise<ReadonlyMap<number, Uint8Array>>>();

  constructor(file: Hdf5File) {
    this.#file = file;
  }

  /** The object that the next bytes of a cursor point to: address, index(4). Undefined if they point nowhere. */
  async object(cursor: ByteCursor): Promise<Uint8Array | undefined> {
    const address = this.#file.address(cursor);
    const index = cursor.u32();
    return address === undefined || address === 0 ? undefined : this.at(address, index);
  }

  async at(address: number, index: number): Promise<Uint8Array> {
    const object = (await this.#collection(address)).get(index);
    if (object === undefined) throw this.#file.failure(`${WHAT} has no object ${index}`, address);
    return object;
  }

  #collection(address: number): Promise<ReadonlyMap<number, Uint8Array>> {
    const known = this.#collections.get(address);
    const collection = known ?? this.#read(address);
    if (known === undefined) {
      collection.catch(() => this.#collections.delete(address));
      this.#collections.set(address, collection);
      if (scannerLimits.keptCollections.isExceededBy(this.#collections.size)) {
        for (const oldest of this.#collections.keys()) {
          this.#collections.delete(oldest);
          break;
        }
      }
    }
    return collection;
  }

  async #read(address: number): Promise<ReadonlyMap<number, Uint8Array>> {
    const file = this.#file;
    const { lengthSize } = file.facts;
    const head = await file.signed(address, 8 + lengthSize, "GCOL", WHAT);
    head.skip(4);
    const length = file.length(head);
    const cursor = await file.cursor(address, length, WHAT);
    const padding = -lengthSize & 7;
    cursor.skip(8 + lengthSize + padding);
    const objects = new Map<number, Uint8Array>();
    while (cursor.remaining >= 8 + lengthSize + padding) {
      const index = cursor.u16();
      if (index === 0) break;
      cursor.skip(6);
      const size = unsigned(cursor, lengthSize);
      cursor.skip(padding);
      if (size > cursor.remaining) cursor.fail(`object ${index} of ${WHAT} has ${size} bytes, which do not fit`);
      objects.set(index, cursor.bytes(size));
      cursor.skip(Math.min(cursor.remaining, -size & 7));
    }
    return objects;
  }
}
