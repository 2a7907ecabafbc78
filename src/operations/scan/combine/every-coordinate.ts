/**
 * The coordinates of a joined dimension if several groups have a dimension of that name. Files are ordered by the first
 * coordinate. The others must give the same order; otherwise, their joined values would neither rise nor fall, and might
 * repeat.
 */
import { HyperslabError } from "../../../errors.ts";
import { parentPath } from "../../../formats/documents/node-path.ts";
import type { VirtualDataset } from "../../../model/virtual/virtual-dataset.ts";
import type { JoinCoordinate, KeptCoordinate, KeptFile } from "./join-coordinate.ts";

/**
 * Paths of the numeric coordinates of this name. Where groups declare dimensions, each must be that of a dimension of its
 * own group. Strings are left out, because they have no order.
 */
export function coordinatePaths({ nodes }: Pick<VirtualDataset, "nodes">, dimension: string): readonly string[] {
  return [...nodes.values()].flatMap((node) => {
    if (node.kind !== "array" || node.path.slice(node.path.lastIndexOf("/") + 1) !== dimension) return [];
    if (node.dataType.kind !== "integer" && node.dataType.kind !== "float") return [];
    const [own, ...more] = node.dimensions;
    const isCoordinate = own?.name === dimension && more.length === 0;
    return isCoordinate && (own.group ?? parentPath(node.path)) === parentPath(node.path) ? [node.path] : [];
  });
}

export interface NamedCoordinate {
  readonly path: string;
  readonly coordinate: JoinCoordinate;
}

/** The first coordinate, checked against the others. */
export function withOthers(first: NamedCoordinate, others: readonly NamedCoordinate[]): JoinCoordinate {
  if (others.length === 0) return first.coordinate;
  return {
    ...first.coordinate,
    read: async (part, index) => {
      const all = [first, ...others].map(({ coordinate }) => coordinate.read(part, index));
      const [own, ...rest] = await Promise.all(all);
      return own && { ...own, others: rest.map((kept) => kept?.span) };
    },
    inOrder: (files) => {
      const order = first.coordinate.inOrder(files);
      for (const [index, other] of others.entries()) checkOrder(order, first, other, index);
      return order;
    },
  };
}

function checkOrder(files: readonly KeptFile[], first: NamedCoordinate, other: NamedCoordinate, index: number): void {
  const filled = files.flatMap(({ file, coordinate }): readonly Placed[] => {
    const span = coordinate?.others?.[index];
    return span === undefined ? [] : [{ file, first: coordinate?.span, coordinate: { values: [], span } }];
  });
  const places = new Map(other.coordinate.inOrder(filled).map((one, place) => [one, place]));
  for (const [at, next] of filled.entries()) {
    const previous = filled[at - 1];
    if (previous === undefined || places.get(previous)! < places.get(next)!) continue;
    const pair = [previous, next];
    const own = pair.map((one) => valuesIn(first, one.first, one.file)).join(", then ");
    const others = pair.map((one) => valuesIn(other, one.coordinate.span, one.file)).join(", then ");
    throw new HyperslabError(
      "invalid-data",
      `files that are in order by ${first.path} are not by ${other.path}: ${own}, but ${others}`,
      { node: other.path, hint: "Leave out one of the files, or copy the groups to Zarr one by one." },
    );
  }
}

interface Placed extends KeptFile {
  readonly first: KeptCoordinate["span"];
  readonly coordinate: KeptCoordinate;
}

function valuesIn({ path, coordinate }: NamedCoordinate, span: KeptCoordinate["span"], file: string): string {
  const [from, to] = (span ?? []).map((value) => coordinate.text?.(value) ?? String(value));
  if (from === undefined) return `${path} has no values in ${file}`;
  return `${path} is ${from === to ? from : `${from} to ${to}`} in ${file}`;
}
