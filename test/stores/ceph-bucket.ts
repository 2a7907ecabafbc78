/** A bucket on Ceph's gateway, and credentials for it in the environment of each test. */
import { afterAll, afterEach, beforeAll, beforeEach, vi } from "vitest";
import { type Ceph, startCeph } from "../../scripts/ceph.mjs";
import { parseS3Address } from "../../src/stores/s3/s3-address.ts";
import { S3Client } from "../../src/stores/s3/s3-client.ts";
import { resolveSite } from "../../src/stores/s3/s3-settings.ts";
import { plainS3Store } from "../../src/stores/s3/s3-store.ts";
import type { Store } from "../../src/stores/store.ts";

export interface CephBucket {
  /** Settings of stores that lead to the gateway. */
  settings(): { readonly endpoint: string };
  /** The bucket itself. */
  store(): Store;
  /** Asks the gateway about the bucket; refusals are errors. */
  send(call: Parameters<S3Client["request"]>[0]): Promise<void>;
}

/** Starts the gateway before the tests of this suite, and makes the bucket. */
export function cephBucket(name: string): CephBucket {
  let ceph: Ceph;
  let client: S3Client;
  const send: CephBucket["send"] = async (call) => {
    const reply = await client.request(call);
    if (reply.failure !== undefined) throw reply.error();
  };
  beforeAll(async () => {
    ceph = await startCeph();
    const { accessKeyId, secretAccessKey, endpoint } = ceph;
    const own = { credentials: { accessKeyId, secretAccessKey }, environment: {} };
    client = new S3Client(resolveSite(parseS3Address(`${endpoint}/${name}`), own), own);
    await send({ method: "PUT" });
  }, 600_000);
  afterAll(() => ceph?.stop());
  beforeEach(() => {
    vi.stubEnv("AWS_ACCESS_KEY_ID", ceph.accessKeyId);
    vi.stubEnv("AWS_SECRET_ACCESS_KEY", ceph.secretAccessKey);
    vi.stubEnv("AWS_CONFIG_FILE", "/dev/null");
    vi.stubEnv("AWS_SHARED_CREDENTIALS_FILE", "/dev/null");
  });
  afterEach(() => vi.unstubAllEnvs());
  return { settings: () => ({ endpoint: ceph.endpoint }), store: () => plainS3Store(client), send };
}
