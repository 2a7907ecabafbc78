// Readers beside a writer that replaces whole chunks and shards: every object that is read is of one version, and not
// older than the last one that was complete before the read began.
import { startChild } from "./start-child.mjs";
import { drawPart, drawVersioned, isAmong, versionOf, versionsIn, wholeObject } from "./versions.mjs";
import { orTyped, Wrong } from "./wrong.mjs";

export const name = "neighbours";
export const weight = 3;

/** Versions that are written in a case. */
const VERSIONS = 80;
/** Reads under way at once. */
const READERS = 3;

export async function run(context) {
  const { random, folder, library, seed, tell } = context;
  const layout = drawVersioned(random);
  const elsewhere = random.often(50);
  const place = elsewhere ? "directory" : random.pick(["directory", "directory", "memory address", "map"]);
  tell(`${JSON.stringify(layout)} in a ${place}, the writer in ${elsewhere ? "another" : "this"} process`);
  const address = { directory: `${folder}/array`, "memory address": `memory://neighbours-${seed}`, map: new Map() }[
    place
  ];
  const writer = await library.create(address, layout.options);
  const state = { ...context, layout, address, writer, completed: 0, over: false };
  const writing = elsewhere ? writeElsewhere(state) : writeHere(state);
  const readers = Array.from({ length: READERS }, (_, i) => readAlong(state, i));
  try {
    await Promise.all([writing.ended.finally(() => (state.over = true)), ...readers]);
  } finally {
    writing.kill();
    await Promise.allSettled(readers);
  }
  // At rest: the last versions, by a handle that was there all along and by a new one.
  for (const handle of [writer, await library.openArray(address)]) await readOnce(state, handle, "at rest");
}

function writeHere(state) {
  const { layout, writer } = state;
  let stopped = false;
  const ended = (async () => {
    for (let version = 1; version <= VERSIONS && !stopped; version++) {
      const object = version % layout.objects;
      await writer.write(wholeObject(layout, object), versionOf(layout, object, version));
      state.completed = version;
    }
  })();
  return { ended, kill: () => (stopped = true) };
}

function writeElsewhere(state) {
  const { address, layout } = state;
  return startChild(state, "writeVersions", { address, layout, from: 1, to: VERSIONS }, ({ completed }) => {
    state.completed = completed;
  });
}

async function readAlong(state, reader) {
  const { library, address, random, writer } = state;
  let handle = random.often(30) ? writer : await library.openArray(address);
  while (!state.over) {
    if (random.often(10)) handle = await library.openArray(address);
    await readOnce(state, handle, `reader ${reader}`);
    // Work in this process goes on between reads, messages of the other one are heard.
    await new Promise(setImmediate);
  }
}

async function readOnce(state, handle, who) {
  const { layout, random, counts } = state;
  const part = who === "at rest" ? everything(layout) : drawPart(random, layout);
  const before = state.completed;
  const { value, error } = await orTyped(() => handle.read(part, readOptions(random)));
  counts.reads += 1;
  if (error !== undefined) {
    // A version that changes during a read may be an error, but not when nothing changes.
    if (state.over) throw new Wrong(`${who}: ${error.message}`);
    counts.refused += 1;
    return;
  }
  const what = `${who} reads ${JSON.stringify(part)} with ${before} versions complete`;
  for (const [object, seen] of versionsIn(layout, part, value.data, what)) {
    const possible = versionsFrom(layout, object, before, who === "at rest" ? before : VERSIONS);
    if (isAmong(layout, seen, possible)) continue;
    throw new Wrong(
      `${what}: object ${object} is of version ${seen}, not one of ${possible.slice(0, 4).join(", ")}, ...`,
    );
  }
}

function readOptions(random) {
  return random.often(25) ? { shared: true } : {};
}

function everything({ rows, columns, objects }) {
  return [
    { start: 0, stop: objects * rows },
    { start: 0, stop: columns },
  ];
}

/** The versions that the object may have: the last one that was complete, and all later ones. */
function versionsFrom({ objects }, object, completed, last) {
  const all = [0];
  for (let version = 1; version <= last; version++) if (version % objects === object) all.push(version);
  const at = all.findLastIndex((version) => version <= completed);
  return all.slice(at);
}
