/** Links of new-style groups: `01 flags [type] [creation order(8)] [character set] length of name, name, target`. */
import type { ByteCursor } from "../../../bytes/source/byte-cursor.ts";
import { decodeNetcdfText } from "../../../model/netcdf/text.ts";
import { type Hdf5File, textOf, unsigned } from "../structures/file.ts";

export type LinkTarget =
  | { readonly kind: "hard"; readonly address: number }
  | { readonly kind: "soft"; readonly path: string }
  | { readonly kind: "external"; readonly file: string; readonly path: string }
  | { readonly kind: "user"; readonly type: number };

export interface Link {
  readonly name: string;
  readonly order: number | undefined;
  readonly target: LinkTarget;
}

const EXTERNAL = 64;

export function parseLink(file: Hdf5File, cursor: ByteCursor): Link {
  const version = cursor.u8();
  if (version !== 1) return cursor.fail(`link version ${version}, expected 1,`, 1);
  const flags = cursor.u8();
  const type = (flags & 8) === 0 ? 0 : cursor.u8();
  const order = (flags & 4) === 0 ? undefined : cursor.i64Number();
  if ((flags & 16) !== 0) cursor.skip(1);
  const name = decodeNetcdfText(cursor.bytes(unsigned(cursor, 1 << (flags & 3))));
  return { name, order, target: parseTarget(file, cursor, type) };
}

function parseTarget(file: Hdf5File, cursor: ByteCursor, type: number): LinkTarget {
  if (type === 0) return { kind: "hard", address: file.needAddress(cursor, "a link") };
  const data = cursor.bytes(cursor.u16());
  if (type === 1) return { kind: "soft", path: textOf(data) };
  if (type !== EXTERNAL) return { kind: "user", type };
  const end = data.indexOf(0, 1);
  return { kind: "external", file: textOf(data.subarray(1)), path: textOf(data.subarray(end + 1)) };
}
