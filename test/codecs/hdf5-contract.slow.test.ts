/**
 * HDF5's own filters, which no document of Zarr names, through the contract. szip and ZFP are only read: what h5py wrote by them is
 * in fixtures/hdf5.
 */
import { type DataType, isFixedSize } from "../../src/model/data-types/data-type.ts";
import { describeCodec } from "../contracts/codec-contract.ts";

const isInteger = ({ kind }: DataType): boolean => kind === "integer";

describeCodec("hdf5.lzf", { configurations: () => [{}], accepts: () => true, refused: [{ level: 1 }], exact: false });

describeCodec("hdf5.blosc2", {
  configurations: () => [{}],
  accepts: () => true,
  refused: [{ level: 1 }],
  loose: () => true,
  exact: false,
});

describeCodec("hdf5.nbit", {
  // Bytes of any element are integers of one byte, too.
  configurations: (_, { itemSize = 1 }) => [
    { size: 1, precision: 8, offset: 0, endian: "little" },
    ...(itemSize <= 16 ? [{ size: itemSize, precision: itemSize * 8, offset: 0, endian: "little" }] : []),
    ...(itemSize <= 16 ? [{ size: itemSize, precision: itemSize * 8, offset: 0, endian: "big" }] : []),
    { element: [4, itemSize] },
    { element: [2, itemSize, 1, 1, 1, 8, 0] },
    ...(itemSize > 1 ? [{ element: [3, itemSize, 2, 0, 1, 1, 0, 8, 0, 1, 4, itemSize - 1] }] : []),
  ],
  accepts: isFixedSize,
  refused: [
    {},
    { element: [] },
    { element: [1, 4, 0, 33, 0] },
    { element: [1, 4, 0, 8, 25] },
    { element: [1, 0, 0, 8, 0] },
    { element: [1, 4, 0] },
    { element: [2, 7, 1, 2, 0, 16, 0] },
    { element: [3, 4, 1, 2, 1, 4, 0, 32, 0] },
    { element: [3, 4, 2, 0, 4, 2] },
    { element: [5, 4] },
    { element: [4, -1] },
    { element: new Array(200).fill([2, 4]).flat() },
    { size: 4, precision: 33, offset: 0, endian: "little" },
    { size: 4, precision: 8, offset: 25, endian: "little" },
    { size: 17, precision: 8, offset: 0, endian: "little" },
    { size: 2, precision: 8, offset: 0, endian: "middle" },
    { size: 2, precision: 8, offset: 0, endian: "little", element: [4, 2] },
  ],
  exact: false,
});

describeCodec("hdf5.scaleoffset", {
  configurations: (_, { itemSize = 1 }) => [
    { size: 1, kind: "integer", decimals: 0, endian: "little" },
    ...(itemSize <= 8
      ? [
          { size: itemSize, kind: "integer", decimals: 0, endian: "little" },
          { size: itemSize, kind: "integer", decimals: 0, endian: "big" },
        ]
      : []),
  ],
  accepts: isFixedSize,
  refused: [
    {},
    { size: 9, kind: "integer", decimals: 0, endian: "little" },
    { size: 4, kind: "text", decimals: 0, endian: "little" },
    { size: 4, kind: "integer", decimals: 0.5, endian: "little" },
  ],
  exact: false,
});

describeCodec("hdf5.bits", {
  configurations: (_, { itemSize = 1 }) => [{ offset: 0, precision: itemSize * 8 }],
  accepts: isInteger,
  refused: [{}, { offset: 64, precision: 1 }, { offset: 1, precision: 64 }, { offset: 0, precision: 0 }],
  exact: false,
});
