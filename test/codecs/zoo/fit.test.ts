/** What the codecs refuse to write or read, and what they make of fill values. */
import { describe, expect, test } from "vitest";
import { bindPipeline } from "../../../src/codecs/pipeline/pipeline.ts";
import { codecEntry } from "../../../src/codecs/registry.ts";
import { isHyperslabError } from "../../../src/errors.ts";
import { chunkOf } from "../../../src/model/lattice/copy.ts";
import { elementToScalar, scalarToElement } from "../../../src/model/values/element.ts";
import { typedToBytes } from "../../../src/model/values/typed-to-bytes.ts";
import { decode, named, type PlainSpec, specs, typeOf } from "../samples.ts";

const LITTLE = { name: "bytes", configuration: { endian: "little" } };

async function encode(codec: PlainSpec, type: string, values: readonly unknown[], fill: unknown = 0) {
  const dataType = named(type);
  const chunkType = typeOf(dataType, [values.length], scalarToElement(dataType, fill));
  const pipeline = await bindPipeline(specs(codec, LITTLE), chunkType);
  return { pipeline, bytes: pipeline.encode(chunkOf(dataType, [values.length], typedToBytes(dataType, values))) };
}

async function read(codec: PlainSpec, type: string, count: number, hex: string) {
  const pipeline = await bindPipeline(specs(codec, LITTLE), typeOf(named(type), [count]));
  return decode(pipeline, new Uint8Array(Buffer.from(hex, "hex")))!;
}

const delta = (dtype: string, astype: string) => ({ name: "delta", configuration: { dtype, astype } });
const scaled = (configuration: object) => ({
  name: "fixedscaleoffset",
  configuration: { scale: 10, offset: 0, ...configuration },
});

describe("values that do not fit are refused, not changed", () => {
  test.each<[string, PlainSpec, string, readonly unknown[]]>([
    ["a difference", delta("<i4", "|i1"), "int32", [0, 1, 200]],
    ["a scaled value", scaled({ astype: "|u1" }), "float64", [1, 25.6]],
    ["a negative value", scaled({ astype: "|u1" }), "float64", [-1]],
    ["a NaN as an integer", scaled({ astype: "<i2" }), "float32", [1, Number.NaN]],
    ["an infinity as an integer", scaled({ astype: "<i8" }), "float32", [Number.POSITIVE_INFINITY]],
    ["a product beyond its type", scaled({ astype: "|i1" }), "int8", [1, 100]],
    ["a 64-bit product", scaled({ astype: "<i8" }), "int64", [2n ** 62n]],
    ["an overflow to infinity", { name: "quantize", configuration: { digits: 3 } }, "float32", [3e38]],
    ["a wide integer", { name: "astype", configuration: { encode_dtype: "<i2" } }, "int32", [1, 40_000]],
    ["a double beyond float32", { name: "astype", configuration: { encode_dtype: "<f4" } }, "float64", [1e39]],
    ["a product of scale_offset", { name: "scale_offset", configuration: { scale: 3 } }, "uint8", [1, 100]],
    ["a value of cast_value", { name: "cast_value", configuration: { data_type: "int8" } }, "float32", [127.5]],
    ["a NaN of cast_value", { name: "cast_value", configuration: { data_type: "int8" } }, "float32", [Number.NaN]],
    ["a text without label", { name: "categorize", configuration: { labels: ["a"] } }, "U3", ["a", "b"]],
  ])("%s", async (_, codec, type, values) => {
    const fill = type === "U3" ? "" : 0;
    await expect(encode(codec, type, values, fill)).rejects.toSatisfy((error) => {
      return isHyperslabError(error, "invalid-request") && /\d|"b"/.test(error.what);
    });
  });
});

describe("the fill value", () => {
  test("may be a NaN where integers are stored, as chunks at the edge are padded with it", async () => {
    const { bytes } = await encode(scaled({ astype: "<i2" }), "float32", [1, Number.NaN], Number.NaN);
    expect(Buffer.from(bytes!).toString("hex")).toBe("0a000000");
  });

  test("goes through the codec like any element", async () => {
    const dataType = named("float64");
    const input = typeOf(dataType, [4], scalarToElement(dataType, 100));
    const load = await codecEntry("scale_offset").load();
    if (load.kind !== "array-to-array") throw new Error("wrong kind");
    const [spec] = specs({ name: "scale_offset", configuration: { offset: 96, scale: 4 } });
    const { jsonView } = await import("../../../src/bytes/json/view.ts");
    const none = () => Promise.reject(new Error("no inner codecs"));
    const context = { bindPipeline: none, bindCounted: none };
    const bound = await load.bind(load.parse(jsonView(spec!.configuration)), input, context);
    expect(elementToScalar(dataType, bound.output.fillValue)).toBe(16);
  });

  test("that cast_value cannot encode is refused when it is bound", async () => {
    const cast = { name: "cast_value", configuration: { data_type: "int8" } };
    await expect(encode(cast, "float32", [1], Number.NaN)).rejects.toMatchObject({ place: { codec: "cast_value" } });
  });
});

describe("stored elements that no encoder wrote", () => {
  test.each<[string, PlainSpec, string, number, string]>([
    ["a label beyond the last", { name: "categorize", configuration: { labels: ["a"] } }, "U3", 2, "0002"],
    ["a product that is no multiple", { name: "scale_offset", configuration: { scale: 3 } }, "int16", 1, "0400"],
    ["a result beyond its type", scaled({ scale: 0.001, astype: "<i4" }), "int16", 1, "ffffff7f"],
    ["a NaN in a type of integers", { name: "astype", configuration: { encode_dtype: "<f4" } }, "int8", 1, "0000c07f"],
    ["a count of unused bits", { name: "numcodecs.packbits" }, "bool", 3, "0400"],
    ["a value of cast_value", { name: "cast_value", configuration: { data_type: "int16" } }, "int8", 1, "0001"],
  ])("%s is invalid", async (_, codec, type, count, hex) => {
    await expect(read(codec, type, count, hex)).rejects.toSatisfy((error) => isHyperslabError(error, "invalid-data"));
  });
});

describe("bitround", () => {
  const rounded = async (keepbits: number, type: string, hex: string) => {
    const dataType = named(type);
    const bytes = new Uint8Array(Buffer.from(hex, "hex"));
    const shape = [bytes.byteLength / dataType.itemSize!];
    const pipeline = await bindPipeline(
      specs({ name: "bitround", configuration: { keepbits } }, LITTLE),
      typeOf(dataType, shape),
    );
    return Buffer.from(pipeline.encode(chunkOf(dataType, shape, bytes))!).toString("hex");
  };

  test("keeps a NaN a NaN, where plain rounding would make a number of it", async () => {
    expect(await rounded(0, "float32", "0000c07f")).toBe("0000c07f");
    expect(await rounded(0, "float32", "ffffffff")).toBe("ffffffff");
    expect(await rounded(3, "float32", "0100807f")).toBe("0100c07f");
    expect(await rounded(3, "float64", "010000000000f07f")).toBe("010000000000f87f");
    expect(await rounded(0, "float64", "000000000000f8ff")).toBe("000000000000f8ff");
  });

  test("keeps bits of integers from the highest one on, ties to even, and stays inside the type", async () => {
    expect(await rounded(2, "uint8", "00010203040507090a0b0c0dff")).toBe("0001020304040808080c0c0cc0");
    expect(await rounded(3, "int16", "0d00feff")).toBe("0c0000e0");
    expect(await rounded(1, "uint64", "0300000000000000ffffffffffffffff")).toBe("04000000000000000000000000000080");
  });
});

describe("codecs that are never run", () => {
  test.each(["pickle", "numcodecs.pickle", "numcodecs.json"])("%s is refused with a reason and a way out", (name) => {
    expect(() => codecEntry(name)).toThrow(/is not run: .*Re-encode/);
  });
});
