/** hyperslab tour: the main job on embedded sample data, in a temporary folder. */
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { copy, openArray, openGroup, tree } from "../../index.ts";
import type { Command } from "../command.ts";
import { EXIT } from "../exit-codes.ts";
import { pictureLines } from "../output/picture.ts";
import type { Terminal } from "../output/terminal.ts";
import { SAMPLE_STORE } from "../sample-store.ts";
import { treeLines } from "./tree.ts";

export const tourCommand: Command = {
  usage: "tour [--keep]",
  description: "Unpacks sample data (Zarr v2), looks at it, converts it to sharded Zarr v3 and compares the two.",
  options: { keep: { type: "boolean", help: "Keep the folder with the sample data" } },
  examples: [["hyperslab tour --keep", "keep the sample data to continue with it"]],
  run: async ({ options, terminal }) => {
    const folder = await mkdtemp(join(tmpdir(), "hyperslab-tour-"));
    try {
      await walkThrough(folder, terminal);
    } finally {
      if (options["keep"] === true) await terminal.line(`\nThe sample data is in ${folder}`);
      else await rm(folder, { recursive: true, force: true });
    }
    return EXIT.ok;
  },
};

async function walkThrough(folder: string, terminal: Terminal): Promise<void> {
  const { style } = terminal;
  const step = (title: string, code: string): Promise<void> =>
    terminal.line(`\n${style.bold(title)}\n${style.dim(`  ${code}`)}`);
  const v2 = join(folder, "sample.zarr");
  const v3 = join(folder, "sharded.zarr");
  await unpack(v2);

  await step("1. Open: a Zarr v2 hierarchy, as zarr-python wrote it", `tree("sample.zarr")`);
  const report = await tree(v2);
  await terminal.line(`sample.zarr  ${report.title}`);
  for (const line of treeLines(report.root, "", style)) await terminal.line(line);

  await step("2. Read a slab: the first time step, every second row", `temperature.read({ time: 0, lat: "::2" })`);
  const temperature = await openArray(v2, { path: "temperature", dtype: "int16" });
  const slab = await temperature.read({ time: 0, lat: "::2" });
  const [rows, columns] = [slab.shape[0]!, slab.shape[1]!];
  for (const line of pictureLines({ values: slab.data, rows, columns }, terminal.color)) await terminal.line(line);
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
  const again = await sharded.read({ time: 0, lat: "::2" });
  const equal = again.data.every((value, index) => value === slab.data[index]);
  if (!equal) throw new Error("the converted array differs");
  await terminal.line(
    `${temperature.gridShape.reduce((a, b) => a * b)} chunks became ${sharded.gridShape.reduce((a, b) => a * b)} shard of ` +
      `${sharded.shards?.join(" x ")} with chunks of ${sharded.chunks?.join(" x ")}; every value is ${style.green("equal")}`,
  );

  await step("4. Write: an element, then read it back", `array.write([0, 0, 0], 1234); array.item([0, 0, 0])`);
  await sharded.write([0, 0, 0], 1234);
  await terminal.line(`item([0, 0, 0]) is ${await sharded.item([0, 0, 0])}`);

  await terminal.line(`\n${style.bold("Try next")}`);
  await terminal.line("  npx hyperslab tour --keep                       keep the sample data, then:");
  await terminal.line("  npx hyperslab FOLDER/sample.zarr                what is in it");
  await terminal.line("  npx hyperslab dump 'FOLDER/sample.zarr::lat'    values as text");
  await terminal.line("  npx hyperslab copy FOLDER/sample.zarr out.zarr --format zarr3 --shards auto");
  await terminal.line("  npx hyperslab --help                            all commands");
}

async function unpack(folder: string): Promise<void> {
  for (const [key, text] of Object.entries(SAMPLE_STORE)) {
    const file = join(folder, key);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, Buffer.from(text, "base64"));
  }
}
