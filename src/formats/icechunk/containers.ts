/**
 * Virtual chunk containers: names for places outside the repository. `vcc://model/a.nc` is `a.nc` below the URL of the
 * container `model`. Version 2 of the format keeps them in the file `repo`, version 1 in `config.yaml`.
 */
import type { PlainJson } from "../../bytes/json/node.ts";

/** The URL of each container that has a name, with a slash at its end. */
export type Containers = ReadonlyMap<string, string>;

export const CONTAINER_SCHEME = "vcc://";

const CONTAINERS = "virtual_chunk_containers";

export function containersOf(config: PlainJson | undefined): Containers {
  const member = recordMember(config, CONTAINERS);
  const entries = Array.isArray(member)
    ? member
    : member !== null && typeof member === "object"
      ? Object.values(member)
      : [];
  const containers = new Map<string, string>();
  for (const entry of entries) add(containers, recordMember(entry, "name"), recordMember(entry, "url_prefix"));
  return containers;
}

/**
 * The only members of `config.yaml` that matter here, as Icechunk writes them: one per line, indented by two spaces per
 * level.
 */
export function containersInYaml(text: string): Containers {
  const containers = new Map<string, string>();
  let entry: Record<string, string> = {};
  let isWithin = false;
  for (const line of text.split(/\r?\n/)) {
    if (/^\S/.test(line)) {
      isWithin = line.startsWith(`${CONTAINERS}:`);
      continue;
    }
    if (!isWithin) continue;
    if (/^ {2}\S/.test(line)) entry = {};
    const member = /^ {4}(name|url_prefix): (.*)$/.exec(line);
    if (member === null) continue;
    entry[member[1]!] = scalar(member[2]!);
    add(containers, entry["name"], entry["url_prefix"]);
  }
  return containers;
}

function scalar(text: string): string {
  const quoted = /^'(.*)'$/.exec(text)?.[1];
  if (quoted !== undefined) return quoted.replaceAll("''", "'");
  const double = /^"([^\\"]*)"$/.exec(text)?.[1];
  return double ?? (text === "null" || text === "~" ? "" : text);
}

function add(containers: Map<string, string>, name: PlainJson | undefined, url: PlainJson | undefined): void {
  if (typeof name !== "string" || typeof url !== "string" || name === "" || url === "") return;
  containers.set(name, url.endsWith("/") ? url : `${url}/`);
}

function recordMember(value: PlainJson | undefined, name: string): PlainJson | undefined {
  if (value === null || typeof value !== "object" || Array.isArray(value)) return undefined;
  return Object.entries(value).find(([key]) => key === name)?.[1];
}
