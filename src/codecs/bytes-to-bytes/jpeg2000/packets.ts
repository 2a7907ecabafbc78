/**
 * Packets: the code-blocks to which a layer of a precinct adds bytes, in the order given by the header (ISO/IEC
 * 15444-1, annex B).
 */
import { lazyLimits } from "../../lazy-limits.ts";
import { broken } from "./broken.ts";
import { segmentPasses } from "./code-block.ts";
import type { Parameters } from "./codestream.ts";
import type { CodeBlock, Precinct, TileComponent } from "./tile.ts";

interface Place {
  readonly resolution: number;
  readonly component: number;
  readonly index: number;
  readonly precinct: Precinct;
  readonly style: number;
}

type Packet = Place & { readonly layer: number };

/** By progression: what changes slowest comes first. */
const ORDERS: readonly (readonly ((packet: Packet) => number)[])[] = (() => {
  const layer = (packet: Packet): number => packet.layer;
  const resolution = (packet: Packet): number => packet.resolution;
  const component = (packet: Packet): number => packet.component;
  const place = [(packet: Packet): number => packet.precinct.y, (packet: Packet): number => packet.precinct.x];
  const index = (packet: Packet): number => packet.index;
  return [
    [layer, resolution, component, index],
    [resolution, layer, component, index],
    [resolution, ...place, component, index, layer],
    [...place, component, resolution, index, layer],
    [component, ...place, resolution, index, layer],
  ];
})();

function packetsInOrder(components: readonly TileComponent[], { layers, progression }: Parameters): Packet[] {
  const order = ORDERS[progression];
  if (order === undefined) throw broken(`progression order ${progression}`);
  const places = components.flatMap(({ resolutions, coding }, component) =>
    resolutions.flatMap(({ precincts }, resolution) =>
      precincts.map((precinct, index): Place => ({ resolution, component, index, precinct, style: coding.style })),
    ),
  );
  if (lazyLimits.imagePackets.isExceededBy(places.length * layers)) throw broken(`${places.length * layers} packets`);
  const packets: Packet[] = [];
  for (let layer = 0; layer < layers; layer++) for (const place of places) packets.push({ ...place, layer });
  return packets.sort((a, b) => {
    for (const key of order) {
      const difference = key(a) - key(b);
      if (difference !== 0) return difference;
    }
    return 0;
  });
}

/** Bits of packet headers: 0xff is followed by a byte of seven bits. */
class HeaderBits {
  readonly #bytes: Uint8Array;
  at: number;
  #left = 0;
  #byte = 0;

  constructor(bytes: Uint8Array, at: number) {
    this.#bytes = bytes;
    this.at = at;
  }

  readonly bit = (): number => {
    if (this.#left === 0) {
      this.#left = this.#byte === 0xff ? 7 : 8;
      if (this.at >= this.#bytes.byteLength) throw broken("the header of a packet is truncated");
      this.#byte = this.#bytes[this.at++]!;
    }
    this.#left -= 1;
    return (this.#byte >> this.#left) & 1;
  };

  bits(count: number): number {
    let value = 0;
    for (let bit = 0; bit < count; bit++) value = value * 2 + this.bit();
    return value;
  }

  /** Moves to the next byte; a final 0xff is followed by one more. */
  finish(): void {
    if (this.#byte === 0xff) this.at += 1;
  }
}

/** Adds the bytes of all packets to their code-blocks. */
export function readPackets(data: Uint8Array, components: readonly TileComponent[], parameters: Parameters): void {
  let at = 0;
  const packets = packetsInOrder(components, parameters);
  for (const [number, packet] of packets.entries()) {
    if (at >= data.byteLength) throw broken(`a tile ends after ${number} of ${packets.length} packets`);
    at = readPacket(data, at, packet, parameters);
  }
}

const [PACKET_START, HEADER_END] = [0x91, 0x92];

function isMarker(data: Uint8Array, at: number, second: number): boolean {
  return at + 2 <= data.byteLength && data[at] === 0xff && data[at + 1] === second;
}

function readPacket(
  data: Uint8Array,
  start: number,
  { precinct, layer, style }: Packet,
  { hasPacketStarts, hasHeaderEnds }: Parameters,
): number {
  const bits = new HeaderBits(data, hasPacketStarts && isMarker(data, start, PACKET_START!) ? start + 6 : start);
  const found: { readonly segment: CodeBlock["segments"][number]; readonly length: number }[] = [];
  if (bits.bit() === 1) {
    for (const { blocks, width, inclusion, planes } of precinct.bands) {
      for (const [index, block] of blocks.entries()) {
        const [x, y] = [index % width, Math.floor(index / width)];
        if (block.isIncluded) {
          if (bits.bit() === 0) continue;
        } else {
          if (inclusion.read(x, y, layer + 1, bits.bit) > layer) continue;
          block.isIncluded = true;
          let limit = 1;
          while (planes.read(x, y, limit, bits.bit) === limit) limit += 1;
          block.emptyPlanes = limit - 1;
        }
        readLengths(bits, block, style, (segment, length) => found.push({ segment, length }));
      }
    }
  }
  bits.finish();
  let at = bits.at;
  if (hasHeaderEnds && isMarker(data, at, HEADER_END!)) at += 2;
  for (const { segment, length } of found) {
    if (at + length > data.byteLength)
      throw broken(`${length} bytes of a code-block, ${data.byteLength - at} are left`);
    segment.parts.push(data.subarray(at, at + length));
    at += length;
  }
  return at;
}

function readLengths(
  bits: HeaderBits,
  block: CodeBlock,
  style: number,
  add: (segment: CodeBlock["segments"][number], length: number) => void,
): void {
  let left = passCount(bits);
  while (bits.bit() === 1) block.lengthBits += 1;
  if (block.lengthBits > 32) throw broken(`lengths of ${block.lengthBits} bits`);
  while (left > 0) {
    let segment = block.segments[block.segments.length - 1];
    const first = block.passes - (segment?.passes ?? 0);
    const room = segment === undefined ? 0 : segmentPasses(first, style) - segment.passes;
    if (segment === undefined || room <= 0) {
      segment = { passes: 0, parts: [] };
      block.segments.push(segment);
    }
    const most = segment.passes === 0 ? segmentPasses(block.passes, style) : room;
    const passes = Math.min(left, most);
    const length = bits.bits(block.lengthBits + Math.floor(Math.log2(passes)));
    segment.passes += passes;
    block.passes += passes;
    left -= passes;
    add(segment, length);
  }
}

/** Table B.4. */
function passCount(bits: HeaderBits): number {
  if (bits.bit() === 0) return 1;
  if (bits.bit() === 0) return 2;
  const two = bits.bits(2);
  if (two < 3) return 3 + two;
  const five = bits.bits(5);
  return five < 31 ? 6 + five : 37 + bits.bits(7);
}
