/** Frames with dictionaries, made by libzstd: scripts/fixtures/zstd_dictionary.py. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { loadZstdDictionary } from "../../src/codecs/kernels/zstd/kernel.ts";

interface Fixture {
  readonly dictionaries: Readonly<Record<"trained" | "raw" | "other", string>>;
  readonly contents: readonly (string | { readonly sha256: string; readonly length: number })[];
  readonly frames: readonly {
    readonly dictionary: "trained" | "raw";
    readonly content: number;
    readonly frame: string;
  }[];
}

const fixture = JSON.parse(
  readFileSync(new URL("../../fixtures/zstd/dictionary.json", import.meta.url), "utf8"),
) as Fixture;
const bytesOf = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, "base64"));
const LONG = 2 ** 20;

describe("Zstandard with dictionaries", () => {
  it.each(["trained", "raw"] as const)("decodes what libzstd compressed with a %s one", async (name) => {
    const decode = await loadZstdDictionary(bytesOf(fixture.dictionaries[name]));
    let count = 0;
    for (const { frame, content: index } of fixture.frames.filter(({ dictionary }) => dictionary === name)) {
      const content = fixture.contents[index]!;
      const decoded = decode(bytesOf(frame), LONG);
      if (typeof content === "string") expect(Buffer.from(decoded).toString("base64")).toBe(content);
      else expect(createHash("sha256").update(decoded).digest("hex")).toBe(content.sha256);
      count += 1;
    }
    expect(count).toBeGreaterThan(60);
  });

  it("refuses more than is expected, another dictionary, and cut frames", async () => {
    const decode = await loadZstdDictionary(bytesOf(fixture.dictionaries.trained));
    const other = await loadZstdDictionary(bytesOf(fixture.dictionaries.other));
    const { frame, content: index } = fixture.frames[0]!;
    const [bytes, { length }] = [bytesOf(frame), bytesOf(fixture.contents[index] as string)];
    expect(decode(bytes, length).byteLength).toBe(length);
    expect(() => decode(bytes, length - 1)).toThrow(/more than the/);
    expect(() => other(bytes, length)).toThrow("the zstd frame needs a dictionary");
    expect(() => decode(new Uint8Array(0), length)).toThrow("truncated");
    for (let end = 1; end < bytes.byteLength; end++) expect(() => decode(bytes.subarray(0, end), length)).toThrow();
    // Nothing of a failed call stays behind.
    expect(Buffer.from(decode(bytes, length)).toString("base64")).toBe(fixture.contents[index]);
  });

  it("refuses a dictionary that is cut off", async () => {
    const whole = bytesOf(fixture.dictionaries.trained);
    // From eight bytes on it says what it is.
    for (const end of [8, 9, 30, 50]) await expect(loadZstdDictionary(whole.subarray(0, end))).rejects.toThrow();
    const lying = whole.slice();
    for (let at = 8; at < 200; at++) lying[at] = 255;
    await expect(loadZstdDictionary(lying)).rejects.toThrow();
  });
});
