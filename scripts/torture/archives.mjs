// A zip archive that other programs replace or overwrite while it is open: reads give one version or a typed error, and a
// new handle gives the new version.
import { copyFileSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { drawPart, drawVersioned, isAmong, versionOf, versionsIn, wholeObject } from "./versions.mjs";
import { orTyped, Wrong } from "./wrong.mjs";

export const name = "archives";
export const weight = 1;

const REPLACEMENTS = 6;
/** Systems stamp files every few milliseconds: two writes to one file are this far apart. */
const STAMP_MILLISECONDS = 15;

export async function run(context) {
  const { random, library, folder, tell, counts } = context;
  const layout = drawVersioned(random, { fills: false });
  tell(JSON.stringify(layout));
  for (let version = 1; version <= REPLACEMENTS; version++) await makeArchive(library, layout, folder, version);
  const place = `${folder}/array.zip`;
  copyFileSync(archiveOf(folder, 1), place);
  const handle = await library.openArray(place);
  const state = { ...context, layout };
  await expectVersion(state, handle, [1], "before");
  // The last version in each file that ever had this name: an open handle may stay with the file it opened.
  const files = [1];
  for (let version = 2; version <= REPLACEMENTS; version++) {
    const how = random.pick(["renamed", "overwritten"]);
    tell(`version ${version} ${how}`);
    const possible = [...files, version];
    const during = () => expectVersion(state, handle, possible, `the open handle while it is ${how}`, true);
    const reading = Promise.all([during(), during()]);
    reading.catch(() => undefined);
    await setTimeout(STAMP_MILLISECONDS);
    replace(how, archiveOf(folder, version), place);
    counts.replaced += 1;
    await reading;
    files.splice(how === "renamed" ? files.length : -1, 1, version);
    await expectVersion(state, handle, files, `the open handle after it was ${how}`, true);
    await expectVersion(state, await library.openArray(place), [version], `a new handle after it was ${how}`);
  }
}

function archiveOf(folder, version) {
  return `${folder}/version-${version}.zip`;
}

async function makeArchive(library, layout, folder, version) {
  const array = await library.create(archiveOf(folder, version), layout.options);
  for (let object = 0; object < layout.objects; object++) {
    await array.write(wholeObject(layout, object), versionOf(layout, object, version));
  }
  await array.close();
}

function replace(how, from, place) {
  if (how === "overwritten") writeFileSync(place, readFileSync(from));
  else {
    copyFileSync(from, `${place}.new`);
    renameSync(`${place}.new`, place);
  }
}

async function expectVersion({ layout, random, counts }, handle, versions, what, mayRefuse = false) {
  const part = drawPart(random, layout);
  const { value, error } = await orTyped(() => handle.read(part));
  counts.reads += 1;
  if (error !== undefined) {
    if (!mayRefuse) throw new Wrong(`${what}: ${error.message}`);
    counts.refused += 1;
    return;
  }
  for (const [object, seen] of versionsIn(layout, part, value.data, what)) {
    if (!isAmong(layout, seen, versions))
      throw new Wrong(`${what}: object ${object} is of version ${seen}, not ${versions}`);
  }
}
