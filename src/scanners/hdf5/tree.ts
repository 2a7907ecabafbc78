/** The groups and datasets of a file by path: links are followed, and dangling ones are noted. */
import type { VirtualNote } from "../../model/virtual/virtual-dataset.ts";
import type { Files, Origin } from "./files.ts";
import type { Hdf5Type } from "./messages/datatype.ts";
import type { LinkTarget } from "./messages/link.ts";
import { asVariables } from "./netcdf/variable-names.ts";
import type { Hdf5Dataset, Hdf5Group, Hdf5Object } from "./objects.ts";

export interface FoundDataset {
  readonly path: string;
  readonly name: string;
  readonly object: Hdf5Dataset;
  /** The file that contains it. */
  readonly origin: Origin;
}

/** A datatype that a link of a group names. */
export interface FoundType {
  readonly name: string;
  readonly type: Hdf5Type;
}

export interface FoundGroup {
  readonly path: string;
  readonly object: Hdf5Group;
  readonly origin: Origin;
  readonly types: readonly FoundType[];
  readonly datasets: readonly FoundDataset[];
  readonly groups: readonly FoundGroup[];
}

/** The most links that are followed in a row. */
const MOST_HOPS = 16;
/** Stands for a byte that is not UTF-8. In Unicode mode a class of surrogates matches only lone ones. */
const LONE_SURROGATE = /[\ud800-\udfff]/u;

/** An object, and the file that contains it. */
interface Placed {
  readonly object: Hdf5Object;
  readonly origin: Origin;
}

export class Tree {
  readonly #files: Files;
  readonly #own: Origin;
  readonly #notes: VirtualNote[];
  /** Paths of groups by file and address: each is shown once. */
  readonly #shown = new Map<string, string>();

  constructor(files: Files, own: Origin, notes: VirtualNote[]) {
    this.#files = files;
    this.#own = own;
    this.#notes = notes;
  }

  async read(): Promise<FoundGroup | undefined> {
    const root = await this.#own.objects.at(this.#own.root);
    return root.kind === "group" ? this.#group(root, this.#own, "") : undefined;
  }

  /** The object at a path from the root of a file. */
  async find(origin: Origin, path: string): Promise<Placed | undefined> {
    const root = await origin.objects.at(origin.root);
    return root.kind === "group" ? this.#walk({ object: root, origin }, path, path, 0) : undefined;
  }

  async #group(object: Hdf5Group, origin: Origin, path: string): Promise<FoundGroup> {
    this.#shown.set(placeOf(object, origin), path);
    const types: FoundType[] = [];
    const datasets: FoundDataset[] = [];
    const inner: { readonly object: Hdf5Group; readonly origin: Origin; readonly path: string }[] = [];
    for (const { name, target } of object.links) {
      const childPath = path === "" ? name : `${path}/${name}`;
      if (LONE_SURROGATE.test(name)) {
        this.#lose(path, `the name ${JSON.stringify(name)} of a link is not UTF-8`);
        continue;
      }
      if (name === "" || name === "." || name === ".." || name.includes("/")) {
        this.#lose(path, `the name ${JSON.stringify(name)} of a link cannot be part of a path`);
        continue;
      }
      const found = await this.#follow(target, { object, origin }, childPath, 0);
      if (found === undefined) continue;
      const { object: child, origin: from } = found;
      if (child.kind === "type") types.push({ name, type: child.type });
      else if (child.kind === "dataset") datasets.push({ path: childPath, name, object: child, origin: from });
      else if (target.kind === "hard" || !this.#shown.has(placeOf(child, from)))
        inner.push({ object: child, origin: from, path: childPath });
      else this.#note(childPath, `links to the group /${this.#shown.get(placeOf(child, from))}, which is shown there`);
    }
    const groups: FoundGroup[] = [];
    for (const { object: child, origin: from, path: childPath } of inner) {
      const elsewhere = this.#shown.get(placeOf(child, from));
      if (elsewhere === undefined) groups.push(await this.#group(child, from, childPath));
      else this.#note(childPath, `is the same group as /${elsewhere}, and is shown there`);
    }
    const variables = asVariables(datasets, groups, (where, message) => this.#note(where, message));
    return { path, object, origin, types, datasets: variables, groups };
  }

  async #follow(target: LinkTarget, from: Placed, path: string, hops: number): Promise<Placed | undefined> {
    const { origin } = from;
    if (target.kind === "hard") return { object: await origin.objects.at(target.address), origin };
    if (target.kind === "user") {
      this.#lose(path, `a link of type ${target.type}, which only the program that made it can follow`);
      return undefined;
    }
    if (hops >= MOST_HOPS) {
      this.#note(path, `leads through more than ${MOST_HOPS} links, so it is not shown`);
      return undefined;
    }
    if (target.kind === "external") return this.#followExternal(target, from, path, hops);
    const start = target.path.startsWith("/") ? { object: await origin.objects.at(origin.root), origin } : from;
    const found = await this.#walk(start, target.path, path, hops);
    if (found === undefined) this.#note(path, `links to ${target.path}, which does not exist`);
    return found;
  }

  async #followExternal(
    { file, path: inside }: Extract<LinkTarget, { readonly kind: "external" }>,
    { origin }: Placed,
    path: string,
    hops: number,
  ): Promise<Placed | undefined> {
    const other = await this.#files.tryOpen(file, origin);
    if (typeof other === "string") {
      this.#lose(path, `links to ${inside} in the file ${file}, which cannot be used: ${other}`);
      return undefined;
    }
    const root = { object: await other.objects.at(other.root), origin: other };
    const found = await this.#walk(root, inside, path, hops);
    if (found === undefined) this.#lose(path, `links to ${inside} in the file ${file}, which does not exist`);
    return found;
  }

  async #walk(start: Placed, inside: string, path: string, hops: number): Promise<Placed | undefined> {
    let found: Placed | undefined = start;
    for (const name of inside.split("/")) {
      if (name === "" || name === ".") continue;
      const link: LinkTarget | undefined = found?.object.kind === "group" ? targetOf(found.object, name) : undefined;
      found = link && found && (await this.#follow(link, found, path, hops + 1));
      if (found === undefined) return undefined;
    }
    return found;
  }

  #note(path: string, message: string): void {
    this.#notes.push({ path, message });
  }

  #lose(path: string, message: string): void {
    this.#notes.push({ path, message, isLoss: true });
  }
}

const targets = new WeakMap<Hdf5Group, ReadonlyMap<string, LinkTarget>>();

/** Of several links of one name, the first counts. */
function targetOf(group: Hdf5Group, name: string): LinkTarget | undefined {
  let known = targets.get(group);
  if (known === undefined) {
    known = new Map([...group.links].reverse().map((link) => [link.name, link.target]));
    targets.set(group, known);
  }
  return known.get(name);
}

function placeOf({ address }: Hdf5Group, { url }: Origin): string {
  return `${address} ${url}`;
}
