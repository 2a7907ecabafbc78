// The program as a process, and what its copies must leave.
import { spawn } from "node:child_process";
import { readdirSync, statSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import { Wrong } from "./wrong.mjs";

/** Starts the program; `ended` resolves to its exit code, the signal that ended it, and its output. */
export function startProgram(program, given) {
  const child = spawn(process.execPath, [program, ...given], { stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (part) => (said += part));
  const ended = new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code, signal) => resolve({ code, signal, said }));
  });
  return {
    ended,
    kill: (signal) => child.kill(signal),
    isOver: () => child.exitCode !== null || child.signalCode !== null,
  };
}

/** A bug has its own exit code; a crash without one is a bug, too. */
export function refuseBugs({ code, said }, what) {
  if (code === 70 || /^\s+at .*\(?(file|node):/m.test(said)) throw new Wrong(`${what} fell with ${code}: ${said}`);
}

/** Files of writers and copies that must not outlive them. */
export function refuseLeftovers(folder, known) {
  for (const entry of readdirSync(folder)) {
    if (!known.includes(entry)) throw new Wrong(`${entry} is left over beside the target`);
    if (!statSync(`${folder}/${entry}`).isDirectory()) continue;
    for (const inside of readdirSync(`${folder}/${entry}`, { recursive: true })) {
      const name = inside.slice(inside.lastIndexOf("/") + 1);
      if (name.startsWith(".") && !/^\.z(group|array|attrs|metadata)$/.test(name)) {
        throw new Wrong(`${entry}/${inside} is left over`);
      }
    }
  }
}

/** All nodes of two addresses, with their attributes and values. */
export async function expectEqualTrees(library, source, target, what) {
  const [wanted, found] = [await nodesOf(library, source), await nodesOf(library, target)];
  for (const [path, node] of wanted) {
    const other = found.get(path);
    if (other === undefined) throw new Wrong(`${what}: ${path} is missing`);
    if (!isDeepStrictEqual(node.attributes, other.attributes)) throw new Wrong(`${what}: attributes of ${path} differ`);
    if (node.kind !== "array") continue;
    const [expected, values] = await Promise.all([node, other].map((array) => array.read(undefined, { as: "bytes" })));
    const first = expected.data.findIndex((byte, i) => byte !== values.data[i]);
    if (expected.data.length !== values.data.length || first >= 0) {
      throw new Wrong(
        `${what}: ${path} differs from byte ${first} on, ${values.data[first]}, not ${expected.data[first]}`,
      );
    }
  }
  if (found.size !== wanted.size) throw new Wrong(`${what}: ${found.size} nodes, not ${wanted.size}`);
}

async function nodesOf(library, address) {
  const root = await library.open(address);
  const nodes = new Map([["", root]]);
  if (root.kind === "group") for await (const node of root.walk()) nodes.set(node.path, node);
  return nodes;
}
