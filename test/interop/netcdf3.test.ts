/** Files beyond 4 GiB, made by netCDF-C: offsets and sizes that do not fit 32 bits. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { pythonOf } from "../../scripts/peers/environments.mjs";
import { dumpBytes, openGroup } from "../../src/index.ts";
import { ensureNetcdfPrograms } from "./netcdf-programs.ts";

const folder = mkdtempSync(join(tmpdir(), "hyperslab-netcdf3-"));
beforeAll(ensureNetcdfPrograms);
afterAll(() => rmSync(folder, { recursive: true }));

// netCDF-C writes gigabytes for each.
it.runIf(process.env["HYPERSLAB_THOROUGH"] === "1").each(["NETCDF3_64BIT_OFFSET", "NETCDF3_64BIT_DATA"])(
  "%s",
  async (form) => {
    const path = join(folder, `${form}.nc`);
    const answer = execFileSync(pythonOf("files"), ["test/interop/netcdf3_peer.py", path, form], { encoding: "utf8" });
    const { name, shape } = JSON.parse(answer);
    expect(statSync(path).size).toBeGreaterThan(2 ** 31);
    const root = await openGroup(path);
    const large = await root.openArray(name);
    expect(large.shape).toEqual(shape);
    expect(Array.from((await large.read("2, -5:")).data as Float64Array)).toEqual([1, 2, 3, 4, 5]);
    expect(Array.from((await large.read("0, :3")).data as Float64Array)).toEqual([7, 8, 9]);
    expect((await (await root.openArray("after")).read()).data).toEqual(Int16Array.of(0, 1, 2, 3, 4, 5));
    expect((await (await root.openArray("other")).read()).data).toEqual(Float32Array.of(0.5, 1.5));
    const header: Uint8Array[] = [];
    for await (const piece of dumpBytes(path, { header: true })) header.push(piece);
    expect(Buffer.concat(header).toString()).toBe(execFileSync("ncdump", ["-h", path], { encoding: "utf8" }));
  },
);

const SCRIPT = `
import json, sys, base64, netCDF4, numpy as np

random = np.random.default_rng(int(sys.argv[2]))
path = sys.argv[1]
nc = netCDF4.Dataset(path, "w", format=sys.argv[3])
nc.createDimension("time", None)
nc.createDimension("x", int(random.integers(1, 9)))
nc.createDimension("y", int(random.integers(1, 5)))
records = int(random.integers(0, 6))
for number in range(int(random.integers(1, 7))):
    kind = random.choice(["i1", "i2", "i4", "f4", "f8"])
    dims = [name for name in ("time", "x", "y") if random.random() < 0.6]
    variable = nc.createVariable(f"v{number}", kind, dims)
    shape = [records if name == "time" else len(nc.dimensions[name]) for name in dims]
    if "time" not in dims or records > 0:
        variable[tuple(slice(0, length) for length in shape)] = random.integers(-100, 100, shape).astype(kind)
nc.close()
found = {}
with netCDF4.Dataset(path) as nc:
    nc.set_auto_maskandscale(False)
    for name, variable in nc.variables.items():
        data = np.asarray(variable[...])
        found[name] = [list(variable.shape), base64.b64encode(data.astype(data.dtype.newbyteorder("<")).tobytes()).decode()]
print(json.dumps(found))
`;

/** Datasets of each kind; 200 for a thorough run. */
const RUNS = process.env["HYPERSLAB_THOROUGH"] === "1" ? 200 : 2;

it.each(["NETCDF3_CLASSIC", "NETCDF3_64BIT_OFFSET", "NETCDF3_64BIT_DATA"])("random datasets: %s", async (form) => {
  for (let run = 0; run < RUNS; run++) {
    const path = join(folder, `random-${form}-${run}.nc`);
    const answer = execFileSync(pythonOf("files"), ["-c", SCRIPT, path, String(run), form], { encoding: "utf8" });
    const root = await openGroup(path);
    for (const [name, [shape, values]] of Object.entries<[number[], string]>(JSON.parse(answer))) {
      const array = await root.openArray(name);
      expect(array.shape, `${path}: ${name}`).toEqual(shape);
      const { data } = await array.read(undefined, { as: "bytes" });
      expect(Buffer.from(data as Uint8Array).toString("base64"), `${path}: ${name}`).toBe(values);
    }
    const text: Uint8Array[] = [];
    for await (const piece of dumpBytes(path)) text.push(piece);
    expect(Buffer.concat(text).toString()).toBe(execFileSync("ncdump", [path], { encoding: "utf8" }));
  }
});
