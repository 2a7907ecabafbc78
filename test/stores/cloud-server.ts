/**
 * What Google's and Azure's object storage answer to readers without credentials, on the loopback interface: values with
 * parts, and listings in their own shapes, cut into short pages so that every reader has to go on.
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { listen, stop } from "./object-server.ts";

export interface CloudServer {
  readonly origin: string;
  /** `METHOD path?query` of each request. */
  readonly seen: string[];
  /** Values by `bucket/key`; Azure's by `account/container/key`. */
  readonly values: Map<string, Uint8Array>;
  /** Answers with this in place of the next listing. */
  nextListing: string | undefined;
  /** Answers with this in place of every listing. */
  listing: (() => string) | undefined;
  /** `missing`: 403 for values that are not there. `all`: for every value. */
  forbids: "nothing" | "missing" | "all";
  close(): Promise<void>;
}

const PAGE = 3;

export async function cloudServer(kind: "gs" | "az"): Promise<CloudServer> {
  const values = new Map<string, Uint8Array>();
  const seen: string[] = [];
  const server = createServer((request, response) => {
    seen.push(`${request.method} ${request.url}`);
    const url = new URL(request.url ?? "", "http://h");
    const listing = listingOf(kind, url);
    const value = values.get(decodeURIComponent(url.pathname.slice(1)));
    if (cloud.forbids === "all" || (cloud.forbids === "missing" && value === undefined)) {
      response.writeHead(403, { "content-type": "application/xml" }).end("<Error><Code>AccessDenied</Code></Error>");
    } else if (listing === undefined) answerValue(value, kind, request, response);
    else if (cloud.listing !== undefined) response.end(cloud.listing());
    else if (cloud.nextListing !== undefined) {
      response.end(cloud.nextListing);
      cloud.nextListing = undefined;
    } else {
      const page = pageOf(values, listing);
      if (page === undefined) response.writeHead(404, { "content-type": "application/xml" }).end("<Error/>");
      else response.end(kind === "gs" ? googlePage(page) : azurePage(page, listing));
    }
  });
  const port = await listen(server);
  const cloud: CloudServer = {
    origin: `http://127.0.0.1:${port}`,
    seen,
    values,
    nextListing: undefined,
    listing: undefined,
    forbids: "nothing",
    close: () => stop(server),
  };
  return cloud;
}

interface Listing {
  readonly bucket: string;
  readonly prefix: string;
  readonly delimiter: string;
  readonly after: number;
}

function listingOf(kind: "gs" | "az", url: URL): Listing | undefined {
  const get = (name: string): string => url.searchParams.get(name) ?? "";
  const google = /^\/storage\/v1\/b\/([^/]+)\/o$/.exec(url.pathname)?.[1];
  const bucket = kind === "gs" ? google : get("comp") === "list" ? url.pathname.slice(1) : undefined;
  if (bucket === undefined) return undefined;
  const after = get(kind === "gs" ? "pageToken" : "marker").replace("page ", "");
  return {
    bucket: decodeURIComponent(bucket),
    prefix: get("prefix"),
    delimiter: get("delimiter"),
    after: Number(after),
  };
}

interface Page {
  readonly objects: readonly (readonly [string, number])[];
  readonly prefixes: readonly string[];
  readonly next: string | undefined;
}

function pageOf(
  values: ReadonlyMap<string, Uint8Array>,
  { bucket, prefix, delimiter, after }: Listing,
): Page | undefined {
  const inside = [...values].filter(([path]) => path.startsWith(`${bucket}/`));
  if (inside.length === 0) return undefined;
  const items = new Map<string, number | undefined>();
  for (const [path, value] of inside.sort(([a], [b]) => Buffer.compare(Buffer.from(a), Buffer.from(b)))) {
    const key = path.slice(bucket.length + 1);
    if (!key.startsWith(prefix)) continue;
    const cut = delimiter === "" ? -1 : key.indexOf(delimiter, prefix.length);
    if (cut < 0) items.set(key, value.byteLength);
    else items.set(key.slice(0, cut + 1), undefined);
  }
  const page = [...items].slice(after, after + PAGE);
  return {
    objects: page.flatMap(([key, size]) => (size === undefined ? [] : [[key, size] as const])),
    prefixes: page.flatMap(([key, size]) => (size === undefined ? [key] : [])),
    next: after + PAGE < items.size ? `page ${after + PAGE}` : undefined,
  };
}

function googlePage({ objects, prefixes, next }: Page): string {
  return JSON.stringify({
    kind: "storage#objects",
    ...(next !== undefined && { nextPageToken: next }),
    ...(prefixes.length > 0 && { prefixes }),
    ...(objects.length > 0 && { items: objects.map(([name, size]) => ({ name, size: String(size) })) }),
  });
}

function azurePage({ objects, prefixes, next }: Page, { prefix, delimiter }: Listing): string {
  const escaped = (text: string): string => text.replace(/[<>&"']/g, (letter) => `&#${letter.charCodeAt(0)};`);
  const blob = ([name, size]: readonly [string, number]): string =>
    `<Blob><Name>${escaped(name)}</Name><Properties><Last-Modified>Mon, 16 Nov 2026 00:00:00 GMT</Last-Modified>` +
    `<Etag>0x8D</Etag><Content-Length>${size}</Content-Length><BlobType>BlockBlob</BlobType></Properties></Blob>`;
  const directory = "<Blob><Name>dir</Name><Properties><ResourceType>directory</ResourceType></Properties></Blob>";
  return (
    `\ufeff<?xml version="1.0" encoding="utf-8"?><EnumerationResults ServiceEndpoint="http://h/" ContainerName="c">` +
    `<Prefix>${escaped(prefix)}</Prefix><Delimiter>${escaped(delimiter)}</Delimiter><Blobs>` +
    objects.map(blob).join("") +
    (prefix === "" ? directory : "") +
    prefixes.map((name) => `<BlobPrefix><Name>${escaped(name)}</Name></BlobPrefix>`).join("") +
    `</Blobs>${next === undefined ? "<NextMarker />" : `<NextMarker>${next}</NextMarker>`}</EnumerationResults>`
  );
}

/** Azure knows no last bytes: it sends everything. */
function answerValue(
  value: Uint8Array | undefined,
  kind: "gs" | "az",
  request: IncomingMessage,
  response: ServerResponse,
): void {
  if (value === undefined) {
    response.writeHead(404).end();
    return;
  }
  const size = value.byteLength;
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(request.headers.range ?? "") ?? [];
  const headers = { etag: `"${size}"`, "accept-ranges": "bytes" };
  if (first === undefined || (first === "" && kind === "az")) {
    response.writeHead(200, { ...headers, "content-length": size }).end(request.method === "HEAD" ? undefined : value);
    return;
  }
  const start = first === "" ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === "" || last === "" ? size : Math.min(size, Number(last) + 1);
  if (start >= size) response.writeHead(416, { "content-range": `bytes */${size}` }).end();
  else {
    const part = { "content-range": `bytes ${start}-${end - 1}/${size}`, "content-length": end - start };
    response.writeHead(206, { ...headers, ...part }).end(value.subarray(start, end));
  }
}
