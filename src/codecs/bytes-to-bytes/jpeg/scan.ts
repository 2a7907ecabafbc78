/** A scan of a JPEG image: blocks of coefficients, of one component or of several in turn. */
import { type Component, type Frame, type Tables, ZIGZAG } from "./frame.ts";
import { brokenJpeg, type HuffmanTable, ScanBits } from "./huffman.ts";
import { inverseDct } from "./idct.ts";

interface ScanComponent {
  readonly component: Component;
  readonly dc: HuffmanTable;
  readonly ac: HuffmanTable;
  readonly quantization: Uint16Array;
  last: number;
}

/** Returns where the scan ends. */
export function readScan(bytes: Uint8Array, at: number, segment: Uint8Array, frame: Frame, tables: Tables): number {
  const count = segment[0] ?? 0;
  if (count < 1 || segment.byteLength < 4 + 2 * count) throw brokenJpeg("the header of a scan is truncated");
  const parts = Array.from({ length: count }, (_, index): ScanComponent => {
    const component = frame.components.find(({ id }) => id === segment[1 + 2 * index]);
    const numbers = segment[2 + 2 * index]!;
    const [dc, ac] = [tables.huffman.get(numbers >> 4), tables.huffman.get(16 + (numbers & 15))];
    const quantization = component && tables.quantization.get(component.quantization);
    if (component === undefined || dc === undefined || ac === undefined || quantization === undefined) {
      throw brokenJpeg("a scan refers to a missing component or table");
    }
    component.isRead = true;
    return { component, dc, ac, quantization, last: 0 };
  });
  const bits = new ScanBits(bytes, at);
  const coefficients = new Int32Array(64);
  const block = (part: ScanComponent, x: number, y: number): void => {
    readBlock(bits, part, coefficients);
    inverseDct(coefficients, part.component.bytes, y * 8 * part.component.stride + x * 8, part.component.stride);
  };
  const only = parts.length === 1 ? parts[0] : undefined;
  // One component alone has no padding to whole units.
  const across = only ? Math.ceil(only.component.width / 8) : Math.ceil(frame.width / (8 * frame.mostAcross));
  const down = only ? Math.ceil(only.component.height / 8) : Math.ceil(frame.height / (8 * frame.mostDown));
  for (let unit = 0; unit < across * down; unit++) {
    if (tables.restartInterval > 0 && unit > 0 && unit % tables.restartInterval === 0) {
      bits.restart(unit / tables.restartInterval - 1);
      for (const part of parts) part.last = 0;
    }
    const [column, row] = [unit % across, Math.floor(unit / across)];
    if (only !== undefined) block(only, column, row);
    else {
      for (const part of parts) {
        const { across: h, down: v } = part.component;
        for (let y = 0; y < v; y++) for (let x = 0; x < h; x++) block(part, column * h + x, row * v + y);
      }
    }
  }
  return bits.at;
}

function readBlock(bits: ScanBits, part: ScanComponent, coefficients: Int32Array): void {
  const { dc, ac, quantization } = part;
  coefficients.fill(0);
  const size = bits.symbol(dc);
  if (size > 11) throw brokenJpeg(`a difference of ${size} bits`);
  part.last += bits.signed(size);
  coefficients[0] = part.last * quantization[0]!;
  for (let index = 1; index < 64; index++) {
    const symbol = bits.symbol(ac);
    const [run, length] = [symbol >> 4, symbol & 15];
    if (length === 0) {
      if (run < 15) return;
      index += 15;
      continue;
    }
    index += run;
    if (index > 63) throw brokenJpeg("a block has more than 64 coefficients");
    const place = ZIGZAG[index]!;
    coefficients[place] = bits.signed(length) * quantization[place]!;
  }
}
