/** Metadata of the command line, there and back: what blpk stores of a file of JSON, and how it prints it. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runCli } from "../cli/run-cli.ts";
import { useBlpk } from "./blpk.ts";

const blpk = useBlpk();
let folder: string;
const path = (name: string): string => join(folder, name);

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "hyperslab-metadata-"));
  writeFileSync(path("raw"), "some bytes");
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const DOCUMENTS = [
  '{"b": [1, 2.5, null], "a": true}',
  "[9007199254740993, 123456789012345678901234567890, -0, -0.0, 0.0]",
  "[1.0, 1E5, 1e22, 1e16, 123456789012345680.0, 1e-7, 1e-5, 0.0001, 2.50, 5e-324, 1e400, NaN, -Infinity]",
  '{"b": 1, "a": 2, "b": 3, "10": 4, "9": 5, "__proto__": 6}',
  '"\\u2028 \\ud800 \\u007f \\u00a0 \\u200b \\u0085 h\u00e4nel \u2603 \u{1F600}"',
  '{"q": "it\'s", "r": "\\"", "s": "it\'s \\"so\\"", "t": "\\\\ \\t"}',
  `{"words": "${"word ".repeat(40)}", "one": "${"a".repeat(200)}", "lines": "${"a line of it\\r\\n".repeat(12)}"}`,
  `"${"a text by itself ".repeat(12)}"`,
  `{"a": {"b": {"c": ["${"deep down ".repeat(20)}", [${"1.5, ".repeat(40)} 2]]}}}`,
  `{"\u{1F600}": 1, "\uffff": 2, "\u00e9": ["${"\u00fc".repeat(95)}"]}`,
  "null",
  "[]",
  "{}",
  '""',
  "0",
  "0.0",
  "false",
];

describe.each(DOCUMENTS)("%s", (document) => {
  it("is stored and shown as by blpk", async () => {
    writeFileSync(path("meta.json"), document);
    const files = [path("theirs.blp"), path("ours.blp")] as const;
    expect((await blpk("-f", "-n", "1", "compress", "-m", path("meta.json"), path("raw"), files[0])).status).toBe(0);
    expect((await runCli(["pack", "-f", "-m", path("meta.json"), path("raw"), files[1]])).code).toBe(0);
    const [theirs, ours] = [readFileSync(files[0]), readFileSync(files[1])];
    // Serializer, checksum, codec and level, size and room; how long zlib's stream is depends on the zlib.
    expect(ours.subarray(0, 52).toString("hex")).toBe(theirs.subarray(0, 52).toString("hex"));
    for (const file of files) {
      expect((await runCli(["bloscpack", "info", file])).stdout).toBe((await blpk("info", file)).stdout);
      const shown = (await blpk("-f", "decompress", file, path("out"))).stdout;
      expect((await runCli(["unpack", "-f", file, path("out")])).stdout).toBe(shown);
    }
    // What is in ours is what is in theirs.
    const text = async (file: string): Promise<string> =>
      (await blpk("info", file)).stdout.replace(/.*meta_comp_size.*\n/, "");
    expect(await text(files[1])).toBe(await text(files[0]));
  });
});
