/** Files outside the repository that hold chunks: where they are, and whether they are still the referenced version. */
import { HyperslabError } from "../../errors.ts";
import type { OpenedSource, OpenSource } from "../format.ts";
import { CONTAINER_SCHEME, type Containers } from "./containers.ts";
import type { VirtualReference } from "./manifest.ts";

/** Opens the file that a reference leads to, one source per file and recorded version, so that all reads are of one version. */
export type OpenTarget = (reference: VirtualReference) => Promise<OpenedSource>;

export interface VirtualTargets {
  /** Its address in our grammar. */
  addressOf(reference: VirtualReference): Promise<string>;
  readonly open: OpenTarget;
}

export function virtualTargets(openSource: OpenSource, containers: () => Promise<Containers>): VirtualTargets {
  const opened = new Map<string, Promise<OpenedSource>>();
  const open: OpenTarget = (reference) => {
    const { location, etag, modified } = reference;
    const name = JSON.stringify([location, etag, modified]);
    let source = opened.get(name);
    if (source === undefined) {
      source = addressOf(location, containers).then(async (address) =>
        checked(await openSource(address), reference, address),
      );
      opened.set(name, source);
      // A file that could not be opened is tried again.
      source.catch(() => opened.delete(name));
    }
    return source;
  };
  return { addressOf: ({ location }) => addressOf(location, containers), open };
}

/** The validator of a file with this ETag. */
export function etagValidator(etag: string): string {
  return `etag "${etag.replace(/^(?:W\/)?"?|"$/g, "")}"`;
}

/** A stored location as an address in our grammar, in which `|`, `::`, `#` and `?` have meanings that they lack there. */
async function addressOf(location: string, containers: () => Promise<Containers>): Promise<string> {
  const url = await absolute(location, containers);
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(url)?.[1]?.toLowerCase();
  if (scheme === undefined) throw bad(location, "is not a URL");
  const escaped = url.replaceAll("|", "%7C").replaceAll("::", "%3A%3A").replaceAll("#", "%23");
  const address = scheme === "http" || scheme === "https" ? escaped : escaped.replaceAll("?", "%3F");
  if (/(?:^|\/)(?:\.|%2e){1,2}(?:\/|$)/i.test(address) || address.includes("\0")) {
    throw bad(location, 'has a "." or ".." where names go');
  }
  // Tigris is S3 under another name; its endpoint is a setting of the caller.
  return address.replace(/^tigris:/i, "s3:");
}

async function absolute(location: string, containers: () => Promise<Containers>): Promise<string> {
  if (!location.startsWith(CONTAINER_SCHEME)) return location;
  const [, name = "", path = ""] = /^([^/]*)\/(.*)$/s.exec(location.slice(CONTAINER_SCHEME.length)) ?? [];
  const known = await containers();
  const url = known.get(name);
  if (url !== undefined && path !== "") return `${url}${path}`;
  const names = [...known.keys()].join(", ");
  throw bad(location, `names no container of the repository (${names === "" ? "it has none" : `it has ${names}`})`);
}

function bad(location: string, problem: string): HyperslabError {
  return new HyperslabError("invalid-data", `the location ${JSON.stringify(location)} of a virtual chunk ${problem}`);
}

/** The source, unless the file is known to differ from the referenced one. */
async function checked(source: OpenedSource, reference: VirtualReference, address: string): Promise<OpenedSource> {
  const { etag, modified } = reference;
  if (etag !== undefined) {
    if (source.path !== undefined || source.version === undefined) {
      throw new HyperslabError(
        "unsupported",
        `the chunk should be read from ${address} with ETag ${etag}, but local files have none`,
        {
          hint: "Only servers report the version of a file as an ETag. Write the reference again with a time, or without either.",
        },
      );
    }
    // The first response of another version fails, without a separate request.
    source.version.validator = etagValidator(etag);
  }
  if (modified === undefined) return source;
  const changed = await source.modified?.();
  if (changed === undefined || Math.floor(changed / 1000) <= modified) return source;
  const [then, now] = [new Date(modified * 1000), new Date(changed)].map((time) => time.toISOString());
  throw new HyperslabError("invalid-data", `${address} was changed on ${now}, after the reference to it of ${then}`, {
    hint: "Its chunks may lie elsewhere now. Restore the file, or write the references again.",
  });
}
