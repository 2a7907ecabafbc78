/** The objects below a key of a bucket as a store, with what the network calls for. */
import type { Store } from "../store.ts";
import { withNetwork } from "../wrappers/with-network.ts";
import { plainS3Store } from "./plain-s3-store.ts";
import type { S3Target } from "./s3-address.ts";
import { S3Client } from "./s3-client.ts";
import { resolveSite, type S3Settings } from "./s3-settings.ts";

/** Nothing is requested until something is read or written; credentials are looked for by then. */
export async function s3Store(target: S3Target, settings: S3Settings = {}): Promise<Store> {
  const site = resolveSite(target, settings);
  const store = plainS3Store(new S3Client(site, settings), { ...settings, retry: settings.retry ?? {} });
  return withNetwork(store, settings, { host: `s3 ${site.endpoint ?? target.bucket}` });
}
