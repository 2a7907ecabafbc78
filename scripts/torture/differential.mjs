// One array, several hands: Hyperslab, zarr-python and TensorStore write, resize and delete in turn; after each step all
// of them must read what a NumPy array says.
import { rmSync } from "node:fs";
import { createOptions, drawSpec, objectKey, objectSpan, peersOf, product } from "./array-spec.mjs";
import { drawBlocks, drawSelection, ours, selectedShape, wholeSelection } from "./selections.mjs";
import { containerOf, drawValues, KINDS, repeated, scalarOf } from "./values.mjs";
import { Wrong } from "./wrong.mjs";

export const name = "differential";
export const weight = 5;
export const withPeer = true;

export async function run(context) {
  const { random, folder, peer, tell } = context;
  const spec = drawSpec(random, `${folder}/array`);
  tell(`array ${JSON.stringify(spec)}`);
  const peers = peersOf(spec);
  await peer.ask("begin", { spec });
  const state = { ...context, spec, peers, handles: [], tails: false };
  await make(state);
  for (let step = random.between(2, 8); step > 0; step--) {
    await random.pick(STEPS)(state);
    await check(state);
  }
  for (const by of peers) await checkPeer(state, by);
  if (random.often(40)) await copyElsewhere(state);
}

async function make({ library, peer, spec, tell, handles }) {
  tell(`made by ${spec.maker}`);
  if (spec.maker === "hyperslab") handles.push(await library.create(spec.path, createOptions(spec)));
  else await peer.ask("create", { by: spec.maker });
}

/** A handle that was open already, or a new one. */
async function handleOf({ library, random, spec, handles }) {
  if (handles.length > 0 && random.often(70)) return random.pick(handles);
  const handle = await library.openArray(spec.path, { format: `zarr${spec.format}` });
  if (handles.length > 2) handles.shift();
  handles.push(handle);
  return handle;
}

/** Who does it: a peer in about half of the steps. */
function actor({ random, peers }) {
  return peers.length > 0 && random.often(50) ? random.pick(peers) : "hyperslab";
}

// Steps -----------------------------------------------------------------------------------------------------------------

async function write(state, by = actor(state), chosen) {
  const { random, spec, peer, tell, counts } = state;
  const selection = chosen ?? drawSelection(random, spec.shape, by !== "hyperslab");
  if (selection.points !== undefined) return write(state, by);
  const shape = selectedShape(selection, spec.shape);
  const values = drawValues(random, spec.dtype, product(shape), spec.zeroes);
  tell(`write by ${by} ${JSON.stringify(selection)}`);
  counts.writes += 1;
  if (by !== "hyperslab") return peer.ask("write", { by, selection, values });
  await writeOurs(state, selection, shape, values);
}

async function writeOurs(state, selection, shape, values) {
  const { library, random, spec, peer } = state;
  const handle = await handleOf(state);
  const data = containerOf(spec.dtype, values);
  const value = random.often(50) ? { data, shape } : data;
  // A list of two numbers would be one complex value, a list of lists has a shape; both are given with one.
  const given = Array.isArray(data) ? { data, shape } : value;
  await handle.write(ours(library, random, selection), given);
  await peer.ask("set", { selection, values });
}

/** Fill values over a part: chunks that hold nothing else go. */
async function clear(state) {
  const { library, random, spec, peer, tell, counts } = state;
  const by = actor(state);
  const selection = random.often(40) ? wholeSelection(spec.shape) : drawSelection(random, spec.shape, true);
  const values = repeated(spec.fill, product(selectedShape(selection, spec.shape)));
  tell(`clear by ${by} ${JSON.stringify(selection)}`);
  counts.writes += 1;
  if (by !== "hyperslab") return peer.ask("write", { by, selection, values });
  const handle = await handleOf(state);
  await handle.write(ours(library, random, selection), scalarOf(spec.dtype, spec.fill));
  await peer.ask("set", { selection, values });
}

async function resize(state) {
  const { random, spec, tell } = state;
  if (spec.shape.length === 0 || spec.varying) return write(state);
  const by = actor(state);
  const shape = spec.shape.map((length) => {
    if (random.often(40)) return length;
    return random.often(50) ? random.below(length + 1) : length + random.below(10);
  });
  tell(`resize by ${by} to ${JSON.stringify(shape)}`);
  await resizeTo(state, by, shape);
}

async function resizeTo(state, by, shape) {
  const { spec, peer, counts } = state;
  const before = spec.shape;
  counts.resizes += 1;
  if (by === "hyperslab") await (await handleOf(state)).resize(shape);
  await peer.ask("resize", { shape, ...(by === "hyperslab" ? {} : { by }) });
  spec.shape = shape;
  await refresh(state);
  const shrunk = shape.some((length, axis) => length < before[axis]);
  // Peers leave what they cut off in the chunks at the edge; from then on, what grows is written before it is read.
  if (by !== "hyperslab" && shrunk) state.tails = true;
  if (state.tails) await writeGrown(state, before);
}

async function writeGrown(state, before) {
  const { spec } = state;
  for (const [axis, length] of spec.shape.entries()) {
    if (length <= before[axis]) continue;
    const axes = spec.shape.map((_, other) => ({ s: other === axis ? [before[axis], length, 1] : [null, null, null] }));
    await write(state, "hyperslab", { axes });
  }
}

async function append(state) {
  const { random, spec, peer, tell, counts } = state;
  if (spec.shape.length === 0 || spec.varying) return write(state);
  const axis = random.below(spec.shape.length);
  const added = random.between(1, 9);
  const shape = spec.shape.map((length, i) => (i === axis ? added : length));
  const values = drawValues(random, spec.dtype, product(shape), spec.zeroes);
  tell(`append ${added} along ${axis}`);
  counts.resizes += 1;
  await (await handleOf(state)).append({ data: containerOf(spec.dtype, values), shape }, axis);
  const start = spec.shape[axis];
  spec.shape = spec.shape.map((length, i) => (i === axis ? length + added : length));
  await peer.ask("resize", { shape: spec.shape });
  const axes = spec.shape.map((_, i) => ({ s: i === axis ? [start, start + added, 1] : [null, null, null] }));
  await peer.ask("set", { selection: { axes }, values });
  await refresh(state);
}

/** Deletes an object of the store, through Hyperslab's store or without its knowledge. */
async function remove(state) {
  const { library, random, spec, peer, tell, counts } = state;
  if (spec.shape.includes(0)) return write(state);
  const at = gridCounts(spec).map((count) => random.below(count));
  const key = objectKey(spec, at);
  tell(`remove ${key}`);
  counts.removes += 1;
  if (random.often(50)) await (await library.openStore(spec.path)).delete(key);
  else rmSync(`${spec.path}/${key}`, { force: true });
  const axes = at.map((position, axis) => ({ s: [...objectSpan(spec, axis, position), 1] }));
  const values = repeated(spec.fill, product(selectedShape({ axes }, spec.shape)));
  await peer.ask("set", { selection: { axes }, values });
}

const STEPS = [write, write, write, write, clear, resize, append, remove];

/** Handles learn of a shape that another hand changed. */
async function refresh({ handles, random }) {
  if (random.often(30)) handles.length = 0;
  for (const handle of handles) await handle.refresh();
}

// Checks ----------------------------------------------------------------------------------------------------------------

async function check(state) {
  const { random, peers } = state;
  await checkOurs(state, wholeSelection(state.spec.shape));
  for (let i = random.between(1, 3); i > 0; i--) await checkOurs(state, drawRead(state));
  if (peers.length > 0 && random.often(60)) await checkPeer(state, random.pick(peers));
}

function drawRead({ random, spec }) {
  const { shape } = spec;
  if (shape.length === 0 || shape.includes(0) || !random.often(10)) return drawSelection(random, shape);
  return drawBlocks(random, shape, gridCounts(spec), (axis, position) => objectSpan(spec, axis, position));
}

function gridCounts({ shape, chunks, lengths }) {
  return shape.map((length, axis) => lengths?.[axis].length ?? Math.ceil(length / chunks[axis]));
}

async function checkOurs(state, selection) {
  const { library, random, spec, peer, counts } = state;
  const handle = await handleOf(state);
  const expected = await peer.ask("get", { selection });
  counts.reads += 1;
  const options = { ...(random.often(20) ? { concurrency: 1 } : {}), ...(random.often(20) ? { shared: true } : {}) };
  const text = dtypeIsText(spec.dtype);
  const slab = await handle.read(ours(library, random, selection, handle.dims), {
    ...(text ? {} : { as: "bytes", ...options }),
  });
  compare(spec.dtype, slab, expected, `Hyperslab reads ${JSON.stringify(selection)}`);
}

function dtypeIsText(dtype) {
  return KINDS[dtype].item !== undefined;
}

export function compare(dtype, slab, expected, what) {
  if (JSON.stringify(slab.shape) !== JSON.stringify(expected.shape)) {
    throw new Wrong(`${what}: shape ${JSON.stringify(slab.shape)}, not ${JSON.stringify(expected.shape)}`);
  }
  const [found, wanted] = dtypeIsText(dtype)
    ? [slab.data, expected.values.items]
    : [Buffer.from(slab.data), Buffer.from(expected.values.bytes, "base64")];
  if (found.length !== wanted.length) throw new Wrong(`${what}: ${found.length} entries, not ${wanted.length}`);
  const size = KINDS[dtype].size ?? 1;
  const first = wanted.findIndex((entry, i) => entry !== found[i]);
  if (first < 0) return;
  const element = Math.floor(first / size);
  const part = (list) => JSON.stringify(Array.from(list.slice(element * size, (element + 1) * size)));
  throw new Wrong(`${what}: element ${element} is ${part(found)}, not ${part(wanted)}`);
}

async function checkPeer({ random, spec, peer, counts }, by) {
  const selection = random.often(30) ? drawSelection(random, spec.shape, true) : undefined;
  counts.peerReads += 1;
  const difference = await peer.ask("check", { by, ...(selection === undefined ? {} : { selection }) });
  if (difference !== null) throw new Wrong(`${by} reads ${JSON.stringify(selection ?? "all")}: ${difference}`);
}

/** A copy, cut and encoded in another way, holds the same. */
async function copyElsewhere(state) {
  const { library, random, spec, folder, peer, peers, tell, counts } = state;
  const kind = random.often(70) ? "array-copy" : "array-copy.zip";
  const target = `${folder}/${kind}`;
  const options = copyOptions(random, spec);
  tell(`copy to ${kind} ${JSON.stringify(options)}`);
  counts.copies += 1;
  // Zarr v3 has no masks of byte strings; their values are compared all the same.
  await library.copy(spec.path, target, { ...options, lossy: true });
  const selection = wholeSelection(spec.shape);
  const expected = await peer.ask("get", { selection });
  const text = dtypeIsText(spec.dtype);
  const slab = await (await library.openArray(target)).read(undefined, text ? {} : { as: "bytes" });
  compare(spec.dtype, slab, expected, `Hyperslab reads its copy ${kind}`);
  for (const by of peers) {
    // zarr-python 3.1.6 does not know structs of Zarr v3 by their name.
    if (by === "zarr" && spec.dtype === "struct" && options.format === "zarr3") continue;
    if (by === "tensorstore" && (kind.endsWith(".zip") || keepsNumcodecs(spec, options))) continue;
    const difference = await peer.ask("check", { by, path: target });
    if (difference !== null) throw new Wrong(`${by} reads the copy ${kind}: ${difference}`);
  }
}

/** Some compressors of Zarr v2 have a name in v3 that TensorStore does not know. */
function keepsNumcodecs({ format, compressor }, options) {
  return (
    format === 2 && options.format === "zarr3" && ["zlib", "bz2"].includes(compressor?.id) && !("codecs" in options)
  );
}

function copyOptions(random, spec) {
  const format = { format: spec.varying || random.often(70) ? `zarr${spec.format}` : "zarr3" };
  if (spec.varying || random.often(40)) return format;
  const chunks = spec.shape.map((length) => random.between(1, Math.max(1, Math.min(length, 9))));
  const shards = format.format === "zarr3" && spec.dtype !== "string" && random.often(40);
  return {
    ...format,
    chunks,
    ...(shards ? { shards: chunks.map((length) => length * random.between(1, 3)) } : {}),
    ...(random.often(50) ? { codecs: random.pick([[], ["gzip"], ["zstd"]]) } : {}),
  };
}
