/** hyperslab tour: the main features on sample data, in a folder that is kept. */
import { mkdir, mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join, relative } from "node:path";
import { copy, dump, gen, makeReferences, openArray, openGroup, tree } from "../../../index.ts";
import type { Command } from "../../command.ts";
import { EXIT } from "../../exit-codes.ts";
import { pictureLines } from "../../output/picture.ts";
import type { Terminal } from "../../output/terminal.ts";
import { writeSample } from "../../sample.ts";
import { treeLines } from "../show/tree.ts";

export const tourCommand: Command = {
  usage: "tour",
  description:
    "Writes sample data (Zarr v2) to a new folder, looks at it, converts it to sharded Zarr v3 and compares the\n" +
    "two. Then makes a netCDF dataset from text, prints it, and reads the sample through references.",
  options: {},
  examples: [["hyperslab tour", "the folder is kept, and commands to try next are shown"]],
  run: async ({ terminal }) => {
    const folder = await newFolder();
    await walkThrough(folder, terminal);
    await showNextSteps(folder, terminal);
    return EXIT.ok;
  },
};

/** `hyperslab-tour`, with the first free number if necessary; in the temporary folder if the current one is not writable. */
async function newFolder(): Promise<string> {
  for (let number = 1; ; number++) {
    const name = number === 1 ? "hyperslab-tour" : `hyperslab-tour-${number}`;
    try {
      await mkdir(name);
      return name;
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) break;
    }
  }
  return mkdtemp(join(tmpdir(), "hyperslab-tour-"));
}

async function walkThrough(folder: string, terminal: Terminal): Promise<void> {
  const { style } = terminal;
  const step = (title: string, code: string): Promise<void> =>
    terminal.line(`\n${style.bold(title)}\n${style.dim(`  ${code}`)}`);
  const v2 = join(folder, "sample.zarr");
  const v3 = join(folder, "sharded.zarr");
  await writeSample(v2);

  await step("1. Open: a Zarr v2 hierarchy", `tree("sample.zarr")`);
  const report = await tree(v2);
  await terminal.line(`sample.zarr  ${report.title}`);
  for (const line of treeLines(report.root, "", style)) await terminal.line(line);

  await step("2. Read a slab: the first time step", "temperature.read({ time: 0 })");
  const temperature = await openArray(v2, { path: "temperature", dtype: "int16" });
  const slab = await temperature.read({ time: 0 });
  await showPicture(slab, temperature.attributes, terminal);
  await terminal.line(
    `${slab.data.constructor.name} of shape [${slab.shape.join(", ")}], dims ${slab.dims.join(", ")}`,
  );

  await step(
    "3. Convert to sharded Zarr v3, and compare what was written",
    `copy("sample.zarr", "sharded.zarr", { ... })`,
  );
  const layout = { chunks: { time: 1, lat: 18, lon: 36 }, shards: { time: 8, lat: 36, lon: 72 } };
  await copy(temperature, v3, { format: "zarr3", path: "temperature", ...layout, verify: true });
  for (const name of ["lat", "lon", "time"]) await copy(await openArray(v2, { path: name }), v3, { path: name });
  await (await openGroup(v3)).consolidate();
  const sharded = await openArray(v3, { path: "temperature", dtype: "int16" });
  const again = await sharded.read({ time: 0 });
  const equal = again.data.every((value, index) => value === slab.data[index]);
  if (!equal) throw new Error("the converted array differs");
  await terminal.line(
    `${temperature.gridShape.reduce((a, b) => a * b)} chunks became ${sharded.gridShape.reduce((a, b) => a * b)} shard of ` +
      `${sharded.shards?.join(" x ")} with chunks of ${sharded.chunks?.join(" x ")}; every value is ${style.green("equal")}`,
  );

  await step("4. Write: an element, then read it back", `array.write([0, 0, 0], 1234); array.item([0, 0, 0])`);
  await sharded.write([0, 0, 0], 1234);
  await terminal.line(`item([0, 0, 0]) is ${await sharded.item([0, 0, 0])}`);

  await step(
    "5. Make a netCDF dataset from text (NCZarr), and print it as ncdump does",
    `gen(CDL, "stations.zarr", ...)`,
  );
  await makeStations(join(folder, "stations.zarr"), terminal);

  await step(
    "6. Refer to the chunks instead of copying them (Kerchunk), and read through the references",
    `makeReferences("sample.zarr", "sample.json")`,
  );
  const set = join(folder, "sample.json");
  const { references, bytes } = await makeReferences(v2, set);
  const referred = await (await openArray(set, { path: "temperature", dtype: "int16" })).read({ time: 0 });
  if (!referred.data.every((value, index) => value === slab.data[index]))
    throw new Error("the references lead elsewhere");
  await terminal.line(
    `${references} references in ${bytes} bytes; every value read through them is ${style.green("equal")}`,
  );
}

const STATIONS = `netcdf stations {
dimensions:
	time = UNLIMITED ; // (3 currently)
	station = 2 ;
variables:
	double time(time) ;
		time:units = "hours since 2026-01-01" ;
	short t2m(time, station) ;
		t2m:units = "K" ;
		t2m:_FillValue = -1s ;

// global attributes:
		:title = "two stations" ;
data:

 time = 0, 6, 12 ;

 t2m =
  272, 281,
  _, 282,
  276, 284 ;
}
`;

/** The dataset is also plain Zarr, as any reader of Zarr v2 sees it. */
async function makeStations(path: string, terminal: Terminal): Promise<void> {
  await gen(STATIONS, path, { format: "nczarr" });
  let printed = "";
  for await (const lines of dump(path)) printed += `${lines}\n`;
  await terminal.line(printed.trimEnd());
  if (printed !== STATIONS) throw new Error("the dump differs from the text");
  const zarr = await openArray(path, { path: "t2m", format: "zarr2" });
  await terminal.line(
    `The dump is ${terminal.style.green("equal")} to the text. As Zarr v2: ${zarr.dtype} of shape [${zarr.shape.join(", ")}]`,
  );
}

/** Values are stored as integers; CF attributes say how to scale them. */
async function showPicture(
  slab: { readonly data: ArrayLike<number>; readonly shape: readonly number[] },
  attributes: Readonly<Record<string, unknown>>,
  terminal: Terminal,
): Promise<void> {
  const [scale, offset] = [Number(attributes["scale_factor"]), Number(attributes["add_offset"])];
  const field = {
    title: `${attributes["long_name"]} in ${attributes["units"]}, 2026-01-01 00:00, north at the top, from 0 to 360 degrees east`,
    units: String(attributes["units"]),
    values: Float64Array.from(slab.data, (value) => value * scale + offset),
    rows: slab.shape[0]!,
    columns: slab.shape[1]!,
  };
  for (const line of pictureLines(field, terminal.colors)) await terminal.line(line);
}

async function showNextSteps(folder: string, terminal: Terminal): Promise<void> {
  const program = programName();
  const sample = `${folder}/sample.zarr`;
  await terminal.line(`\nThe sample data is in ${folder}. Delete this folder when you no longer need it.`);
  await terminal.line(`\n${terminal.style.bold("Try next")}`);
  const steps = [
    [sample, "what is in it"],
    [`dump ${sample}::lat`, "values as text"],
    [`export ${sample}::temperature ${folder}/temperature.npy`, "a file for NumPy"],
    [`copy ${sample} ${folder}/copy.zarr --format zarr3 --shards auto`, "convert and verify"],
    ["--help", "all commands"],
  ] as const;
  for (const [words, meaning] of steps) await terminal.line(`  ${program} ${words}  # ${meaning}`);
}

/** The words that start this program again in the same folder. */
function programName(): string {
  const script = process.argv[1] ?? "";
  if (process.env["npm_command"] === "exec" || dirname(script).endsWith(join("node_modules", ".bin"))) {
    return "npx hyperslab";
  }
  if (basename(script) === "hyperslab") return "hyperslab";
  const path = relative("", script);
  return `node ${/^[\w./\\-]+$/.test(path) ? path : JSON.stringify(path)}`;
}
