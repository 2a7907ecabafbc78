/**
 * Addresses of S3 buckets, parsed without any request:
 *
 *   s3://B/K                             gs3://B/K                          (Google's S3 dialect)
 *   https://B.s3.R.amazonaws.com/K       https://B.s3.amazonaws.com/K       https://B.storage.googleapis.com/K
 *   https://s3.R.amazonaws.com/B/K       https://s3.amazonaws.com/B/K       https://storage.googleapis.com/B/K
 *   https://B.s3.example.org/K           https://s3.example.org/B/K         https://host:port/B/K
 */
import { isHyperslabError } from "../../errors.ts";
import { badAddress, decodeEscapes } from "../location/address-text.ts";
import { checkPrefix, withoutEndSlashes } from "../store-key.ts";

/** Whether the bucket is part of the path or of the host. */
export type S3Style = "path" | "virtual";

/** A place in an S3 bucket. */
export interface S3Target {
  /** The bucket. */
  readonly bucket: string;
  /** Keys of a store lie below it; "" means the whole bucket. */
  readonly key: string;
  /** The server's address, if this address names it; otherwise it follows from settings, or is AWS's own. */
  readonly endpoint?: string;
  /** The region, if the address names it. */
  readonly region?: string;
  /** Whether the bucket is part of the path or of the host. By default, whatever suits the server. */
  readonly style?: S3Style;
  /** Whose server it is. */
  readonly provider: "aws" | "google" | "other";
}

type Site = Omit<S3Target, "bucket" | "key">;

/** Dualstack, FIPS and accelerated hosts are kept; plain hosts follow from the region. Web sites are not S3. */
const AWS =
  /^(?:(.+)\.)?(s3(-accelerate|-fips)?(\.dualstack)?(?:[.-]((?!website-)[a-z]{2,}(?:-[a-z]+)+-\d+|external-1))?)\.amazonaws\.com(\.cn)?$/;
const REGION = /^[a-z]{2,}(?:-[a-z]+)+-\d+$/;
const GOOGLE = "storage.googleapis.com";

/** Returns whether this is clearly an S3 address. A query may be a signature, which belongs to plain HTTP. */
export function isS3Address(text: string): boolean {
  const [, scheme = "", host = "", rest = ""] = /^([a-z0-9]+):\/\/([^/?#]*)([^#]*)/i.exec(text) ?? [];
  if (/^g?s3$/i.test(scheme)) return true;
  if (!/^https?$/i.test(scheme) || rest.includes("?")) return false;
  const name = host.toLowerCase();
  return AWS.test(name) || name === GOOGLE || name.endsWith(`.${GOOGLE}`);
}

/** Accepts every form above. Any other http or https host is assumed to be an S3 server with the bucket in the path. */
export function parseS3Address(text: string): S3Target {
  const match = /^([a-z0-9]+):\/\/([^/?#]*)([^?#]*)/di.exec(text);
  const [, scheme = "", host = "", path = ""] = match ?? [];
  const [hostAt = 0] = match?.indices?.[2] ?? [];
  const [pathAt = 0, end = 0] = match?.indices?.[3] ?? [];
  if (match === null) throw badAddress(text, 0, "is not an S3 address", "Write s3://bucket/key.");
  if (end < text.length) throw badAddress(text, end, `has a "${text[end]}" part, which has no meaning here,`, ESCAPE);
  if (host.includes("@")) throw badAddress(text, hostAt, "has a user or password in it", NO_SECRETS);
  const name = scheme.toLowerCase();
  if (name === "s3" && !/\.amazonaws\.com(\.cn)?$/i.test(host)) {
    return target(text, { provider: "aws" }, host, hostAt, path, pathAt);
  }
  if (name === "gs3") return target(text, google(), host, hostAt, path, pathAt);
  if (name !== "s3" && name !== "http" && name !== "https") {
    throw badAddress(text, 0, `has the scheme "${scheme}:", which S3 does not have,`, "Write s3://bucket/key.");
  }
  const { site, bucket } = siteOf(text, name, host.toLowerCase(), hostAt);
  if (bucket !== undefined) return target(text, site, bucket, hostAt, path, pathAt);
  const [, first = "", rest = ""] = /^\/?([^/]*)(.*)$/s.exec(path) ?? [];
  return target(text, site, first, Math.min(pathAt + 1, text.length), rest, pathAt + path.length - rest.length);
}

const ESCAPE = "A key with this character is written with its escape: %3F for ?, %23 for #.";
const NO_SECRETS = "Addresses end up in logs: name a profile, or set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.";

/** What a host name says; the bucket, if it is part of the host. */
function siteOf(
  text: string,
  scheme: string,
  host: string,
  at: number,
): { readonly site: Site; readonly bucket: string | undefined } {
  if (!/^(?:\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::\d{1,5})?$/.test(host)) throw badAddress(text, at, "has no host");
  if (host.endsWith(".amazonaws.com") || host.endsWith(".amazonaws.com.cn")) return amazon(text, host, at);
  if (host === GOOGLE) return { site: google(), bucket: undefined };
  if (host.endsWith(`.${GOOGLE}`)) return { site: google(), bucket: host.slice(0, -GOOGLE.length - 1) };
  const [, bucket, server = host] = /^(.+?)\.(s3[.-].+)$/.exec(host) ?? [];
  const region = /^s3[.-]([^.]+)\./.exec(server)?.[1] ?? "";
  const site: Site = {
    provider: "other",
    endpoint: `${scheme === "s3" ? "https" : scheme}://${server}`,
    style: bucket === undefined ? "path" : "virtual",
    ...(REGION.test(region) ? { region } : {}),
  };
  return { site, bucket };
}

function amazon(text: string, host: string, at: number): { readonly site: Site; readonly bucket: string | undefined } {
  const match = AWS.exec(host);
  if (match === null) {
    const hint = "S3 is at s3.REGION.amazonaws.com; the bucket may come before it, or first in the path.";
    throw badAddress(text, at, "is not an S3 address", hint);
  }
  const [, bucket, server, kind, dualstack, told, china] = match;
  const region = told === "external-1" ? "us-east-1" : told;
  const isPlain = kind === undefined && dualstack === undefined && (china === undefined || region !== undefined);
  const site: Site = {
    provider: "aws",
    ...(isPlain ? {} : { endpoint: `https://${server}.amazonaws.com${china ?? ""}` }),
    ...(region === undefined ? {} : { region }),
    style: bucket === undefined ? "path" : "virtual",
  };
  return { site, bucket };
}

function google(): Site {
  return { provider: "google", endpoint: `https://${GOOGLE}`, style: "path" };
}

function target(text: string, site: Site, bucket: string, bucketAt: number, path: string, pathAt: number): S3Target {
  if (bucket === "") throw badAddress(text, bucketAt, "does not name a bucket", "Write s3://bucket/key.");
  const odd = /[^A-Za-z0-9._:-]/.exec(bucket);
  if (odd !== null || bucket.length > 255) {
    throw badAddress(text, bucketAt + (odd?.index ?? 255), "has an invalid bucket name");
  }
  if (/^arn:/i.test(bucket)) {
    throw badAddress(text, bucketAt, "is an ARN", "Write the alias of the access point in place of the bucket.");
  }
  const inner = withoutEndSlashes(path.replace(/^\//, ""));
  const innerAt = pathAt + (path.startsWith("/") ? 1 : 0);
  const key = decodeEscapes(text, innerAt, inner);
  try {
    checkPrefix(key);
  } catch (error) {
    if (!isHyperslabError(error)) throw error;
    const odd = /(?:^|\/)(?=\/|\.{1,2}(?:\/|$))/.exec(inner);
    throw badAddress(text, innerAt + (odd === null ? 0 : odd.index + odd[0].length), problemOf(error.what));
  }
  return { ...site, bucket, key };
}

/** `the prefix "..." has an empty segment` without the prefix, which the address shows already. */
function problemOf(what: string): string {
  return /" (.*)$/s.exec(what)?.[1] ?? "has a key that cannot be one";
}
