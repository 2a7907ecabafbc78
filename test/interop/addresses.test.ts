/** One address, two readers: what TensorStore, fsspec and netCDF-C take, Hyperslab takes for the same place. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { pythonOf } from "../../scripts/peers/environments.mjs";
import { parseLocation } from "../../src/dataset/open/location.ts";
import { openZip } from "../../src/dataset/open/open-zip.ts";
import { create, openArray, openStore } from "../../src/index.ts";
import { printLocation } from "../../src/stores/location/location.ts";
import { pattern } from "../contracts/store-contract.ts";

const scratch = mkdtempSync(join(tmpdir(), "hyperslab-address-interop-"));
afterAll(() => rmSync(scratch, { recursive: true }));

/** Runs Python with `given` as JSON; what it prints is JSON too. */
function python(environment: "zarr3" | "addresses", program: string, given: unknown): unknown {
  const script = `import json, sys\ngiven = json.loads(sys.argv[1])\n${program}`;
  const answer = execFileSync(pythonOf(environment), ["-c", script, JSON.stringify(given)], { encoding: "utf8" });
  return JSON.parse(answer);
}

/** The folder's name has what addresses must escape. */
const folder = join(scratch, "odd | #1 ä");
const archive = join(folder, "outer.zip");
const url = pathToFileURL(archive).href.replaceAll("|", "%7C");

beforeAll(async () => {
  mkdirSync(folder);
  const inner = join(scratch, "inner.zip");
  const array = await create(`${pathToFileURL(inner).href}::g/a b`, { data: Int16Array.of(1, 2, 3), codecs: ["gzip"] });
  await array.close();
  const outer = await openZip(archive);
  await outer.set!("deep/inner.zip", readFileSync(inner));
  await create(outer, { path: "t", data: Float32Array.of(1.5, 2.5) });
  await outer.close();
});

describe("TensorStore's URL pipelines", () => {
  const addresses = [
    "file:///tmp/x.zip|zip:a%20b/c",
    "file:///tmp/a%7Cb%23c",
    "file:///tmp/%E6%97%A5/x.zip|zip:|zip:inner",
    "s3://bucket/k%20y+z|zip:",
    "s3://bucket/a/b",
    "gs://my-bucket/a%25b/c",
    "memory://abc/d",
  ];

  test("name the same places", () => {
    const program = `import tensorstore as ts
print(json.dumps([ts.KvStore.Spec(address).to_json() for address in given]))`;
    expect(addresses.map((address) => kvStoreOf(address))).toEqual(python("zarr3", program, addresses));
  });

  test("read arrays in archives by the very same address", async () => {
    const pipelines = [`${url}|zip:t`, `${url}|zip:|zarr3:t`, `${url}|zip:deep/inner.zip|zip:g/a%20b|zarr3:`];
    const program = `import tensorstore as ts
print(json.dumps([ts.open(address).result().read().result().tolist() for address in given]))`;
    const ours: number[][] = [];
    for (const address of pipelines) ours.push(Array.from(numbersOf((await (await openArray(address)).read()).data)));
    expect(ours).toEqual([
      [1.5, 2.5],
      [1.5, 2.5],
      [1, 2, 3],
    ]);
    expect(python("zarr3", program, pipelines)).toEqual(ours);
    expect(
      python(
        "zarr3",
        program,
        pipelines.map((address) => absolute(printLocation(parseLocation(address)))),
      ),
    ).toEqual(ours);
  });

  /** TensorStore wants a scheme before every path. */
  function absolute(address: string): string {
    return address.startsWith("/") ? `file://${address}` : address;
  }
});

/** A location in TensorStore's words. */
function kvStoreOf(address: string): unknown {
  const { base, steps } = parseLocation(address);
  const named = (path: string): object => (path === "" ? {} : { path });
  let store: object =
    base.scheme === "file" || base.scheme === "memory"
      ? { driver: base.scheme, path: base.path }
      : base.scheme === "s3" || base.scheme === "gs"
        ? { driver: base.scheme === "gs" ? "gcs" : "s3", bucket: base.bucket, ...named(base.key) }
        : {};
  for (const { name, path } of steps) store = { driver: name, base: store, ...named(path) };
  return store;
}

function numbersOf(data: unknown): Iterable<number> {
  if (data instanceof Int16Array || data instanceof Float32Array || data instanceof Int32Array) return data;
  throw new Error("other values");
}

test("fsspec's chains read the same bytes", async () => {
  const plain = join(scratch, "plain.zip");
  const store = await openZip(plain);
  await store.set!("d/x", pattern(1000));
  await store.set!("d/e f%20/y", pattern(10));
  await store.close();
  const nested = join(scratch, "nested.zip");
  const outer = await openZip(nested);
  await outer.set!("in/plain.zip", (await (await openStore(scratch)).get("plain.zip"))!);
  await outer.close();
  const chains: [folder: string, key: string][] = [
    [`zip://d::${plain}`, "x"],
    [`zip://d/e f%20::file://${plain}`, "y"],
    [`zip://d::simplecache::file://${plain}`, "x"],
    [`zip://d::zip://in/plain.zip::file://${nested}`, "x"],
  ];
  const program = `import fsspec
def read(folder, key):
    first, rest = folder.split("::", 1)
    with fsspec.open(first + "/" + key + "::" + rest) as file: return file.read().hex()
print(json.dumps([read(*chain) for chain in given]))`;
  const ours: string[] = [];
  for (const [address, key] of chains) {
    const value = await (await openStore(address)).get(key);
    ours.push(Buffer.from(value ?? []).toString("hex"));
  }
  expect(ours.map((hex) => hex.length)).toEqual([2000, 20, 2000, 2000]);
  expect(python("addresses", program, chains)).toEqual(ours);
});

describe("netCDF-C", () => {
  const written = [
    "file://{}/a.zarr#mode=nczarr,file",
    "file://{}/b.zarr#mode=zarr,file",
    "[mode=zarr,file]file://{}/c.zarr",
    "file://{}/d.zarr#zarr",
    "file://{}/e.zarr#mode=nczarr&mode=ZARR",
  ].map((address) => address.replace("{}", scratch));

  test("writes to addresses that are read here as they are", async () => {
    const program = `import netCDF4
for address in given:
    with netCDF4.Dataset(address, "w") as dataset:
        dataset.createDimension("x", 3)
        dataset.createVariable("t", "i4", ("x",))[:] = [1, 2, 3]
print("0")`;
    python("addresses", program, written);
    for (const address of written) {
      const array = await openArray(address, { path: "t" });
      expect([address, (await array.read()).data]).toEqual([address, Int32Array.of(1, 2, 3)]);
    }
  });

  test("reads what was written here at such an address", async () => {
    const addresses = ["file://{}/f.zarr#mode=zarr,file", "file://{}/g.zarr#mode=zarr"].map((address) =>
      address.replace("{}", scratch),
    );
    for (const address of addresses) {
      await create(address, { format: "zarr2" });
      const [place = "", mode = ""] = address.split("#");
      const node = `${place}::t#${mode}`;
      await create(node, { format: "zarr2", data: Int32Array.of(4, 5), dims: ["x"], codecs: [], fillValue: 0 });
    }
    const program = `import netCDF4
def read(address):
    with netCDF4.Dataset(address) as dataset: return dataset["t"][:].tolist()
print(json.dumps([read(address) for address in given]))`;
    expect(python("addresses", program, addresses)).toEqual([
      [4, 5],
      [4, 5],
    ]);
  });
});
