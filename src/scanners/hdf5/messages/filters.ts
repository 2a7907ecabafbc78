/** Filter pipelines: `01 count 0(6)` or `02 count`, then per filter its id, name, flags and parameters. */
import type { ByteCursor } from "../../../bytes/source/byte-cursor.ts";
import { textOf } from "../structures/file.ts";

export interface Hdf5Filter {
  readonly id: number;
  readonly name: string;
  readonly parameters: readonly number[];
}

/** Masks of chunks have a bit per filter. */
const MOST_FILTERS = 32;
const FIRST_NAMED = 256;

export function parseFilters(cursor: ByteCursor): readonly Hdf5Filter[] {
  const version = cursor.u8();
  const count = cursor.u8();
  if (version !== 1 && version !== 2) return cursor.fail(`filter pipeline version ${version}; 1 and 2 are known`, 2);
  if (count > MOST_FILTERS) return cursor.fail(`a pipeline of ${count} filters; at most 32 are possible`, 1);
  if (version === 1) cursor.skip(6);
  return Array.from({ length: count }, () => {
    const id = cursor.u16();
    const nameLength = version === 1 || id >= FIRST_NAMED ? cursor.u16() : 0;
    cursor.skip(2);
    const parameterCount = cursor.u16();
    const name = textOf(cursor.bytes(version === 1 ? nameLength + (-nameLength & 7) : nameLength));
    const parameters = Array.from({ length: parameterCount }, () => cursor.u32());
    if (version === 1 && parameterCount % 2 === 1) cursor.skip(4);
    return { id, name, parameters };
  });
}
