/** Opens the store of the first part of an address. A new kind is one line here and one in `base.ts`. */
import { HyperslabError } from "../../errors.ts";
import { isS3Address, parseS3Address } from "../s3/s3-address.ts";
import type { Store } from "../store.ts";
import { printBase } from "./grammar.ts";
import type { NetcdfOptions } from "./options.ts";
import type { LocationBase } from "./parts.ts";
import type { StoreSettings } from "./settings.ts";

type Opener = (base: LocationBase, settings: StoreSettings, options: NetcdfOptions) => Promise<Store>;

const OPENERS: Readonly<Record<LocationBase["scheme"], Opener>> = {
  file: async (base) => (await import("../file/file-store.ts")).fileStore(only(base, "file").path),
  memory: async (base) => {
    const [{ namedMemoryStore }, { withPrefix }] = await Promise.all([
      import("../memory.ts"),
      import("../wrappers/with-prefix.ts"),
    ]);
    const [name = "", ...prefix] = only(base, "memory").path.split("/");
    return withPrefix(namedMemoryStore(name), prefix.join("/"));
  },
  http: openHttp,
  https: openHttp,
  s3: openS3,
  gs3: openS3,
  gs: async (base, settings) => (await import("../cloud/gs.ts")).gsStore(only(base, "gs", "s3", "gs3"), settings),
  az: async (base, settings) => (await import("../cloud/az.ts")).azStore(only(base, "az"), settings),
};

/** The schemes that can be opened. */
export function knownSchemes(): readonly string[] {
  return Object.keys(OPENERS);
}

/** netCDF's options may choose the protocol; a profile and a region in them override settings. */
export async function openBase(
  base: LocationBase,
  settings: StoreSettings,
  options: NetcdfOptions = {},
): Promise<Store> {
  const { profile, region, mode = [] } = options;
  const asked = mode.find((word) => word === "s3" || word === "gs3");
  const canBe = ["http", "https", "s3", "gs3"].includes(base.scheme);
  if (asked !== undefined && !canBe) {
    throw new HyperslabError("invalid-request", `the mode "${asked}" does not go with ${base.scheme}: addresses`, {
      hint: "Write s3://bucket/key, or the https address of the bucket.",
    });
  }
  const means = { ...settings, ...(profile !== undefined && { profile }), ...(region !== undefined && { region }) };
  return OPENERS[base.scheme](base, means, options);
}

/** Amazon's and Google's hosts are accessed through their own protocol, which can list; a signed URL is kept whole. */
async function openHttp(base: LocationBase, settings: StoreSettings, options: NetcdfOptions): Promise<Store> {
  const { url } = only(base, "http", "https");
  const { mode = [] } = options;
  if (mode.includes("s3") || mode.includes("gs3")) return openS3(base, settings, options);
  if (isS3Address(url)) {
    const target = parseS3Address(url);
    if (target.provider !== "google") return openS3(base, settings, options);
    return (await import("../cloud/gs.ts")).gsStore(target, settings);
  }
  const { headers, forbidden, onNote, onRequest } = settings;
  const { httpStore } = await import("../http/http-store.ts");
  const said = onNote && (({ message }: { readonly message: string }) => onNote(message));
  return httpStore(url, { headers, forbidden, onNote: said, onRequest, cache: cacheIn(settings) });
}

/** An address with netCDF's options is signed as netCDF would sign it, unless requests are to be unsigned. */
async function openS3(base: LocationBase, settings: StoreSettings, options: NetcdfOptions): Promise<Store> {
  const [{ s3Store }, { netcdfS3Settings }] = await Promise.all([
    import("../s3/s3-store.ts"),
    import("../s3/netcdf-settings.ts"),
  ]);
  const address = printBase(base);
  const target = parseS3Address(address);
  const { profile = "", region = "", anonymous } = settings;
  const isNetcdf = anonymous !== true && Object.keys(options).length > 0;
  const pairs = [["aws.profile", profile] as const, ["aws.region", region] as const];
  const means = isNetcdf ? netcdfS3Settings(pairs, target, { address }) : {};
  return s3Store(target, { ...settings, ...means, cache: cacheIn(settings) });
}

function cacheIn({ cacheDirectory }: StoreSettings): { readonly directory: string } | undefined {
  return cacheDirectory === undefined ? undefined : { directory: cacheDirectory };
}

/** The base of one of these schemes, for the opener that is registered for them. */
function only<S extends LocationBase["scheme"]>(
  base: LocationBase,
  ...schemes: S[]
): Extract<LocationBase, { scheme: S }> {
  if (isOneOf(base, schemes)) return base;
  throw new HyperslabError("invalid-request", `${base.scheme}: is opened by another kind of store`);
}

function isOneOf<S extends LocationBase["scheme"]>(
  base: LocationBase,
  schemes: readonly S[],
): base is Extract<LocationBase, { scheme: S }> {
  return schemes.some((scheme) => scheme === base.scheme);
}
