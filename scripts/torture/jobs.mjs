// What other processes do.
import { changeHierarchy } from "./hierarchy-changes.mjs";
import { drawsOf } from "./random.mjs";
import { versionOf, wholeObject } from "./versions.mjs";

/** Replaces whole objects by their next versions, in turn, and reports each one that is complete. */
async function writeVersions(library, { address, layout, from, to }, tell) {
  const array = await library.openArray(address);
  for (let version = from; version <= to; version++) {
    const object = version % layout.objects;
    await array.write(wholeObject(layout, object), versionOf(layout, object, version));
    tell({ completed: version });
  }
}

async function changeHierarchyAs(library, { address, agent, seed }, tell) {
  await changeHierarchy(library, { address, agent, random: drawsOf(`agent ${agent}`, seed), tell });
}

export const JOBS = { writeVersions, changeHierarchy: changeHierarchyAs };
