/** What a group of NCZarr records about its contents: dimensions, variables and groups, each in definition order. */
import type { JsonView } from "../../bytes/json/view.ts";
import type { ChildName, Node, SharedDimension } from "../../model/node.ts";

export interface GroupContents {
  readonly dimensions: readonly SharedDimension[];
  readonly children: readonly ChildName[];
}

/** Until 4.9.2 the members were `dims` and `vars`, since then `dimensions` and `arrays`. */
export function parseContents(view: JsonView): GroupContents {
  const names = (list: JsonView | undefined, kind: Node["kind"]): readonly ChildName[] =>
    (list?.items() ?? []).map((name) => ({ name: childName(name), kind }));
  const children = [...names(variablesIn(view), "array"), ...names(view.get("groups"), "group")];
  const seen = new Set<string>();
  for (const { name } of children) {
    if (seen.has(name)) view.fail(`${JSON.stringify(name)} is listed twice`);
    seen.add(name);
  }
  return { dimensions: parseDimensions(view.get("dimensions") ?? view.get("dims")), children };
}

function variablesIn(view: JsonView): JsonView | undefined {
  return view.get("arrays") ?? view.get("vars");
}

/** Where each child is listed, by name. */
export function childEntries(view: JsonView | undefined): ReadonlyMap<string, JsonView> {
  const lists = view === undefined ? [] : [variablesIn(view), view.get("groups")];
  return new Map(lists.flatMap((list) => list?.items() ?? []).map((entry) => [entry.string(), entry]));
}

function childName(view: JsonView): string {
  const name = view.string();
  if (name === "" || name === "." || name === ".." || name.includes("/")) {
    view.fail(`${JSON.stringify(name)} is not the name of a node`);
  }
  return name;
}

/** By name; in a text of the pull request for Zarr v3, a list of objects with a name. */
function parseDimensions(view: JsonView | undefined): readonly SharedDimension[] {
  if (view === undefined) return [];
  if (view.node.type !== "array") return view.entries().map(([name, dimension]) => parseDimension(name, dimension));
  return view.items().map((dimension) => parseDimension(dimension.required("name").string(), dimension));
}

/** A length, or `{"size": 3, "unlimited": 1}`. */
function parseDimension(name: string, view: JsonView): SharedDimension {
  if (view.node.type === "number") return { name, length: view.integer(0), unlimited: false };
  const unlimited = view.get("unlimited");
  const isUnlimited = unlimited?.node.type === "boolean" ? unlimited.boolean() : unlimited?.integer(0, 1) === 1;
  return { name, length: view.required("size").integer(0), unlimited: isUnlimited };
}
