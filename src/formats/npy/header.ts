/**
 * The header of NumPy's .npy files, versions 1.0 to 3.0: `\x93NUMPY`, two version bytes, the header's length (u16; u32
 * from version 2.0 on), then a Python dict with `descr`, `fortran_order` and `shape`. Nothing in it is evaluated.
 */
import { jsonView } from "../../bytes/json/view.ts";
import { HyperslabError } from "../../errors.ts";
import { type FixedDataType, isFixedSize } from "../../model/data-types/data-type.ts";
import { formatLimits } from "../limits.ts";
import { NO_NOTES } from "../notes.ts";
import { type EndianOf, type NumpyType, parseNumpyType } from "../spelling/numpy-type.ts";
import { parsePythonLiteral } from "../spelling/python-literal.ts";

export interface NpyHeader {
  readonly dataType: FixedDataType;
  readonly endian: EndianOf;
  readonly shape: readonly number[];
  /** `F` means that the first dimension varies fastest. */
  readonly order: "C" | "F";
  /** Where the values begin. */
  readonly dataOffset: number;
}

/** Sequential bytes. */
interface Feed {
  /** The next bytes: as many as requested, or fewer at the end. */
  take(length: number): Promise<Uint8Array>;
}

export const NPY_MAGIC: Uint8Array = Uint8Array.of(0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59);

/** Reads the header and nothing after it. */
export async function readNpyHeader(feed: Feed): Promise<NpyHeader> {
  const start = await feed.take(8);
  if (start.byteLength < 8 || NPY_MAGIC.some((byte, at) => start[at] !== byte)) {
    throw new HyperslabError("invalid-data", "this is not a .npy file: it does not begin with \\x93NUMPY", {
      hint: "Name the form of the file: npy, csv or raw.",
    });
  }
  const version = start[6]!;
  if (version < 1 || version > 3) {
    throw new HyperslabError("unsupported", `version ${version}.${start[7]} of .npy files is not known`, {
      hint: "Versions 1.0 to 3.0 are read. Save the file again with a released NumPy.",
    });
  }
  const wide = version > 1;
  const size = await feed.take(wide ? 4 : 2);
  if (size.byteLength < (wide ? 4 : 2)) throw shortHeader();
  const view = new DataView(size.buffer, size.byteOffset);
  const length = wide ? view.getUint32(0, true) : view.getUint16(0, true);
  if (formatLimits.npyHeaderBytes.isExceededBy(length)) {
    throw new HyperslabError("invalid-data", `the header of the .npy file is ${length} bytes long`, {
      hint: `Headers of up to ${formatLimits.npyHeaderBytes.value} bytes are read.`,
    });
  }
  const bytes = await feed.take(length);
  if (bytes.byteLength < length) throw shortHeader();
  const dataOffset = start.byteLength + size.byteLength + length;
  return { ...parseHeader(new TextDecoder(version === 3 ? "utf-8" : "latin1").decode(bytes)), dataOffset };
}

/** Pickled objects: NumPy's only type whose elements are not bytes of fixed length. */
const OBJECTS: NumpyType = { dataType: { kind: "object", name: "object", itemSize: undefined }, endian: undefined };

function shortHeader(): HyperslabError {
  return new HyperslabError("invalid-data", "the .npy file ends in its header", { hint: "Was it copied completely?" });
}

function parseHeader(text: string): Omit<NpyHeader, "dataOffset"> {
  const dict = parsePythonLiteral(text.trim());
  if (dict === undefined) {
    throw new HyperslabError("invalid-data", "the header of the .npy file is not a dict of Python literals", {
      hint: `It begins with ${JSON.stringify(text.slice(0, 60))}.`,
    });
  }
  const view = jsonView(dict);
  const descr = view.required("descr");
  const { dataType, endian } =
    descr.node.type === "string" && descr.string() === "|O" ? OBJECTS : parseNumpyType(descr, NO_NOTES);
  if (!isFixedSize(dataType)) {
    throw new HyperslabError("unsupported", "the .npy file holds Python objects, which would have to be executed", {
      hint: "Save it with a type of fixed size: numbers, U or S strings, a struct.",
    });
  }
  return {
    dataType,
    endian,
    shape: view
      .required("shape")
      .items()
      .map((length) => length.integer(0)),
    order: view.required("fortran_order").boolean() ? "F" : "C",
  };
}
