/** Deletes many objects, up to a thousand per request; one by one if the server cannot do that. */

import { md5 } from "../../bytes/checksum/md5.ts";
import { forEachBounded } from "../../bytes/concurrency.ts";
import { encodeBase64 } from "../../bytes/text/base64.ts";
import { encodeUtf8 } from "../../bytes/text/utf8.ts";
import type { ErrorPlace } from "../../errors.ts";
import type { S3Client } from "./s3-client.ts";
import { isAbsence, s3Error } from "./s3-error.ts";
import { childrenOf, childText, escapeXml, fitsXml, parseXml } from "./xml.ts";

const LARGEST_ANSWER = 4 * 1024 * 1024;
const AT_ONCE = 16;

/** Deleting an absent object is not an error. */
export async function deleteObject(
  client: S3Client,
  key: string,
  place: ErrorPlace,
  signal?: AbortSignal,
): Promise<void> {
  const { failure, error } = await client.request({ method: "DELETE", key, place, signal });
  if (failure !== undefined && !isAbsence(failure)) throw error();
}

/** At most `s3Limits.deletedKeys` of them. */
export async function deleteObjects(client: S3Client, keys: readonly string[], signal?: AbortSignal): Promise<void> {
  const place: ErrorPlace = { location: client.site.location };
  const oneByOne = (some: readonly string[]): Promise<void> =>
    forEachBounded(some, AT_ONCE, (key) => deleteObject(client, key, place, signal), signal);
  const named = keys.filter(fitsXml);
  if (named.length < keys.length) await oneByOne(keys.filter((key) => !fitsXml(key)));
  if (named.length === 0) return;
  const body = deleteDocument(named);
  const headers = { "content-type": "application/xml", "content-md5": encodeBase64(md5(body)) };
  const take = (): number => LARGEST_ANSWER;
  const reply = await client.request({ method: "POST", query: [["delete", ""]], headers, body, place, signal, take });
  if (reply.failure === undefined) return checkDeleted(client, reply.response.body, place);
  const { status, code } = reply.failure;
  if (status !== 501 && status !== 405 && code !== "NotImplemented") throw reply.error();
  await oneByOne(named);
}

function deleteDocument(keys: readonly string[]): Uint8Array {
  const objects = keys.map((key) => `<Object><Key>${escapeXml(key)}</Key></Object>`).join("");
  const name = "http://s3.amazonaws.com/doc/2006-03-01/";
  return encodeUtf8(
    `<?xml version="1.0" encoding="UTF-8"?><Delete xmlns="${name}"><Quiet>true</Quiet>${objects}</Delete>`,
  );
}

/** The response names the objects that could not be deleted. */
function checkDeleted(client: S3Client, body: Uint8Array, place: ErrorPlace): void {
  const [first] = body.byteLength === 0 ? [] : childrenOf(parseXml(body, place), "Error");
  if (first === undefined) return;
  const { from } = client.site.credentials;
  const code = childText(first, "Code")?.trim() ?? "";
  const status = code === "AccessDenied" ? 403 : 500;
  const failure = { status, code, region: undefined, time: undefined };
  throw s3Error(failure, { place: { ...place, key: childText(first, "Key") ?? "" }, from, signed: true });
}
