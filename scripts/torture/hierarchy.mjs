// Several handles and processes change attributes and nodes of one consolidated hierarchy: in the end nothing is lost, and
// the consolidated metadata says what the documents say, or is gone.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { changeHierarchy } from "./hierarchy-changes.mjs";
import { drawsOf } from "./random.mjs";
import { startChild } from "./start-child.mjs";
import { Wrong } from "./wrong.mjs";

export const name = "hierarchy";
export const weight = 2;

export async function run(context) {
  const { random, library, folder, seed, tell, counts } = context;
  const format = random.pick([2, 3]);
  const address = `${folder}/tree`;
  const root = await library.create(address, { format: `zarr${format}`, attributes: { title: "shared" } });
  await root.create("shared");
  await root.consolidate();
  const here = random.between(1, 3);
  const elsewhere = random.often(60) ? random.between(1, 2) : 0;
  const killed = elsewhere > 0 && random.often(25);
  tell(`zarr${format}, ${here} handles in this process, ${elsewhere} in others${killed ? ", one killed" : ""}`);
  const events = [];
  const hear = (event) => {
    tell(JSON.stringify(event));
    events.push(event);
    if (event.applied !== undefined) counts.changes += 1;
    if (event.refused !== undefined) counts.refused += 1;
  };
  const children = Array.from({ length: elsewhere }, (_, i) =>
    startChild(context, "changeHierarchy", { address, agent: `p${i}`, seed }, hear),
  );
  try {
    const agents = Array.from({ length: here }, (_, i) =>
      changeHierarchy(library, { address, agent: `h${i}`, random: drawsOf(`agent h${i}`, seed), tell: hear }),
    );
    if (killed) await setTimeout(random.below(400)).then(() => children[0].kill());
    await Promise.all([...agents, ...children.map(({ ended }) => ended)]);
  } finally {
    for (const child of children) child.kill();
  }
  // A change by a new process: no lock of a killed process blocks it.
  await (await library.openGroup(address)).setAttributes({ last: true });
  check(address, format, events, killed);
}

function check(address, format, events, killed) {
  const { attributes, nodes, gone, unsure } = expectedOf(events);
  const documents = documentsBelow(address, format, killed);
  const rootDocument = format === 3 ? documents.get("zarr.json") : documents.get(".zattrs");
  const found = format === 3 ? rootDocument.attributes : rootDocument;
  for (const [key, value] of attributes) {
    if (found[key] !== value) throw new Wrong(`root attribute ${key} is ${found[key]}, not ${value}`);
  }
  for (const key of Object.keys(found)) {
    if (!attributes.has(key) && !unsure.has(key)) throw new Wrong(`root attribute ${key} was deleted, and is there`);
  }
  for (const [path, kind] of nodes) {
    const key = format === 3 ? "zarr.json" : kind === "array" ? ".zarray" : ".zgroup";
    if (!documents.has(`${path}/${key}`)) throw new Wrong(`the ${kind} ${path} is lost`);
  }
  for (const path of gone) {
    if (nodes.has(path) || unsure.has(path)) continue;
    const left = [...documents.keys()].find((key) => key.startsWith(`${path}/`));
    if (left !== undefined) throw new Wrong(`${path} was deleted, but ${left} is there`);
  }
  checkConsolidated(address, format, documents, unsure);
}

/** The expected result of the changes that were applied; `unsure` holds names of changes not reported as complete. */
function expectedOf(events) {
  const attributes = new Map([
    ["title", "shared"],
    ["last", true],
  ]);
  const nodes = new Map([["shared", "group"]]);
  const gone = [];
  const open = new Map();
  const unsure = new Set();
  for (const { agent, intend, applied, refused } of events) {
    if (intend !== undefined) open.set(agent, intend);
    else open.delete(agent);
    if (refused !== undefined) doubt(refused, unsure);
    if (applied === undefined) continue;
    const { kind, name: key, value, path, to } = applied;
    if (kind === "set") attributes.set(key, value);
    if (kind === "unset") attributes.delete(key);
    if (kind === "delete" || kind === "rename") gone.push(path);
    if (kind === "rename") nodes.set(to, nodes.get(path));
    if (kind === "delete" || kind === "rename") nodes.delete(path);
    if (kind === "group" || kind === "array") nodes.set(path, kind);
  }
  for (const change of open.values()) doubt(change, unsure);
  for (const doubtful of unsure) {
    attributes.delete(doubtful);
    nodes.delete(doubtful);
  }
  return { attributes, nodes, gone, unsure };
}

function doubt({ name: key, path, to }, unsure) {
  for (const doubtful of [key, path, to]) if (doubtful !== undefined) unsure.add(doubtful);
  // Missing groups on the way are made with it.
  if (path?.includes("/")) unsure.add(path.slice(0, path.indexOf("/")));
}

/** A killed process may leave the file that it was writing, which no reader sees, but never a lock. */
function documentsBelow(address, format, killed) {
  const names = format === 3 ? ["zarr.json"] : [".zgroup", ".zarray", ".zattrs"];
  const documents = new Map();
  for (const entry of readdirSync(address, { recursive: true, withFileTypes: true })) {
    const isLeft = entry.name.endsWith(".partial") && !(killed && !entry.name.startsWith(".hyperslab-lock"));
    if (isLeft) throw new Wrong(`${entry.name} is left over`);
    if (!names.includes(entry.name)) continue;
    const file = `${entry.parentPath}/${entry.name}`;
    documents.set(file.slice(address.length + 1), JSON.parse(readFileSync(file, "utf8")));
  }
  return documents;
}

function checkConsolidated(address, format, documents, unsure) {
  const consolidated = format === 3 ? consolidatedV3(documents) : consolidatedV2(address);
  // Its absence is correct too: readers then use the documents.
  if (consolidated === undefined) return;
  const isUnsure = (key) => unsure.has(key.slice(0, key.lastIndexOf("/"))) || unsure.has(key.split("/")[0]);
  for (const key of new Set([...documents.keys(), ...consolidated.keys()])) {
    if ((format === 3 && key === "zarr.json") || isUnsure(key)) continue;
    if (!consolidated.has(key)) throw new Wrong(`${key} is missing in the consolidated metadata`);
    if (!documents.has(key)) throw new Wrong(`${key} is in the consolidated metadata, but not in the store`);
    if (key === ".zattrs" && unsure.size > 0) continue;
    if (isDeepStrictEqual(own(documents.get(key)), own(consolidated.get(key)))) continue;
    const said = JSON.stringify(consolidated.get(key));
    throw new Wrong(`${key} differs in the consolidated metadata: ${said}, not ${JSON.stringify(documents.get(key))}`);
  }
}

/** Without the consolidated metadata of a group below the root, which says again what the root's says. */
function own({ consolidated_metadata: _, ...document }) {
  return document;
}

function consolidatedV3(documents) {
  const { metadata } = documents.get("zarr.json").consolidated_metadata ?? {};
  if (metadata === undefined) return undefined;
  return new Map(Object.entries(metadata).map(([path, document]) => [`${path}/zarr.json`, document]));
}

function consolidatedV2(address) {
  const file = `${address}/.zmetadata`;
  if (!existsSync(file)) return undefined;
  return new Map(Object.entries(JSON.parse(readFileSync(file, "utf8")).metadata));
}
