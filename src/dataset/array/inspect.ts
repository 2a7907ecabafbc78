/** What Node's console prints for arrays and groups: the few facts that identify them. */
import type { Hierarchy } from "../../formats/format.ts";
import type { ArrayNode, GroupNode } from "../../model/node.ts";

interface Shown {
  readonly hierarchy: Hierarchy;
  readonly path: string;
}

/**
 * Gives the objects of a class the method that Node's console calls, passing its own `inspect` as the last argument.
 */
export function defineInspect<T>(prototype: T, name: string, facts: (shown: T) => object): void {
  Object.defineProperty(prototype, Symbol.for("nodejs.util.inspect.custom"), {
    value(this: T, _depth: number, options: object, inspect: (value: object, options: object) => string): string {
      return `${name} ${inspect(facts(this), options)}`;
    },
  });
}

export function arrayFacts(
  array: Shown & { readonly node: ArrayNode; readonly chunks: unknown; readonly shards: unknown },
): object {
  const { node, chunks, shards } = array;
  const dims = node.dimensions.map(({ name }) => name);
  return {
    ...placeFacts(array),
    dtype: node.dataType.name,
    shape: node.shape,
    ...(dims.some((name) => name !== undefined) && { dims }),
    ...(chunks !== undefined && { chunks }),
    ...(shards !== undefined && { shards }),
    codecs: node.codecs.map(({ name }) => name),
  };
}

export function groupFacts(group: Shown & { readonly node: GroupNode }): object {
  return { ...placeFacts(group), attributes: [...group.node.attributes.keys()] };
}

function placeFacts({ hierarchy, path }: Shown): object {
  return { location: hierarchy.store.location, path: `/${path}`, format: hierarchy.format };
}
