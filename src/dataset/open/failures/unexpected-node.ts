/** The errors for a node that is not of the expected kind. */
import { HyperslabError } from "../../../errors.ts";
import type { DataTypeName } from "../../../model/data-types/data-type.ts";
import type { NdArray } from "../../array/nd-array.ts";
import type { CallOptions, Group } from "../../tree/group.ts";
import { holding } from "./missing-node.ts";

export async function notArray(
  node: Group | NdArray,
  { dtype, signal }: CallOptions & { readonly dtype?: DataTypeName | undefined },
): Promise<HyperslabError> {
  const place = { location: node.hierarchy.store.location, node: node.path };
  if (node.kind === "array") {
    return new HyperslabError("invalid-request", `the array holds ${node.dtype}, not ${dtype}`, place);
  }
  const names = await node
    .children({ signal })
    .then((nodes) => nodes.map(({ name }) => name))
    .catch(() => undefined);
  return new HyperslabError("invalid-request", "this is a group, not an array", {
    ...place,
    hint: `Name an array in it: address::path, or the option path.${names === undefined ? "" : ` ${holding(names)}`}`,
  });
}

export function notGroup({ hierarchy, path }: NdArray): HyperslabError {
  return new HyperslabError("invalid-request", "this is an array, not a group", {
    location: hierarchy.store.location,
    node: path,
  });
}
