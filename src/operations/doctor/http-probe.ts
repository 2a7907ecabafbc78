/** Single requests to the server of an address, without retries or fallbacks. Any status counts as a response. */
import type { ErrorPlace } from "../../errors.ts";
import type { BucketSite } from "../../stores/cloud/bucket-store.ts";
import { environmentAuthorization } from "../../stores/http/credentials.ts";
import { httpAddress } from "../../stores/http/http-address.ts";
import { transportFailure } from "../../stores/http/http-error.ts";
import { contentLength } from "../../stores/http/response-facts.ts";
import { sharedTransport } from "../../stores/http/transport/shared-transport.ts";
import { type HttpResponse, type ResponseHead, TransportError } from "../../stores/http/transport/transport.ts";
import { printBase } from "../../stores/location/grammar.ts";
import type { Location } from "../../stores/location/parts.ts";
import type { StoreSettings } from "../../stores/location/settings.ts";
import { isS3Address, parseS3Address } from "../../stores/s3/s3-address.ts";
import { joinKey } from "../../stores/store-key.ts";

export interface ProbeRequest {
  readonly method: "GET" | "HEAD" | "OPTIONS";
  /** "" is the address itself. */
  readonly key: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
}

/** Determines which configuration controls the server. */
export type ServerKind = "http" | "s3" | "gs" | "az";

export interface HttpProbe {
  readonly kind: ServerKind;
  readonly location: string;
  readonly url: URL;
  /** Who signs the requests; never the secret. */
  credentials(): Promise<string>;
  send(request: ProbeRequest): Promise<HttpResponse>;
}

/** The most of a response that is read: documents are short, and other objects are read in parts. */
const MOST_BYTES = 4 * 1024 * 1024;
const MOST_REDIRECTS = 5;

/** Undefined if the address does not name a server. */
export async function httpProbe(location: Location, settings: StoreSettings): Promise<HttpProbe | undefined> {
  const { base, options } = location;
  if (base.scheme === "s3" || base.scheme === "gs3") return s3Probe(location, settings);
  if (base.scheme === "gs")
    return bucketProbe("gs", (await import("../../stores/cloud/gs.ts")).gsSite(base, settings), settings);
  if (base.scheme === "az")
    return bucketProbe("az", (await import("../../stores/cloud/az.ts")).azSite(base, settings), settings);
  if (base.scheme !== "http" && base.scheme !== "https") return undefined;
  const byMode = options?.mode?.some((word) => word === "s3" || word === "gs3") === true;
  const isBucket = isS3Address(base.url) && parseS3Address(base.url).provider !== "google";
  return byMode || isBucket ? s3Probe(location, settings) : plainProbe(base.url, settings);
}

function plainProbe(text: string, settings: StoreSettings): HttpProbe {
  const address = httpAddress(text);
  const { location, origin } = address;
  const given = Object.fromEntries(
    Object.entries(settings.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]),
  );
  const authorization = environmentAuthorization(origin, globalThis.process?.env ?? {});
  const secrets: Readonly<Record<string, string>> = authorization === undefined ? given : { authorization, ...given };
  return {
    kind: "http",
    location,
    url: address.urlOf(""),
    credentials: async () => {
      if (Object.keys(given).length > 0) return `the headers ${Object.keys(given).join(", ")}, as given`;
      if (authorization === undefined) return "none";
      return authorization.startsWith("Bearer") ? "the token in HYPERSLAB_HTTP_TOKEN" : "HYPERSLAB_HTTP_USER";
    },
    send: async ({ method, key, headers, signal }) => {
      let url = address.urlOf(key);
      for (let redirects = 0; ; redirects++) {
        // A preflight request carries no credentials, as in browsers.
        const own = url.origin === origin && method !== "OPTIONS" ? secrets : {};
        const response = await exchanged({ method, url, headers: { ...headers, ...own }, signal }, { location, key });
        const target = response.header("location");
        const leads = response.status >= 301 && response.status <= 308 && response.status !== 304;
        if (!leads || target === undefined || redirects === MOST_REDIRECTS || !URL.canParse(target, url))
          return response;
        url = new URL(target, url);
        if (!/^https?:$/.test(url.protocol)) return response;
      }
    },
  };
}

/** Public objects in a cloud are files on a server. */
function bucketProbe(kind: "gs" | "az", site: BucketSite, { headers = {} }: StoreSettings): HttpProbe {
  const { objects, location } = site;
  const names = Object.keys(headers).join(", ");
  const credentials = async (): Promise<string> =>
    names === "" ? "none, because these are public objects" : `the headers ${names}, as given`;
  return { ...plainProbe(objects, { headers: { ...site.headers, ...headers } }), kind, location, credentials };
}

async function s3Probe(location: Location, settings: StoreSettings): Promise<HttpProbe> {
  const [{ S3Client }, { resolveSite }] = await Promise.all([
    import("../../stores/s3/s3-client.ts"),
    import("../../stores/s3/s3-settings.ts"),
  ]);
  const { profile = settings.profile, region = settings.region } = location.options ?? {};
  const means = { ...settings, profile, region };
  const target = parseS3Address(printBase(location.base));
  const site = resolveSite(target, means);
  const client = new S3Client(site, means);
  return {
    kind: "s3",
    location: site.location,
    url: client.address.urlOf(""),
    credentials: async () => {
      await site.credentials.get();
      return `${site.credentials.from}; region ${site.region ?? "detected"}`;
    },
    send: async ({ method, key, headers = {}, signal }) => {
      const place = { location: site.location, key };
      if (method === "OPTIONS") {
        return exchanged({ method, url: client.address.urlOf(key), headers, signal }, place);
      }
      const take = takeShort;
      const { response } = await client.request({
        method,
        key: joinKey(target.key, key),
        headers,
        take,
        signal,
        place,
      });
      return response;
    },
  };
}

/** The body of a longer object is not read; its length is enough. */
function takeShort(head: ResponseHead): number | undefined {
  return (contentLength(head) ?? 0) <= MOST_BYTES ? MOST_BYTES : undefined;
}

interface Asked {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal | undefined;
}

async function exchanged({ method, url, headers, signal }: Asked, place: ErrorPlace): Promise<HttpResponse> {
  const transport = await sharedTransport({});
  const all = transport.decodes ? headers : { "accept-encoding": "identity", "user-agent": "hyperslab", ...headers };
  // A server may close an idle connection just when it is used again. Retry once on a new one.
  for (let attempt = 0; ; attempt++) {
    try {
      return await transport.request({ method, url, headers: all, signal, secret: true, take: takeShort });
    } catch (error) {
      if (!(error instanceof TransportError)) throw error;
      if (attempt > 0 || error.problem !== "connection-reset") throw transportFailure(error, place);
    }
  }
}
