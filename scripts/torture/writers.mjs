// Several writers in one process, each with parts of its own of the same chunks and shards; and two processes, each with
// objects of its own: whatever was written is there in the end.
import { startChild } from "./start-child.mjs";
import { drawVersioned, isAmong, versionOf, versionsIn, wholeObject } from "./versions.mjs";
import { Wrong } from "./wrong.mjs";

export const name = "writers";
export const weight = 1;

export async function run(context) {
  await (context.random.often(60) ? partsOfObjects(context) : objectsOfProcesses(context));
}

/** Handles that were opened apart write parts of one object at once. */
async function partsOfObjects({ random, library, folder, seed, tell, counts }) {
  const layout = drawVersioned(random, { fills: false });
  const { rows, columns, objects } = layout;
  const place = random.pick(["directory", "memory address", "map", "archive"]);
  const addresses = { directory: `${folder}/array`, "memory address": `memory://writers-${seed}`, map: new Map() };
  const address = addresses[place] ?? `${folder}/array.zip`;
  tell(`${JSON.stringify(layout)} in a ${place}`);
  const first = await library.create(address, layout.options);
  const handles = [first, ...(await opened(library, address, random.between(1, 3)))];
  const parts = random.shuffled(Array.from({ length: rows * objects }, (_, row) => row));
  const writing = parts.map((row) => {
    const values = versionOf(layout, Math.floor(row / rows), 1);
    const from = (row % rows) * columns;
    counts.writes += 1;
    return random.pick(handles).write([row, null], values.slice(from, from + columns));
  });
  await Promise.all(writing);
  for (const handle of [...handles, ...(await opened(library, address, 1))])
    await expectVersions(layout, handle, () => 1);
  await first.close();
  if (place === "directory" || place === "archive") {
    for (const handle of await opened(library, address, 1)) await expectVersions(layout, handle, () => 1);
  }
}

async function opened(library, address, count) {
  const handles = [];
  for (let i = 0; i < count; i++) handles.push(await library.openArray(address));
  return handles;
}

/** Two processes replace objects of one array, each its own. */
async function objectsOfProcesses(context) {
  const { random, library, folder, tell, counts } = context;
  const layout = drawVersioned(random);
  tell(`${JSON.stringify(layout)}, objects by two processes`);
  const address = `${folder}/array`;
  const array = await library.create(address, {
    ...layout.options,
    shape: [2 * layout.options.shape[0], layout.columns],
  });
  const last = random.between(5, 30);
  const child = startChild(context, "writeVersions", { address, layout, from: 1, to: last });
  try {
    for (let version = 1; version <= last; version++) {
      const object = layout.objects + (version % layout.objects);
      await array.write(wholeObject(layout, object), versionOf(layout, object, version));
      counts.writes += 2;
    }
    await child.ended;
  } finally {
    child.kill();
  }
  const all = { ...layout, objects: 2 * layout.objects };
  const latest = (object) => {
    for (let version = last; version > 0; version--) {
      if (version % layout.objects === object % layout.objects) return version;
    }
    return 0;
  };
  for (const handle of [array, await library.openArray(address)]) await expectVersions(all, handle, latest);
}

async function expectVersions(layout, handle, latest) {
  const part = [
    { start: 0, stop: layout.objects * layout.rows },
    { start: 0, stop: layout.columns },
  ];
  const { data } = await handle.read();
  for (const [object, seen] of versionsIn(layout, part, data, "in the end")) {
    if (isAmong(layout, seen, [latest(object)])) continue;
    throw new Wrong(`in the end object ${object} is of version ${seen}, not ${latest(object)}`);
  }
}
