/** Packed files by address: by their extension, or by a step where they have none, wherever they lie. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  append,
  copy,
  create,
  isHyperslabError,
  open,
  openArray,
  openStore,
  pack,
  packInfo,
  unpack,
} from "../../../src/index.ts";
import { runCli } from "../../cli/run-cli.ts";
import { failure } from "../../formats/bloscpack/failure.ts";
import { type ObjectServer, objectServer } from "../../stores/object-server.ts";
import { same, sampleBytes } from "./sample-bytes.ts";

const raw = sampleBytes(30_000);
let folder: string;
let server: ObjectServer;
const path = (name: string): string => join(folder, name);
const origin = (): string => server.origin;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "hyperslab-packed-address-"));
  writeFileSync(path("raw"), raw);
  await pack(path("raw"), path("x"), { chunkSize: "10K" });
  const packed = readFileSync(path("x"));
  await create(path("g.zarr"), {});
  for (const name of ["x.blp", "g.zarr/x", "g.zarr/x.blp", "odd name"]) writeFileSync(path(name), packed);
  const archive = await openStore(path("z.zip"));
  await archive.set!("in/x", packed);
  await archive.set!("in/x.blp", packed);
  await archive.close?.();
  const memory = await openStore("memory:packed-addresses");
  await memory.set!("dir/x", packed);
  server = await objectServer();
  for (const name of ["x", "x.blp", "odd name"]) server.values.set(name, packed);
  server.values.set("z.zip", readFileSync(path("z.zip")));
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

const places: readonly (readonly [string, () => string])[] = [
  ["a path", () => `${path("x")}|bloscpack:`],
  ["a path, by its first bytes", () => path("x")],
  ["a path, by its extension", () => `${path("x.blp")}`],
  ["a path with both", () => `${path("x.blp")}|bloscpack:`],
  ["a path with a blank", () => `${path("odd name")}|bloscpack:`],
  ["a file URL", () => `${pathToFileURL(path("x")).href}|bloscpack:`],
  ["a server", () => `${origin()}/x|bloscpack:`],
  ["a server, by its extension", () => `${origin()}/x.blp`],
  ["a server, with an escape", () => `${origin()}/odd%20name|bloscpack:`],
  ["a server, with a query", () => `${origin()}/x?signature=abc|bloscpack:`],
  ["a memory store", () => "memory:packed-addresses/dir/x|bloscpack:"],
  ["a group's directory", () => `${path("g.zarr/x")}|bloscpack:`],
  ["an archive", () => `${path("z.zip")}|zip:in/x|bloscpack:`],
  ["an archive, by its extension", () => `${path("z.zip")}|zip:in/x.blp`],
  ["an archive on a server", () => `${origin()}/z.zip|zip:in/x|bloscpack:`],
];

describe.each(places)("%s", (_, address) => {
  it("opens, is shown, copied and unpacked", async () => {
    const array = await openArray(address());
    expect([array.path, array.shape]).toEqual(["", [raw.length]]);
    expect(same((await array.read("12345:12395", { as: "uint8" })).data, raw.subarray(12_345, 12_395))).toBe(true);
    expect((await packInfo(address())).header).toMatchObject({ nchunks: 3, chunk_size: 10_240 });
    const { bytesOut } = await unpack(address(), path("out"), { overwrite: true });
    expect(bytesOut).toBe(raw.length);
    expect(same(readFileSync(path("out")), raw)).toBe(true);
    await copy(address(), path("out.zarr"), { overwrite: true });
    expect(same((await (await openArray(path("out.zarr"))).read(undefined, { as: "uint8" })).data, raw)).toBe(true);
  });
});

describe("with the step", () => {
  it("a file inside of a group's directory is found by its first bytes and by its extension too", async () => {
    for (const name of ["g.zarr/x", "g.zarr/x.blp"]) expect((await openArray(path(name))).shape).toEqual([raw.length]);
    expect((await open(path("g.zarr"))).kind).toBe("group");
  });

  it("files are made, packed and appended to", async () => {
    const made = await create(`${path("made")}|bloscpack:`, { shape: [3], dtype: "int16" });
    await made.write(undefined, Int16Array.of(1, 2, 3));
    expect(readFileSync(path("made")).subarray(0, 4).toString()).toBe("blpk");
    expect((await (await openArray(path("made"))).read()).data).toEqual(Int16Array.of(1, 2, 3));
    await pack(path("raw"), `${path("grown")}|bloscpack:`);
    await append(`${path("grown")}|bloscpack:`, path("raw"));
    expect((await openArray(path("grown"))).shape).toEqual([2 * raw.length]);
  });

  it("a path with another bar in it is a path", async () => {
    await pack(path("raw"), path("a|b.blp"));
    expect((await packInfo(path("a|b.blp"))).header.nchunks).toBe(1);
  });

  it("a place without a file says so, and one without the step how to write it", async () => {
    for (const address of [`${origin()}/none|bloscpack:`, `${path("none")}|bloscpack:`, `${origin()}/none.blp`]) {
      const error = await failure(() => openArray(address));
      expect([error.code, error.what]).toEqual(["not-found", "there is no such file"]);
      expect((await failure(() => packInfo(address))).code).toBe("not-found");
    }
    const error = await failure(() => packInfo(`${origin()}/x`));
    expect([error.code, error.hint]).toEqual(["invalid-request", expect.stringContaining("|bloscpack:")]);
  });

  it("nothing is written to a server or into an archive", async () => {
    for (const address of [`${origin()}/y.blp`, `${path("z.zip")}|zip:y.blp`, "s3://bucket/y.blp"]) {
      for (const run of [() => pack(path("raw"), address), () => append(address, path("raw"))]) {
        const error = await run().catch((caught: unknown) => caught);
        expect(isHyperslabError(error, "unsupported"), address).toBe(true);
      }
    }
  });

  it("the commands take it for the extension", async () => {
    const out = path("cli-out");
    expect((await runCli(["unpack", `${origin()}/x|bloscpack:`, out])).code).toBe(0);
    expect(same(readFileSync(out), raw)).toBe(true);
    expect((await runCli(["unpack", `${origin()}/x|bloscpack:`])).code).toBe(2);
    expect((await runCli(["unpack", `${path("odd name")}|bloscpack:`, out, "-f"])).code).toBe(0);
    expect((await runCli(["bloscpack", "info", `${origin()}/x|bloscpack:`])).stdout).toContain(
      "blpk: BloscpackHeader:",
    );
    expect((await runCli(["info", `${origin()}/x|bloscpack:`])).stdout).toContain("Bloscpack v3");
    expect((await runCli(["pack", path("raw"), path("cli-packed")])).code).toBe(0);
    expect((await runCli(["append", `${path("cli-packed")}|bloscpack:`, path("raw")])).code).toBe(0);
    expect((await openArray(path("cli-packed"))).shape).toEqual([2 * raw.length]);
  });
});
