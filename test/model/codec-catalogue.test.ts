/** Every spelling of a codec leads to the one name that nodes have for it. */
import { describe, expect, it } from "vitest";
import {
  allCodecs,
  codecKind,
  codecName,
  codecNameOfV2,
  codecV2Id,
} from "../../src/model/codec-catalogue/catalogue.ts";

const spellings = [...allCodecs()].flatMap(({ name, aliases = [], kind }) =>
  [name, ...aliases].map((spelling) => [spelling, name, kind] as const),
);

it.each(spellings)("takes %s for %s, %s", (spelling, name, kind) => {
  expect(codecName(spelling)).toBe(name);
  expect(codecKind(spelling)).toBe(kind);
});

describe("ids of Zarr v2", () => {
  it.each([...allCodecs()].map(({ name }) => [name, codecV2Id(name)] as const).filter(([, id]) => id !== undefined))(
    "%s is %s",
    (name, id) => {
      expect(codecNameOfV2(id!)).toBe(name);
    },
  );

  it("distinguish the two packbits", () => {
    expect(codecNameOfV2("packbits")).toBe("numcodecs.packbits");
    expect(codecV2Id("packbits")).toBeUndefined();
  });

  it("of unknown codecs are their names", () => {
    expect(codecNameOfV2("example")).toBe("example");
    expect(codecV2Id("numcodecs.example")).toBe("example");
    expect(codecKind("numcodecs.example")).toBe("bytes-to-bytes");
  });
});

it("leaves unknown names alone", () => {
  expect(codecName("example.codec")).toBe("example.codec");
  expect(codecKind("example.codec")).toBeUndefined();
  expect(codecV2Id("example.codec")).toBe("example.codec");
});

it("knows the kind of codecs that are refused", () => {
  expect(codecKind("numcodecs.pickle")).toBe("array-to-bytes");
  expect(codecKind("n5_default")).toBe("array-to-bytes");
});
