/** What documents know of codecs agrees with the codecs themselves, in every spelling. */
import { expect, it } from "vitest";
import { codecKind, knownCodecs } from "../../src/codecs/registry.ts";
import { codecPlace, knownPlace, neutralName } from "../../src/formats/spelling/codec-kind.ts";

const spellings = knownCodecs().flatMap(({ name, aliases = [], kind }) =>
  [name, ...aliases].map((spelling) => [spelling, kind] as const),
);

it.each(spellings)("places %s as %s", (spelling, kind) => {
  expect(codecPlace(neutralName(spelling))).toBe(kind);
  expect(codecKind(neutralName(spelling))).toBe(kind);
});

it("leaves names alone that it does not know", () => {
  expect(neutralName("example.codec")).toBe("example.codec");
  expect(knownPlace("example.codec")).toBeUndefined();
});
