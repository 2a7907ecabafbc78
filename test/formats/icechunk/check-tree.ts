/** Compares a snapshot with what the icechunk package read of it: every node, attribute and value. */
import { createHash } from "node:crypto";
import { expect } from "vitest";
import { NdArray, type open, openGroup } from "../../../src/index.ts";
import type { ExpectedNode } from "./repositories.ts";

export async function checkTree(
  address: string,
  tree: Readonly<Record<string, ExpectedNode>>,
  allow: readonly string[],
): Promise<void> {
  const root = await openGroup(address, { allow });
  const nodes = new Map<string, Awaited<ReturnType<typeof open>>>([["", root]]);
  for await (const node of root.walk()) nodes.set(node.path, node);
  expect([...nodes.keys()].sort()).toEqual(Object.keys(tree).sort());
  for (const [path, expected] of Object.entries(tree)) {
    const node = nodes.get(path)!;
    expect(node.attributes).toEqual(expected.attributes);
    expect(node.kind).toBe(expected.shape === undefined ? "group" : "array");
    if (node instanceof NdArray) await checkValues(node, expected);
  }
}

async function checkValues(array: NdArray, expected: ExpectedNode): Promise<void> {
  expect(array.shape).toEqual(expected.shape);
  const { data } = await array.read();
  if (expected.values !== undefined) return expect(Array.from(data as string[])).toEqual(expected.values);
  expect(array.dtype).toBe(expected.dtype);
  const { buffer, byteOffset, byteLength } = data as Uint8Array;
  const bytes = new Uint8Array(buffer, byteOffset, byteLength);
  if (expected.base64 !== undefined) expect(Buffer.from(bytes).toString("base64")).toBe(expected.base64);
  expect(createHash("sha256").update(bytes).digest("hex")).toBe(expected.sha256);
}
