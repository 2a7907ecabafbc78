/**
 * Which names of a directory are served. Names that begin with a dot are private (`.git`, `.netrc`, `.env`), but Zarr's and
 * NCZarr's documents begin with one too. A list of paths narrows it further.
 */
import { HyperslabError } from "../../errors.ts";
import type { DirectoryListing } from "../../stores/store.ts";
import { joinKey } from "../../stores/store-key.ts";

/** Documents of Zarr v2, of NCZarr's first version, and of the first draft of Zarr v3. */
const DOCUMENTS: ReadonlySet<string> = new Set([
  ...[".zarray", ".zattrs", ".zgroup", ".zmetadata"],
  ...[".nczarr", ".ncz", ".nczgroup", ".nczarray", ".nczvar", ".nczattr", ".nczattrs"],
  ...[".group.json", ".array.json"],
]);

/** Decides which keys and prefixes are served. */
export interface NameRules {
  /** Fails with `not-allowed` if the key may not be served. */
  check(key: string): void;
  /** Returns whether anything below this prefix may be served. */
  reaches(prefix: string): boolean;
  /** The listing of a prefix without entries that may not be served. */
  shown(prefix: string, listing: DirectoryListing): DirectoryListing;
}

export interface NameRulesOptions {
  /** Serve only these keys and everything below them; everything if undefined. */
  readonly paths?: readonly string[] | undefined;
  /** True if all names are those of a dataset, and none is private. */
  readonly isDataset?: boolean;
}

export function nameRules({ paths, isDataset = false }: NameRulesOptions): NameRules {
  const hasPrivateName = isDataset ? () => false : isPrivate;
  const wanted = paths?.map((path) =>
    path
      .split("/")
      .filter((name) => name !== "")
      .join("/"),
  );
  const isChosen = (key: string): boolean =>
    wanted === undefined || wanted.some((path) => path === "" || key === path || key.startsWith(`${path}/`));
  const leads = (prefix: string): boolean => wanted?.some((path) => path.startsWith(`${prefix}/`)) === true;
  const isOpen = (key: string): boolean => !hasPrivateName(key) && isChosen(key);
  const reaches = (prefix: string): boolean =>
    prefix === "" || (!hasPrivateName(`${prefix}/`) && (isChosen(prefix) || leads(prefix)));
  return {
    check: (key) => {
      if (isOpen(key)) return;
      throw new HyperslabError("not-allowed", "this key is not served", {
        key,
        hint: hasPrivateName(key)
          ? "Names that begin with a dot are private, except documents of Zarr."
          : "The server was told to serve other paths only.",
      });
    },
    reaches,
    shown: (prefix, { keys, prefixes }) => ({
      keys: keys.filter((name) => isOpen(joinKey(prefix, name))),
      prefixes: prefixes.filter((name) => reaches(joinKey(prefix, name))),
    }),
  };
}

/** Documents are at the end of a key: no directory has their name. */
function isPrivate(key: string): boolean {
  if (key[0] !== "." && !key.includes("/.")) return false;
  const names = key.split("/");
  return names.some((name, index) => name[0] === "." && !(index === names.length - 1 && DOCUMENTS.has(name)));
}
