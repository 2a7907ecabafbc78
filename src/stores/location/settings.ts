/** How stores are reached: settings that an address cannot express, or should not, because addresses end up in logs. */

import { HyperslabError } from "../../errors.ts";
import { withoutEndSlashes } from "../store-key.ts";
import type { StoreRequest } from "../wrappers/with-trace.ts";

/** How a server's 403 for a key is interpreted. */
export type ForbiddenMeaning = "error" | "absent";

/** Every setting is optional, and a store uses the ones that apply to it. */
export interface StoreSettings {
  /**
   * Cloud stores: the profile of the shared configuration whose credentials sign requests; `no` or `none` for unsigned
   * requests.
   */
  readonly profile?: string | undefined;
  /** Cloud stores: the server to use instead of the provider's, e.g. `http://127.0.0.1:7480`. */
  readonly endpoint?: string | undefined;
  /** S3: the region; detected by default. */
  readonly region?: string | undefined;
  /** Cloud stores: send unsigned requests and look for no credentials. */
  readonly anonymous?: boolean | undefined;
  /** S3: the reader of the bucket pays. */
  readonly requesterPays?: boolean | undefined;
  /** HTTP: sent with every request to the store's origin, and to no other. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /**
   * Remote stores: how 403 for a key is interpreted: always as an `error`, or as `absent`. By default the key is absent
   * if the server answers 403 for missing keys and still serves other keys; otherwise it is an error.
   */
  readonly forbidden?: ForbiddenMeaning | undefined;
  /** Called once per request to the store, when it has ended. */
  readonly onRequest?: ((request: StoreRequest) => void) | undefined;
  /** The same for addresses that request it with netCDF's `#show=fetch`, if `onRequest` is not given. */
  readonly onShown?: ((request: StoreRequest) => void) | undefined;
  /** Called with requests of an address or a server that are handled differently or ignored. */
  readonly onNote?: ((message: string) => void) | undefined;
  /** Remote stores: a local directory that caches values, also for later runs. */
  readonly cacheDirectory?: string | undefined;
  /** Reference sets, and other files that refer to files: where those files are, and how they are reached. */
  readonly references?: ReferenceSettings | undefined;
}

/** How the targets of references are found and reached. */
export interface ReferenceSettings {
  /** Relative targets are resolved against this directory instead of the set's own. */
  readonly base?: string | undefined;
  /** The target of references that name none: `[null, offset, length]`. */
  readonly target?: string | undefined;
  /** Values of templates, which replace those in the set. */
  readonly templates?: Readonly<Record<string, string>> | undefined;
  /**
   * If true, behave like fsspec's default: `gen` is ignored, templates are plain names, and relative targets are
   * resolved against the working directory.
   */
  readonly strictFsspec?: boolean | undefined;
  /**
   * Addresses of directories, buckets or servers that a set may refer to, besides its own surroundings and public
   * `https:`, `s3:`, `gs:` and `az:` addresses. The word `any` allows everything, except that local files may only be
   * referenced by a local set.
   */
  readonly allow?: readonly string[] | undefined;
  /**
   * Called once per server and bucket that targets lie on (`https://host`, `s3://bucket`). The result (headers,
   * credentials, an endpoint, `requesterPays`) is used there and nowhere else.
   */
  readonly reach?: ((origin: string) => ReachSettings | undefined | Promise<ReachSettings | undefined>) | undefined;
}

/** How one server or bucket is reached. */
export type ReachSettings = Omit<StoreSettings, "references" | "onRequest" | "onShown" | "onNote">;

/** Checks the address of a server and removes its trailing slashes. */
export function checkEndpoint(given: string): string {
  const url = URL.canParse(given) ? new URL(given) : undefined;
  const isPlain = url?.search === "" && url.hash === "" && url.username === "" && url.password === "";
  if (url !== undefined && isPlain && /^https?:$/.test(url.protocol)) return withoutEndSlashes(url.href);
  throw new HyperslabError("invalid-request", "the endpoint is not the address of a server", {
    hint: "Write it as https://host:port, without user, password or query.",
  });
}
