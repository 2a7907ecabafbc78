/** The groups and datasets of a file by path: links are followed, and what leads nowhere is noted. */
import type { VirtualNote } from "../../model/virtual/virtual-dataset.ts";
import type { LinkTarget } from "./messages/link.ts";
import type { Hdf5Dataset, Hdf5Group, Hdf5Object, Objects } from "./objects.ts";

export interface FoundDataset {
  readonly path: string;
  readonly name: string;
  readonly object: Hdf5Dataset;
}

export interface FoundGroup {
  readonly path: string;
  readonly object: Hdf5Group;
  readonly datasets: readonly FoundDataset[];
  readonly groups: readonly FoundGroup[];
}

/** Soft links that lead to soft links. */
const MOST_HOPS = 16;
/** Stands for a byte that is not UTF-8. In Unicode mode a class of surrogates matches only lone ones. */
const LONE_SURROGATE = /[\ud800-\udfff]/u;
/** netCDF-C puts this before the name of a variable that is called like a dimension but is not its coordinate. */
const NOT_COORDINATE = "_nc4_non_coord_";

export class Tree {
  readonly #objects: Objects;
  readonly #root: number;
  readonly #notes: VirtualNote[];
  /** Paths of groups by address: each is shown once. */
  readonly #shown = new Map<number, string>();

  constructor(objects: Objects, root: number, notes: VirtualNote[]) {
    this.#objects = objects;
    this.#root = root;
    this.#notes = notes;
  }

  async read(): Promise<FoundGroup | undefined> {
    const root = await this.#objects.at(this.#root);
    return root.kind === "group" ? this.#group(root, "") : undefined;
  }

  async #group(object: Hdf5Group, path: string): Promise<FoundGroup> {
    this.#shown.set(object.address, path);
    const datasets: FoundDataset[] = [];
    const inner: { readonly object: Hdf5Group; readonly path: string }[] = [];
    for (const { name, target } of object.links) {
      const shown = name.startsWith(NOT_COORDINATE) ? name.slice(NOT_COORDINATE.length) : name;
      const childPath = path === "" ? shown : `${path}/${shown}`;
      if (LONE_SURROGATE.test(shown)) {
        this.#lose(path, `the name ${JSON.stringify(name)} of a link is not UTF-8`);
        continue;
      }
      if (shown === "" || shown === "." || shown === ".." || shown.includes("/")) {
        this.#lose(path, `the name ${JSON.stringify(name)} of a link cannot be part of a path`);
        continue;
      }
      const child = await this.#follow(target, object, childPath);
      if (child === undefined || child.kind === "type") continue;
      if (child.kind === "dataset") datasets.push({ path: childPath, name: shown, object: child });
      else if (target.kind === "hard" || !this.#shown.has(child.address))
        inner.push({ object: child, path: childPath });
      else this.#note(childPath, `links to the group /${this.#shown.get(child.address)}, which is shown there`);
    }
    const groups: FoundGroup[] = [];
    for (const { object: child, path: childPath } of inner) {
      const elsewhere = this.#shown.get(child.address);
      if (elsewhere === undefined) groups.push(await this.#group(child, childPath));
      else this.#note(childPath, `is the same group as /${elsewhere}, and is shown there`);
    }
    return { path, object, datasets, groups };
  }

  async #follow(target: LinkTarget, from: Hdf5Group, path: string, hops = 0): Promise<Hdf5Object | undefined> {
    if (target.kind === "hard") return this.#objects.at(target.address);
    if (target.kind === "external") {
      this.#lose(path, `links to ${target.path} in the file ${target.file}, which is not followed`);
      return undefined;
    }
    if (target.kind === "user") {
      this.#lose(path, `a link of type ${target.type}, which only the program that made it can follow`);
      return undefined;
    }
    if (hops >= MOST_HOPS) {
      this.#note(path, `leads through more than ${MOST_HOPS} links, so nothing is shown`);
      return undefined;
    }
    let object: Hdf5Object | undefined = target.path.startsWith("/") ? await this.#objects.at(this.#root) : from;
    for (const name of target.path.split("/")) {
      if (name === "" || name === ".") continue;
      const link: LinkTarget | undefined =
        object?.kind === "group" ? object.links.find((each) => each.name === name)?.target : undefined;
      object = link && object?.kind === "group" ? await this.#follow(link, object, path, hops + 1) : undefined;
      if (object === undefined) break;
    }
    if (object === undefined) this.#note(path, `links to ${target.path}, where nothing is`);
    return object;
  }

  #note(path: string, message: string): void {
    this.#notes.push({ path, message });
  }

  #lose(path: string, message: string): void {
    this.#notes.push({ path, message, isLoss: true });
  }
}
