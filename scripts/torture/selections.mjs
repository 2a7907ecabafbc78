// Random selections in a neutral form, and as Hyperslab takes them.

/** One item per dimension; `peers`: nothing that only Hyperslab takes. */
export function drawSelection(random, shape, peers = false) {
  if (!peers && shape.length > 0 && !shape.includes(0) && random.often(12)) return drawPoints(random, shape);
  return { axes: shape.map((length) => drawItem(random, length, peers)) };
}

export function wholeSelection(shape) {
  return { axes: shape.map(() => ({ s: [null, null, null] })) };
}

function drawPoints(random, shape) {
  const points = Array.from({ length: random.between(0, 12) }, () => shape.map((length) => random.below(length)));
  return { points };
}

function drawItem(random, length, peers) {
  const drawn = random.below(peers ? 70 : 100);
  if (drawn < 20) return { s: [null, null, null] };
  if (drawn < 35 && length > 0) return { i: random.below(length) };
  if (drawn < 70) return { s: drawSlice(random, length, 1) };
  if (drawn < 80) return { s: drawBackwards(random, length) };
  if (drawn < 92) return { l: drawList(random, length) };
  // An empty list of booleans would be an empty list of indices.
  return length === 0 ? { s: [null, null, null] } : { m: Array.from({ length }, () => random.often(40)) };
}

function drawSlice(random, length) {
  const start = random.below(length + 1);
  const stop = random.between(start, length);
  return [start, stop, random.pick([1, 1, 1, 2, 3, 7])];
}

function drawBackwards(random, length) {
  if (length === 0 || random.often(30)) return [null, null, -random.between(1, 4)];
  const start = random.below(length);
  return [start, random.often(30) ? null : random.below(start + 1), -random.between(1, 4)];
}

/** Distinct, so that writing to it has one meaning. */
function drawList(random, length) {
  const all = random.shuffled(Array.from({ length }, (_, i) => i));
  return all.slice(0, random.below(Math.min(length, 8) + 1));
}

/** Whole objects of the grid: `span(axis, position)` says which elements one has. */
export function drawBlocks(random, shape, counts, span) {
  const blocks = shape.map((_, axis) => {
    const first = random.below(counts[axis]);
    return [first, random.between(first, counts[axis] - 1)];
  });
  const axes = blocks.map(([first, last], axis) => ({ s: [span(axis, first)[0], span(axis, last)[1], 1] }));
  return { axes, blocks };
}

/** A selection of Hyperslab's: text, or by the names of dimensions, where that is possible, now and then. */
export function ours(library, random, selection, dims = []) {
  if (selection.points !== undefined) return library.points(selection.points);
  if (selection.blocks !== undefined) {
    return library.blocks(selection.blocks.map(([first, last]) => library.range(first, last + 1)));
  }
  const items = listed(library, random, selection);
  if (Array.isArray(items) && dims.length > 0 && dims[0] !== undefined && random.often(30)) {
    return Object.fromEntries(random.shuffled(items.map((item, axis) => [dims[axis], item])));
  }
  return items;
}

function listed(library, random, selection) {
  const textual = selection.axes.length > 0 && selection.axes.every((item) => item.m === undefined);
  if (textual && random.often(30)) return selectionText(selection.axes);
  return selection.axes.map((item) => {
    if (item.i !== undefined) return item.i;
    if (item.s !== undefined) return library.range(...item.s);
    return item.l ?? item.m;
  });
}

function selectionText(axes) {
  const text = axes.map(itemText).join(", ");
  // A list alone could be one index per dimension: its brackets are doubled.
  return axes.length === 1 && axes[0].l !== undefined ? `[${text}]` : text;
}

function itemText(item) {
  if (item.i !== undefined) return String(item.i);
  if (item.l !== undefined) return `[${item.l.join(", ")}]`;
  const [start, stop, step] = item.s.map((bound) => bound ?? "");
  return step === "" ? `${start}:${stop}` : `${start}:${stop}:${step}`;
}

/** The shape of what is selected, without dimensions of single indices. */
export function selectedShape(selection, shape) {
  return selection.axes.flatMap((item, axis) => (item.i === undefined ? [countOf(item, shape[axis])] : []));
}

function countOf(item, length) {
  if (item.l !== undefined) return item.l.length;
  if (item.m !== undefined) return item.m.filter(Boolean).length;
  const step = item.s[2] ?? 1;
  const start = item.s[0] ?? (step > 0 ? 0 : length - 1);
  const stop = item.s[1] ?? (step > 0 ? length : -1);
  return Math.max(0, Math.ceil((stop - start) / step));
}
