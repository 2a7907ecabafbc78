// A full disk: writes and copies fail with a typed error, existing data stays, and once there is room again everything
// continues. Needs the right to mount a small file system.

import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { makeSource } from "./copies.mjs";
import { PROGRAM } from "./library.mjs";
import { expectEqualTrees, refuseBugs, refuseLeftovers, startProgram } from "./program.mjs";
import { drawVersioned, isAmong, versionOf, versionsIn, wholeObject } from "./versions.mjs";
import { orTyped, Wrong } from "./wrong.mjs";

export const name = "full-disk";
export const weight = 1;

const PAGE = 4096;

export async function run(context) {
  const { folder, random, counts, tell } = context;
  const disk = `${folder}/disk`;
  mkdirSync(disk);
  const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", "size=4m", "tmpfs", disk], { encoding: "utf8" });
  if (mounted.status !== 0) {
    counts["skipped (no right to mount)"] += 1;
    tell(`cannot mount: ${mounted.stderr ?? mounted.error}`);
    return;
  }
  try {
    await (random.often(60) ? writes(context, disk) : copies(context, disk));
  } finally {
    spawnSync("umount", ["-l", disk]);
  }
}

/** Leaves `pages` pages free. */
function fillUp(disk, pages) {
  const { bavail, bsize } = statfsSync(disk);
  writeFileSync(`${disk}/filler`, Buffer.alloc(Math.max(0, bavail * bsize - pages * PAGE)));
}

async function writes(context, disk) {
  const { random, library, tell, counts } = context;
  const layout = drawVersioned(random);
  tell(`${JSON.stringify(layout)} on a full disk`);
  const array = await library.create(`${disk}/array`, layout.options);
  const state = { ...context, layout, array, disk, latest: new Array(layout.objects).fill([0]) };
  await writeVersions(state, 1, layout.objects, true);
  fillUp(disk, random.below(4));
  await writeVersions(state, layout.objects + 1, 20, false);
  counts.writes += 20;
  await expectLatest(state);
  rmSync(`${disk}/filler`);
  await writeVersions(state, 21, 20 + layout.objects, true);
  await expectLatest(state);
  const left = readdirSync(disk, { recursive: true }).filter((path) => path.endsWith(".partial"));
  if (left.length > 0) throw new Wrong(`left over: ${left.join(", ")}`);
}

async function writeVersions(state, from, to, room) {
  const { layout, array, latest, counts } = state;
  for (let version = from; version <= to; version++) {
    const object = version % layout.objects;
    const { error } = await orTyped(() => array.write(wholeObject(layout, object), versionOf(layout, object, version)));
    if (error === undefined) latest[object] = [version];
    else if (room) throw new Wrong(`with room on the disk: ${error.message}`);
    else {
      counts.refused += 1;
      latest[object] = [...latest[object], version];
    }
  }
}

/** Each object is of the last version that was written, or of a later one that was refused. */
async function expectLatest({ library, disk, layout, array, latest }) {
  const part = [
    { start: 0, stop: layout.objects * layout.rows },
    { start: 0, stop: layout.columns },
  ];
  for (const handle of [array, await library.openArray(`${disk}/array`)]) {
    const { data } = await handle.read();
    for (const [object, seen] of versionsIn(layout, part, data, "after a full disk")) {
      if (isAmong(layout, seen, latest[object])) continue;
      throw new Wrong(`after a full disk object ${object} is of version ${seen}, not ${latest[object].join(" or ")}`);
    }
  }
}

/** A copy to a full disk fails; with room it is resumed. */
async function copies(context, disk) {
  const { random, library, folder, limits, tinyProgram, tell, counts } = context;
  const source = `${folder}/source.zarr`;
  await makeSource(context, source, 1);
  const target = random.pick(["target.zarr", "target.zip"]);
  const program = limits === "tiny" ? tinyProgram : PROGRAM;
  const given = ["copy", source, `${disk}/${target}`, ...random.pick([[], ["--codec", "none"]])];
  tell(given.join(" "));
  fillUp(disk, random.below(12));
  const outcome = await startProgram(program, given).ended;
  refuseBugs(outcome, "the copy to a full disk");
  counts.copies += 1;
  rmSync(`${disk}/filler`);
  const again = await startProgram(program, [...given, "--resume"]).ended;
  refuseBugs(again, "the resumed copy");
  if (again.code !== 0) throw new Wrong(`the resumed copy ended with ${again.code}: ${again.said}`);
  await expectEqualTrees(library, source, `${disk}/${target}`, "the resumed copy");
  refuseLeftovers(disk, [target]);
}
