/** How to reach a bucket: the host, path, region and clock of its server, as far as known. */
import { encodeUtf8 } from "../../bytes/text/utf8.ts";
import { HyperslabError } from "../../errors.ts";
import { withoutEndSlashes } from "../store-key.ts";
import type { S3Site } from "./s3-settings.ts";
import { encodePath } from "./sigv4.ts";

export interface BucketAddress {
  readonly origin: string;
  readonly region: string;
  /** How far the server's clock is ahead of ours, in milliseconds. */
  readonly ahead: number;
  /** Escaped, from the first slash on; "" is the bucket itself. */
  pathOf(key: string): string;
  learnRegion(region: string): void;
  learnTime(time: number): void;
}

/** Known regions of buckets and clock offsets of their servers, for all stores of this process. */
const regions = new Map<string, string>();
const clocks = new Map<string, number>();

export function bucketAddress({ endpoint, style, target, region, location }: S3Site): BucketAddress {
  const name = `${endpoint ?? "aws"} ${target.bucket}`;
  const base = endpoint === undefined ? "" : withoutEndSlashes(new URL(endpoint).pathname);
  const path = style === "path" ? `${base}/${encodePath(target.bucket)}` : base;
  const host = style === "virtual" ? `${target.bucket}.` : "";
  return {
    get origin() {
      if (endpoint !== undefined) return new URL(endpoint).origin.replace("//", `//${host}`);
      // If the region is unknown, AWS's own routing usually finds the bucket at once.
      const known = regions.get(name) ?? region;
      const suffix = known?.startsWith("cn-") === true ? "amazonaws.com.cn" : "amazonaws.com";
      return `https://${host}s3.${known === undefined ? "" : `${known}.`}${suffix}`;
    },
    get region() {
      return regions.get(name) ?? region ?? "us-east-1";
    },
    get ahead() {
      return clocks.get(name) ?? 0;
    },
    pathOf: (key) => {
      if (key === "") return path || "/";
      checkSegments(key, location);
      checkLength(key, location);
      return `${path}/${encodePath(key)}`;
    },
    learnRegion: (found) => void regions.set(name, found),
    learnTime: (time) => void clocks.set(name, time - Date.now()),
  };
}

/** URLs drop such segments, however they are escaped: the request would be for a different object. */
function checkSegments(key: string, location: string): void {
  if (!/(?:^|\/)\.{1,2}(?:\/|$)/.test(key)) return;
  throw new HyperslabError("invalid-request", "an object whose key has a segment of dots cannot be requested", {
    location,
    key,
  });
}

/** The longest key of S3. Longer ones are refused here, because a deep hierarchy would otherwise fail halfway. */
const LONGEST_KEY = 1024;

function checkLength(key: string, location: string): void {
  // A UTF-16 unit takes at most three bytes.
  if (key.length * 3 <= LONGEST_KEY) return;
  const length = encodeUtf8(key).byteLength;
  if (length <= LONGEST_KEY) return;
  throw new HyperslabError("invalid-request", `the key has ${length} bytes, but S3 allows at most ${LONGEST_KEY}`, {
    location,
    key,
    hint: "Use shorter names, or fewer levels of groups.",
  });
}
