/** xarray opens what gen writes, with the names, types, values and attributes of the text. */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { ensureEnvironment } from "../../scripts/peers/environments.mjs";
import { copy, create, gen } from "../../src/index.ts";
import { scratchFolder } from "../scratch-folder.ts";

const TEXT = `netcdf weather {
dimensions:
	time = UNLIMITED ;
	lat = 3 ;
variables:
	double time(time) ;
		time:units = "hours since 2026-01-01" ;
	float t(time, lat) ;
		t:units = "K" ;
		t:valid_range = 0.f, 400.f ;
	short packed(lat) ;
		packed:scale_factor = 0.5 ;
	int64 big(lat) ;
	int level ;
		level:long_name = "a scalar" ;
	:title = "weather" ;
data:
 time = 0, 6 ;
 t = 280.5, 281, 279, 270, 271.25, 272 ;
 packed = 1, -2, 3 ;
 big = 1, 9007199254740993, -3 ;
 level = 850 ;
group: deep {
variables:
	ubyte flag(lat) ;
data:
 flag = 0, 1, 255 ;
}
}
`;

const ROOT = {
  time: { dims: ["time"], dtype: "float64", values: [0, 6], attributes: { units: "hours since 2026-01-01" } },
  t: {
    dims: ["time", "lat"],
    dtype: "float32",
    values: [
      [280.5, 281, 279],
      [270, 271.25, 272],
    ],
    attributes: { units: "K", valid_range: [0, 400] },
  },
  packed: { dims: ["lat"], dtype: "int16", values: [1, -2, 3], attributes: { scale_factor: 0.5 } },
  big: { dims: ["lat"], dtype: "int64", values: [1, 9007199254740993n, -3], attributes: {} },
  level: { dims: [], dtype: "int32", values: 850, attributes: { long_name: "a scalar" } },
};
const DEEP = { flag: { dims: ["lat"], dtype: "uint8", values: [0, 1, 255], attributes: {} } };

/** Scalars of NCZarr are arrays of one element over a dimension that netCDF-C made up for xarray. */
const NCZARR_ROOT = { ...ROOT, level: { ...ROOT.level, dims: ["_scalar_"], values: [850] } };

let python = "";
beforeAll(() => {
  python = ensureEnvironment("xarray");
});

/** JSON would round the large integer, so it stays text on both sides. */
const bigAsText = (text: string): string => text.replace(/\b9007199254740993\b/, '"9007199254740993"');
const wanted = (variables: object): unknown =>
  JSON.parse(JSON.stringify(variables, (_, value) => (typeof value === "bigint" ? String(value) : value)));

function opened(path: string, group: string, way: string): { variables: object; attributes: Record<string, unknown> } {
  const { status, stdout, stderr } = spawnSync(python, ["test/interop/xarray_peer.py", path, group, way], {
    encoding: "utf8",
    timeout: 120_000,
  });
  expect(status, stderr).toBe(0);
  return JSON.parse(bigAsText(stdout));
}

/** What NCZarr puts among the attributes of Zarr, and netCDF-C hides. */
function withoutOwn(variables: object): unknown {
  return JSON.parse(JSON.stringify(variables), (name, value) => (name.startsWith("_nczarr_") ? undefined : value));
}

it.each([
  ["zarr3", "v3,zarr", "consolidated"],
  ["zarr3", "v3,zarr", "plain"],
  ["zarr2", "zarr", "consolidated"],
  ["zarr2", "zarr", "plain"],
  ["nczarr any", "nczarr", "consolidated"],
  ["nczarr any", "nczarr", "plain"],
])("%s, mode %s, %s", async (format, mode, way) => {
  const path = join(scratchFolder(), "weather.zarr");
  await gen(TEXT, `file:${path}#mode=${mode}${way === "consolidated" ? ",consolidated" : ""}`);
  const root = opened(path, "", way);
  expect(withoutOwn(root.variables)).toEqual(wanted(format === "nczarr any" ? NCZARR_ROOT : ROOT));
  expect(root.attributes["title"]).toBe("weather");
  expect(withoutOwn(opened(path, "deep", way).variables)).toEqual(wanted(DEEP));
});

const MASKED = `netcdf masked {
dimensions:
	x = 3 ;
variables:
	float f(x) ;
		f:_FillValue = -999.5f ;
	double d(x) ;
		d:_FillValue = 1.e+20 ;
	short i(x) ;
		i:_FillValue = -1s ;
	int64 n(x) ;
	int s ;
		s:_FillValue = 7 ;
	float scalar ;
		scalar:_FillValue = -1.f ;
data:
 f = 1.5, -999.5, 0 ;
 d = 1e20, 0, -2 ;
 i = -1, 0, 3 ;
 n = 0, 1, 2 ;
 s = 7 ;
 scalar = 2.5 ;
}
`;
const MEANT = { f: [1.5, null, 0], d: [null, 0, -2], i: [null, 0, 3], n: [0, 1, 2], s: [null], scalar: [2.5] };

function meant(paths: readonly string[]): unknown {
  const { status, stdout, stderr } = spawnSync(python, ["test/interop/xarray_masks_peer.py", ...paths], {
    encoding: "utf8",
    timeout: 120_000,
  });
  expect(status, stderr).toBe(0);
  return JSON.parse(stdout);
}

it("masks of what gen writes, of its copies, and of arrays that are created with the attribute alone", async () => {
  const formats = ["zarr3", "zarr2", "nczarr"];
  const generated: string[] = [];
  for (const format of formats) {
    const path = join(scratchFolder(), "masked.zarr");
    await gen(MASKED, path, { format });
    generated.push(path);
    for (const other of formats) {
      const target = join(scratchFolder(), "copy.zarr");
      await copy(path, target, { format: other, lossy: true });
      generated.push(target);
    }
  }
  const created: string[] = [];
  for (const format of ["zarr2", "nczarr"]) {
    const path = join(scratchFolder(), "made.zarr");
    const options = { format, shape: [3], dtype: "int16", dims: ["x"], chunks: [2] } as const;
    const array = await create(`${path}::v`, { ...options, attributes: { _FillValue: -9 } });
    await array.write("0:2", [0, -9]);
    created.push(path);
  }
  expect(meant([...generated, ...created])).toEqual([
    ...generated.map(() => MEANT),
    ...created.map(() => ({ v: [0, null, null] })),
  ]);
});
