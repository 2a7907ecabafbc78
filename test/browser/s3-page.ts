/** Runs in a page: the store contract on a bucket of another origin, signed in the page. */

import { parseS3Address } from "../../src/stores/s3/s3-address.ts";
import { s3Objects } from "../../src/stores/s3/s3-objects.ts";
import { s3Store } from "../../src/stores/s3/s3-store.ts";
import type { S3Credentials } from "../../src/stores/s3/sigv4.ts";
import { describeStore, filled } from "../contracts/store-contract.ts";
import { runCollected } from "./page-vitest.ts";

Object.assign(globalThis, {
  Buffer: {
    compare: (a: Uint8Array, b: Uint8Array) =>
      a.byteLength === b.byteLength && a.every((byte, i) => byte === b[i]) ? 0 : 1,
  },
});

const capabilities = ["head", "list", "listDirectory", "set", "delete", "deletePrefix"] as const;

Object.assign(window, {
  bucket: {
    run: (address: string, credentials: S3Credentials) => {
      let count = 0;
      return runCollected(() =>
        describeStore("a bucket", {
          capabilities,
          open: async (entries) =>
            filled(await s3Store(parseS3Address(`${address}/${++count}`), { credentials }), entries),
        }),
      );
    },
    presign: (address: string, credentials: S3Credentials) =>
      s3Objects(parseS3Address(address), { credentials }).presign("k", 60),
    failure: async (address: string, credentials: S3Credentials) => {
      const store = await s3Store(parseS3Address(address), { credentials });
      return store.get("k").then(String, String);
    },
  },
});
