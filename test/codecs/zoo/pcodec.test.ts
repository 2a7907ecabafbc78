/** What pcodec 1.0 added: dictionaries and convolutions; and files that lie. */
import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { bindPipeline } from "../../../src/codecs/pipeline/pipeline.ts";
import { isHyperslabError } from "../../../src/errors.ts";
import { vectorsOf } from "../../contracts/codec-contract.ts";
import { decode, elementsOf, named, specs, typeOf } from "../samples.ts";

describe("files of pcodec 1.0", () => {
  test.each(vectorsOf("pcodec-1"))("$name", async ({ data_type, shape, codecs, encoded, elements }) => {
    const pipeline = await bindPipeline(specs(...codecs), typeOf(named(data_type), shape));
    const found = elementsOf(decode(pipeline, new Uint8Array(Buffer.from(encoded!, "base64")))!);
    if (typeof elements === "string") expect(found).toBe(Buffer.from(elements, "base64").toString("hex"));
    else {
      const bytes = Buffer.from(String(found), "hex");
      expect({ length: bytes.length, sha256: createHash("sha256").update(bytes).digest("hex") }).toEqual(elements);
    }
  });
});

describe("pcodec files with false claims", () => {
  const refusal = async (hex: string, count = 1): Promise<string | undefined> => {
    const pipeline = await bindPipeline(specs({ name: "pcodec" }), typeOf(named("uint32"), [count]));
    try {
      decode(pipeline, new Uint8Array(Buffer.from(hex, "hex")));
      return undefined;
    } catch (error) {
      return isHyperslabError(error) ? error.what : String(error);
    }
  };

  test.each([
    ["another magic", "70636f22", /no pcodec file/],
    ["a later file version", "70636f2104", /file version 4/],
    ["a later format", "70636f21024005", /format version 5/],
    ["another count", "70636f21028102", /2 numbers are announced/],
    ["another type", "70636f2102400203000000", /numbers of type 3/],
    ["an unknown mode", "70636f21024002010000000500", /mode 5/],
    ["too many numbers", "70636f21024002010100000000", /more than the 1 numbers/],
    ["no numbers", "70636f2102400200", /0 numbers, expected 1/],
  ])("%s", async (_, hex, message) => {
    expect(await refusal(hex)).toMatch(message);
  });
});
