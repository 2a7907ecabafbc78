/** The stores of public buckets as subjects of the store contract. */
import { afterAll, vi } from "vitest";
import { azStore } from "../../src/stores/cloud/az.ts";
import { bucketStore } from "../../src/stores/cloud/bucket-store.ts";
import { gsStore } from "../../src/stores/cloud/gs.ts";
import { openLocation, parseLocation } from "../../src/stores/location/location.ts";
import { openBase } from "../../src/stores/location/openers.ts";
import type { Store } from "../../src/stores/store.ts";
import { filled, type StoreCapability, type StoreSubject } from "../contracts/store-contract.ts";
import { type CloudServer, cloudServer } from "./cloud-server.ts";
import { accessKeyId, type S3Server, s3Server, secretAccessKey } from "./s3/s3-server.ts";
import { s3Capabilities } from "./s3/s3-subjects.ts";

const capabilities: readonly StoreCapability[] = ["head", "list", "listDirectory"];
let count = 0;

/** Each store at a place of its own, in a bucket that holds something else too. */
function bucket(kind: "gs" | "az", open: (endpoint: string, bucket: string) => Store | Promise<Store>): StoreSubject {
  let server: Promise<CloudServer> | undefined;
  afterAll(async () => (await server)?.close());
  return {
    capabilities,
    open: async (entries) => {
      server ??= cloudServer(kind);
      const { origin, values } = await server;
      const name = `bucket${++count}`;
      const path = kind === "gs" ? name : `account1/${name}`;
      for (const key of ["other", "data", "data.zarr/x", "data/", "dataset/y"])
        values.set(`${path}/${key}`, Uint8Array.of(9));
      for (const [key, value] of entries) values.set(`${path}/data/${key}`, value);
      return open(origin, name);
    },
  };
}

const gs = (endpoint: string, name: string): Store => gsStore({ bucket: name, key: "data" }, { endpoint });
const az = (endpoint: string, name: string): Store =>
  azStore({ account: "account1", container: name, key: "data" }, { endpoint });

export const cloudSubjects: Readonly<Record<string, Readonly<Record<string, StoreSubject>>>> = {
  gsStore: { "a bucket": bucket("gs", gs) },
  azStore: { "a container": bucket("az", az) },
  openBase: {
    "a memory store": {
      open: async (entries) => filled(await openBase({ scheme: "memory", path: `base-${++count}` }, {}), entries),
      capabilities: [...s3Capabilities, "rename"],
    },
  },
  bucketStore: {
    "without listings of its own": bucket("gs", (endpoint, name) => {
      const { list, listDirectory } = gs(endpoint, name);
      const site = { location: "bucket", endpoint, objects: `${endpoint}/${name}/data`, root: "" };
      return { ...bucketStore(site, {}, () => async () => undefined), list: list!, listDirectory: listDirectory! };
    }),
  },
};

const open = (address: string, endpoint: string): Promise<Store> => openLocation(parseLocation(address), { endpoint });

/** The keys of the server are those of the environment while stores are opened. */
function s3Bucket(scheme: string): StoreSubject {
  let server: Promise<S3Server> | undefined;
  afterAll(async () => (await server)?.close());
  return {
    capabilities: s3Capabilities,
    open: async (entries) => {
      const { origin } = await (server ??= s3Server({}));
      vi.stubEnv("AWS_ACCESS_KEY_ID", accessKeyId);
      vi.stubEnv("AWS_SECRET_ACCESS_KEY", secretAccessKey);
      const store = await open(`${scheme}://bucket/${++count}`, origin);
      await filled(store, entries);
      vi.unstubAllEnvs();
      return store;
    },
  };
}

export function cloudLocations(): Readonly<Record<string, StoreSubject>> {
  return {
    "s3:": s3Bucket("s3"),
    "gs3:": s3Bucket("gs3"),
    "gs:": bucket("gs", (endpoint, name) => open(`gs://${name}/data/`, endpoint)),
    "az:": bucket("az", (endpoint, name) => open(`az://${name}@account1/data`, endpoint)),
  };
}
