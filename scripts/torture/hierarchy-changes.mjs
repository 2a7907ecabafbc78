// What one of several agents does to a hierarchy that they share: names of its own, documents of all.

const CHANGES = 8;

/** Changes the hierarchy; reports `{ intend }` before and `{ applied }` after each change. */
export async function changeHierarchy(library, { address, agent, random, tell }) {
  const root = await library.openGroup(address);
  const nodes = [];
  const names = [];
  for (let i = 0; i < CHANGES; i++) {
    const change = drawChange(random, agent, i, nodes, names);
    tell({ agent, intend: change });
    try {
      await apply(root, change);
    } catch (error) {
      if (error?.name !== "HyperslabError") throw error;
      tell({ agent, refused: change, message: error.message });
      continue;
    }
    note(change, nodes, names);
    tell({ agent, applied: change });
  }
}

function drawChange(random, agent, i, nodes, names) {
  const drawn = random.below(10);
  if (drawn < 3) return { kind: "set", name: `${agent}-${i}`, value: random.below(1000) };
  if (drawn === 3 && names.length > 0) return { kind: "unset", name: random.pick(names) };
  if (drawn === 4 && nodes.length > 0) return { kind: "delete", path: random.pick(nodes) };
  if (drawn === 5 && nodes.length > 0) return { kind: "rename", path: random.pick(nodes), to: `${agent}-moved-${i}` };
  const path = random.pick([`${agent}-node-${i}`, `shared/${agent}-node-${i}`, `${agent}-deep-${i}/a`]);
  return { kind: random.often(50) ? "group" : "array", path, value: random.below(1000) };
}

async function apply(root, change) {
  const attributes = { value: change.value };
  if (change.kind === "set") await root.setAttributes({ [change.name]: change.value });
  else if (change.kind === "unset") await root.deleteAttributes(change.name);
  else if (change.kind === "delete") await root.delete(change.path);
  else if (change.kind === "rename") await root.rename(change.path, change.to);
  else if (change.kind === "group") await root.create(change.path, { attributes });
  else await root.create(change.path, { shape: [4], dtype: "int16", attributes });
}

function note(change, nodes, names) {
  const drop = (list, entry) => list.splice(list.indexOf(entry), 1);
  if (change.kind === "set") names.push(change.name);
  else if (change.kind === "unset") drop(names, change.name);
  else if (change.kind === "delete") drop(nodes, change.path);
  else if (change.kind === "rename") {
    drop(nodes, change.path);
    nodes.push(change.to);
  } else nodes.push(change.path);
}
