/** Headers that settings require, each with the requests it belongs to, because servers refuse headers that do not apply. */

import { md5 } from "../../bytes/checksum/md5.ts";
import { encodeBase64 } from "../../bytes/text/base64.ts";
import { HyperslabError } from "../../errors.ts";
import type { S3Encryption, S3Settings } from "./s3-settings.ts";

/** Keyed by method and query of a request. */
export type S3Headers = (method: string, query: string) => Readonly<Record<string, string>>;

/** Headers about the object to create; all others are sent with every request. */
const OF_OBJECT =
  /^(?:x-amz-(?:server-side-encryption(?!-customer)|acl|grant-|storage-class|tagging|meta-|object-lock-|website-)|content-|cache-control$|expires$)/;

export function s3Headers({ headers = {}, requesterPays, encryption }: S3Settings): S3Headers {
  const given = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const);
  const everywhere = Object.fromEntries(given.filter(([name]) => !OF_OBJECT.test(name)));
  const ofObject = Object.fromEntries(given.filter(([name]) => OF_OBJECT.test(name)));
  const always = { ...everywhere, ...(requesterPays === true ? { "x-amz-request-payer": "requester" } : {}) };
  const customer = encryption?.kind === "customer" ? customerKey(encryption.key) : {};
  const made = { "content-type": "application/octet-stream", ...ofObject, ...serverKey(encryption), ...customer };
  return (method, query) => {
    const makes = (method === "PUT" && query === "") || (method === "POST" && query === "uploads=");
    if (makes) return { ...always, ...made };
    const reads = (method === "GET" || method === "HEAD") && query === "";
    const isPart = method === "PUT" && query.includes("uploadId=");
    return reads || isPart ? { ...always, ...customer } : always;
  };
}

function serverKey(encryption: S3Encryption | undefined): Record<string, string> {
  if (encryption === undefined || encryption.kind === "customer") return {};
  const keyId = "keyId" in encryption ? encryption.keyId : undefined;
  return {
    "x-amz-server-side-encryption": encryption.kind,
    ...(keyId === undefined ? {} : { "x-amz-server-side-encryption-aws-kms-key-id": keyId }),
  };
}

function customerKey(key: Uint8Array): Record<string, string> {
  if (key.byteLength !== 32) {
    throw new HyperslabError("invalid-request", `a key of ${key.byteLength} bytes cannot be used for encryption`, {
      hint: "AES-256 needs keys of 32 bytes.",
    });
  }
  return {
    "x-amz-server-side-encryption-customer-algorithm": "AES256",
    "x-amz-server-side-encryption-customer-key": encodeBase64(key),
    "x-amz-server-side-encryption-customer-key-md5": encodeBase64(md5(key)),
  };
}
