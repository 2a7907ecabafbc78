/** What Hyperslab writes is opened by the real peers and compares equal to the bit. */

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { fixedBytes } from "../../src/dataset/array/fixed-bytes.ts";
import { create, NdArray, open } from "../../src/index.ts";
import { type Peer, type PeerName, startPeer } from "./peer.ts";
import { type WriteCase, writeCases } from "./write-cases.ts";

const folder = mkdtempSync(join(tmpdir(), "hyperslab-interop-"));
const peers = (["zarr", "zarr2", "tensorstore", "zarrs"] as const).map(startPeer);
const compared = new Map<string, Map<PeerName, string>>();

afterAll(() => {
  for (const peer of peers) peer.close();
  rmSync(folder, { recursive: true, force: true });
  if (process.env["UPDATE_DOCS"] !== undefined) writeFileSync("docs/interop.md", table());
});

function table(): string {
  const names = peers.map(({ name }) => name);
  const rows = [...compared].map(
    ([name, results]) => `| ${name} | ${names.map((peer) => results.get(peer) ?? "").join(" | ")} |`,
  );
  return [
    "# What was compared",
    "",
    "Each row is an array that Hyperslab wrote; each column a peer that opened it and read the same values to the bit.",
    "`npm run test:interop` proves it; `UPDATE_DOCS=1 npm run test:interop` writes this page. zarr = zarr-python 3.1.6,",
    "zarr2 = zarr-python 2.18.7 (v2 only), tensorstore = TensorStore 0.1.86, zarrs = zarrs-python 0.2.3.",
    "",
    `| array | ${names.join(" | ")} |`,
    `|---|${names.map(() => "---").join("|")}|`,
    ...rows,
    "",
  ].join("\n");
}

describe.each(writeCases().map((given) => [given.name, given] as const))("%s", (_, given) => {
  const path = join(folder, given.name);
  const written = write(given, path);

  it.each(peers.map((peer) => [peer.name, peer] as const))("%s reads it", async (_, peer) => {
    const array = await written;
    const note = (text: string): void => {
      const row = compared.get(given.name) ?? new Map<PeerName, string>();
      compared.set(given.name, row.set(peer.name, text));
    };
    const reason = peer.name === "zarr2" && given.options.format !== "zarr2" ? "v2 only" : given.not?.[peer.name];
    if (reason !== undefined) return note(`- (${reason})`);
    await compare(array, peer, path);
    note("equal");
  });
});

async function write(given: WriteCase, path: string): Promise<NdArray> {
  const array = await create(path, given.options);
  const { value } = given;
  if (value !== undefined)
    await array.write(undefined, {
      data: Array.from({ length: array.size }, (_, i) => value(i)).flat(array.dataType.kind === "complex" ? 1 : 0),
      shape: array.shape,
    });
  const again = await open(path);
  return again instanceof NdArray ? again : expect.fail("no array");
}

async function compare(array: NdArray, peer: Peer, path: string): Promise<void> {
  const answer = await peer.read(path);
  expect(answer.error).toBeUndefined();
  expect(answer.shape).toEqual(array.shape);
  expect(answer.dtype).toBe(array.dtype);
  expect(answer.values).toEqual(await valuesOf(array));
  if (answer.attributes !== undefined && peer.name !== "tensorstore") {
    const { _ARRAY_DIMENSIONS: _, ...attributes } = Object(answer.attributes);
    expect(attributes).toEqual(array.attributes);
  }
}

async function valuesOf(array: NdArray): Promise<unknown> {
  if (array.dataType.itemSize === undefined) return [...(await array.read()).data];
  return Buffer.from(fixedBytes((await array.read(undefined, { as: "bytes" })).data)).toString("base64");
}
