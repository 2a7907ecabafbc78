/** The S3 store on a real server: Ceph's gateway, started for this and stopped after. */
import { afterAll, beforeAll } from "vitest";
import { type Ceph, startCeph } from "../../../scripts/ceph.mjs";
import { parseS3Address } from "../../../src/stores/s3/s3-address.ts";
import { S3Client } from "../../../src/stores/s3/s3-client.ts";
import { resolveSite, type S3Settings } from "../../../src/stores/s3/s3-settings.ts";
import { s3Store } from "../../../src/stores/s3/s3-store.ts";
import type { Store } from "../../../src/stores/store.ts";
import { describeStore, filled, type StoreCapability } from "../../contracts/store-contract.ts";

let ceph: Ceph;
beforeAll(async () => {
  ceph = await startCeph();
  await makeBucket("contract");
}, 300_000);
afterAll(() => ceph.stop());

function settings(): S3Settings {
  const { accessKeyId, secretAccessKey } = ceph;
  return { credentials: { accessKeyId, secretAccessKey }, environment: {} };
}

function client(bucket: string, more: S3Settings = {}): S3Client {
  const given = { ...settings(), ...more };
  return new S3Client(resolveSite(parseS3Address(`${ceph.endpoint}/${bucket}`), given), given);
}

async function makeBucket(name: string): Promise<void> {
  const { failure, error } = await client(name).request({ method: "PUT" });
  if (failure !== undefined) throw error();
}

const capabilities: readonly StoreCapability[] = ["head", "list", "listDirectory", "set", "delete", "deletePrefix"];
let count = 0;
const opened = async (more: S3Settings = {}): Promise<Store> =>
  s3Store(parseS3Address(`${ceph.endpoint}/contract/${++count}`), { ...settings(), ...more });

describeStore("s3Store on Ceph", { capabilities, open: async (entries) => filled(await opened(), entries) });
