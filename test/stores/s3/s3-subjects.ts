/** The S3 store as a subject of the store contract, over the small server of the tests. */
import { afterAll } from "vitest";
import { parseS3Address } from "../../../src/stores/s3/s3-address.ts";
import { S3Client } from "../../../src/stores/s3/s3-client.ts";
import { resolveSite, type S3Settings } from "../../../src/stores/s3/s3-settings.ts";
import { plainS3Store, s3Store } from "../../../src/stores/s3/s3-store.ts";
import type { Store } from "../../../src/stores/store.ts";
import { filled, type StoreCapability, type StoreSubject } from "../../contracts/store-contract.ts";
import { accessKeyId, type S3Server, type S3ServerOptions, s3Server, secretAccessKey } from "./s3-server.ts";

export const s3Capabilities: readonly StoreCapability[] = [
  "head",
  "list",
  "listDirectory",
  "set",
  "delete",
  "deletePrefix",
];

/** Nothing of the machine that the tests run on. */
export const testSettings: S3Settings = { credentials: { accessKeyId, secretAccessKey }, environment: {} };

export function s3Client(address: string, settings: S3Settings = testSettings): S3Client {
  return new S3Client(resolveSite(parseS3Address(address), settings), settings);
}

function served(options: S3ServerOptions, open: (address: string) => Promise<Store>): StoreSubject {
  let server: Promise<S3Server> | undefined;
  let count = 0;
  afterAll(async () => (await server)?.close());
  return {
    capabilities: s3Capabilities,
    open: async (entries) => {
      server ??= s3Server(options);
      return filled(await open(`${(await server).origin}/bucket/${++count}`), entries);
    },
  };
}

/** Two items a page, one deletion at a time, in a region and by a clock of its own. */
const awkward: S3ServerOptions = { pageSize: 2, deletesMany: false, region: "eu-west-9", ahead: 3600_000 };

export const s3Subjects: Readonly<Record<string, Readonly<Record<string, StoreSubject>>>> = {
  s3Store: {
    "a server of S3": served({}, (address) => s3Store(parseS3Address(address), testSettings)),
  },
  plainS3Store: {
    "an awkward server, in parts": served(awkward, async (address) =>
      plainS3Store(s3Client(address), { multipartFrom: 5 * 2 ** 20, partSize: 5 * 2 ** 20 }),
    ),
  },
};
