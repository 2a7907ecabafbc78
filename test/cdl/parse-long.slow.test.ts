/** Cut and very long CDL: refused or read, and soon. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { parseCdl } from "../../src/cdl/parse/parse.ts";
import { unpack } from "../fixture-sets.ts";

it("a text that ends anywhere is refused, or is whole", () => {
  const folder = join(unpack("fixtures/nczarr/datasets.tar.gz"), "nczarr", "cdl");
  for (const name of readdirSync(folder)) {
    const text = readFileSync(join(folder, name));
    const end = text.lastIndexOf("}");
    for (let length = 0; length <= end; length += length < 2000 || end - length < 100 ? 1 : 17) {
      expect(() => parseCdl(text.subarray(0, length)), `${name} ${length}`).toThrow(/\(:\d+:\d+\)/);
    }
  }
});

it("100 MB without a line break are read", () => {
  const values = 10_000_000;
  const chunk = new TextEncoder().encode("12345678, ".repeat(1000));
  const head = new TextEncoder().encode("netcdf a { dimensions: t = UNLIMITED ; variables: int v(t) ; data: v = ");
  const text = new Uint8Array(head.length + (values / 1000) * chunk.length + 4);
  text.set(head);
  for (let i = 0; i < values / 1000; i++) text.set(chunk, head.length + i * chunk.length);
  text.set(new TextEncoder().encode("7; }"), text.length - 4);
  const data = parseCdl(text).values.get("v")!;
  expect([data.length, data[0], data.at(-1)]).toEqual([values + 1, 12345678, 7]);
  text[text.length - 4] = 0x3f;
  expect(() => parseCdl(text)).toThrow(`(:1:${text.length - 3})`);
});
