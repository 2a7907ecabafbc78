/** Headers of Zstandard frames (RFC 8878, 3.1.1.1), for frames that tests put together. */
/** A frame header for content of this size, which may refer back `window` bytes. */
export function writeFrameHeader(contentSize: number, window: number, checksum: boolean): Uint8Array {
  const single = contentSize <= window;
  const flag =
    contentSize < 256 && single
      ? 0
      : contentSize < 256 + 65536 && contentSize >= 256
        ? 1
        : contentSize < 2 ** 32
          ? 2
          : 3;
  const contentBytes = flag === 0 ? 1 : [0, 2, 4, 8][flag]!;
  const header = new Uint8Array(5 + (single ? 0 : 1) + contentBytes);
  const view = new DataView(header.buffer);
  view.setUint32(0, 0xfd2fb528, true);
  header[4] = (flag << 6) | (single ? 0x20 : 0) | (checksum ? 4 : 0);
  // Windows are powers of two here.
  if (!single) header[5] = (Math.log2(window) - 10) << 3;
  const at = header.byteLength - contentBytes;
  if (flag === 0) view.setUint8(at, contentSize);
  else if (flag === 1) view.setUint16(at, contentSize - 256, true);
  else if (flag === 2) view.setUint32(at, contentSize, true);
  else view.setBigUint64(at, BigInt(contentSize), true);
  return header;
}
