/** How the stores behind addresses are reached: what no address can say, or should not, because addresses end up in logs. */
import type { StoreRequest } from "../wrappers/with-trace.ts";

/** What a server's refusal to give a key is taken for. */
export type ForbiddenMeaning = "error" | "absent";

/** Every setting is optional, and a store takes the ones that mean something to it. */
export interface StoreSettings {
  /** Cloud stores: the profile of the shared configuration whose credentials sign; `no` or `none`: unsigned. */
  readonly profile?: string | undefined;
  /** Cloud stores: the server to ask in place of the provider's, `http://127.0.0.1:7480`. */
  readonly endpoint?: string | undefined;
  /** S3: the region, where it should not be found by itself. */
  readonly region?: string | undefined;
  /** Cloud stores: sign nothing and look for no credentials. */
  readonly anonymous?: boolean | undefined;
  /** S3: the reader of the bucket pays. */
  readonly requesterPays?: boolean | undefined;
  /** HTTP: sent with every request to the store's origin, and to no other. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /**
   * Remote stores: what 403 for a key means, always an `error` or that the key is `absent`. Default: absent where the server is
   * found to answer so for what does not exist, and still gives other keys; else an error.
   */
  readonly forbidden?: ForbiddenMeaning | undefined;
  /** Called when a request to the store has ended, once for each. */
  readonly onRequest?: ((request: StoreRequest) => void) | undefined;
  /** Told what an address or a server asks for that is done in another way, or not at all. */
  readonly onNote?: ((message: string) => void) | undefined;
  /** Remote stores: a directory of this machine to keep what was read in, for later programs too. */
  readonly cacheDirectory?: string | undefined;
}
