/** The contract of codecs that are parts of raster formats and are read only: none encodes, none takes what it does not know. */
import { describe, expect, test } from "vitest";
import { bindPipeline } from "../../src/codecs/pipeline/pipeline.ts";
import { isHyperslabError } from "../../src/errors.ts";
import { allCodecs } from "../../src/model/codec-catalogue/catalogue.ts";
import type { DataType } from "../../src/model/data-types/data-type.ts";
import { structType } from "../../src/model/data-types/struct.ts";
import { noise } from "./kernels/guarded.ts";
import { decode, elementsOf, named, type PlainSpec, sampleChunk, specs, typeOf } from "./samples.ts";

interface Subject {
  readonly dataType: DataType;
  readonly configuration: object;
  /** It encodes as well. */
  readonly writes?: true;
}

const SUBJECTS: Readonly<Record<string, Subject>> = {
  grib: { dataType: named("float32"), configuration: {} },
  gribberish: { dataType: named("float64"), configuration: { var: "t" } },
  "gribscan.rawgrib": { dataType: named("float32"), configuration: {} },
  tiff: {
    dataType: named("uint16"),
    configuration: { kind: "uint", bits: 12, endian: "big", predictor: 1, samples: 1 },
  },
  "tiff.jpeg": { dataType: named("uint8"), configuration: { samples: 1, ycbcr: false } },
  "tiff.jpeg2000": { dataType: named("uint16"), configuration: { samples: 1 } },
  "tiff.lerc": { dataType: named("float32"), configuration: { samples: 1 } },
  "tiff.ccitt": {
    dataType: named("uint8"),
    configuration: { scheme: "g3", columns: 50, twoDimensional: true },
  },
  "tiff.lzw": { dataType: named("uint8"), configuration: {} },
  "tiff.packbits": { dataType: named("uint8"), configuration: {} },
  "tiff.fill-order": { dataType: named("uint8"), configuration: {}, writes: true },
  "fits.tile": { dataType: named("int32"), configuration: { compression: "RICE_1" } },
  "fits.ascii": {
    dataType: structType([{ name: "a", dataType: named("int32") }]),
    configuration: { row: 4, columns: [{ start: 0, width: 4, decimals: 0 }] },
  },
};

const SHAPE = [6, 7];
const LITTLE = { name: "bytes", configuration: { endian: "little" } };

function chainOf(name: string, configuration: object): PlainSpec[] {
  const isSerializer = [...allCodecs()].some((facts) => facts.name === name && facts.kind === "array-to-bytes");
  return isSerializer ? [{ name, configuration }] : [LITTLE, { name, configuration }];
}

test("every codec of a raster format is here", () => {
  const names = [...allCodecs()].filter(
    ({ name, kind }) => /^(grib|tiff|fits)/.test(name) && kind !== "array-to-array",
  );
  expect(Object.keys(SUBJECTS).sort()).toEqual(names.map(({ name }) => name).sort());
});

describe.each(Object.entries(SUBJECTS))("codec %s", (name, { dataType, configuration, writes }) => {
  const type = typeOf(dataType, SHAPE);

  test("refuses members that it does not know", async () => {
    const unknown = bindPipeline(specs(...chainOf(name, { ...configuration, colour: 1 })), type);
    await expect(unknown).rejects.toSatisfy((error) => isHyperslabError(error));
  });

  test(writes ? "gives back what it wrote" : "is read only", async () => {
    const pipeline = await bindPipeline(specs(...chainOf(name, configuration)), type);
    const chunk = sampleChunk(type, 1);
    if (writes) expect(elementsOf(decode(pipeline, pipeline.encode(chunk)!)!)).toEqual(elementsOf(chunk));
    else expect(() => pipeline.encode(chunk)).toThrow(expect.objectContaining({ code: "unsupported" }));
  });

  test("gives a whole chunk of any bytes, or says what is wrong", async () => {
    const pipeline = await bindPipeline(specs(...chainOf(name, configuration)), type);
    for (let seed = 0; seed < 200; seed++) {
      try {
        expect(decode(pipeline, noise(seed, seed))!.shape).toEqual(SHAPE);
      } catch (error) {
        if (!isHyperslabError(error)) throw error;
        expect(["invalid-data", "unsupported"]).toContain(error.code);
      }
    }
  });
});
