// Targets: the filters of HDF5 that no document of Zarr names, on chunks that peers stored by them (fixtures/codecs), with bytes
// damaged or fields of their headers changed.
import { readFileSync } from "node:fs";
import { fromPlain } from "../../dist/modules/bytes/json/make.js";
import { driveMemory } from "../../dist/modules/codecs/pipeline/drive.js";
import { bindPipeline } from "../../dist/modules/codecs/pipeline/pipeline.js";
import { dataTypeNamed } from "../../dist/modules/model/data-types/named.js";
import { filledChunk } from "../../dist/modules/model/grid/chunk.js";
import { wholeSelection } from "../../dist/modules/model/selection/axis-selection.js";
import { damage } from "./random.mjs";

const NAMES = ["hdf5.bits", "hdf5.blosc2", "hdf5.lzf", "hdf5.nbit", "hdf5.scaleoffset"];
/** Fields are changed in the first bytes: headers, the offsets of blocks, the first streams. */
const HEAD_BYTES = 256;
const ODD = [0, 1, 2, 3, 7, 8, 31, 32, 33, 127, 128, 255, 256, 65535, 2 ** 24, 2 ** 31 - 1, 2 ** 31, 2 ** 32 - 1];

export function hdf5FilterTargets() {
  return Object.fromEntries(NAMES.map((name) => [name, filterTarget(name)]));
}

function filterTarget(name) {
  let cases;
  return async (random) => {
    cases ??= await bound(name);
    const { encoded, pipeline } = random.pick(cases);
    const damaged = random.chance(2) ? changed(encoded, random) : damage(encoded, random, random.pick(cases).encoded);
    return {
      describe: () => ({ base64: Buffer.from(damaged).toString("base64"), shape: pipeline.type.shape }),
      run: () => [
        async () => {
          const { type } = pipeline;
          const target = filledChunk(type.dataType, type.shape, type.fillValue);
          driveMemory(pipeline.decode(wholeSelection(type.shape), target), damaged);
        },
      ],
    };
  };
}

function bound(name) {
  const path = new URL(`../../fixtures/codecs/${name}.json`, import.meta.url);
  const { cases } = JSON.parse(readFileSync(path, "utf8"));
  return Promise.all(
    cases.map(async ({ data_type, shape, fill_value, codecs, encoded }) => {
      const type = { dataType: dataTypeNamed(data_type), shape, fillValue: bytesOf(fill_value) };
      const specs = codecs.map((codec) => ({ name: codec.name, configuration: fromPlain(codec.configuration ?? {}) }));
      return { encoded: bytesOf(encoded), pipeline: await bindPipeline(specs, type) };
    }),
  );
}

function bytesOf(text) {
  return Uint8Array.from(Buffer.from(text, "base64"));
}

function changed(bytes, random) {
  const copy = bytes.slice();
  const view = new DataView(copy.buffer);
  for (let changes = random.below(3); changes >= 0; changes--) {
    const width = random.pick([1, 1, 2, 4]);
    if (copy.length < width) continue;
    const most = random.chance(3) ? copy.length : Math.min(copy.length, HEAD_BYTES);
    const at = random.below(Math.max(1, most - width + 1));
    const value = random.chance(3) ? random.bits() : random.chance(3) ? random.below(copy.length) : random.pick(ODD);
    const isLittle = random.chance(2);
    if (width === 4) view.setUint32(at, value >>> 0, isLittle);
    else if (width === 2) view.setUint16(at, value & 65535, isLittle);
    else copy[at] = random.chance(2) ? value & 255 : copy[at] ^ (1 << random.below(8));
  }
  return copy;
}
