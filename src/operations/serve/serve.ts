/** Serves a directory, an archive, a reference set or any dataset as a plain Zarr tree: over HTTP, or within a page. */
import { hasUnknown, refuseUnknown } from "../../bytes/known-options.ts";
import type { NdArray } from "../../dataset/array/nd-array.ts";
import type { AddressInput } from "../../dataset/open/address.ts";
import type { Group } from "../../dataset/tree/group.ts";
import { HyperslabError } from "../../errors.ts";
import type { StoreSettings } from "../../stores/location/settings.ts";
import { SERVE } from "../option-names.ts";
import { answerer } from "./answer.ts";
import { type CorsRules, corsRules } from "./cors.ts";
import type { ServedRequest } from "./node/server.ts";
import { type OpenedTree, openTree, type ServeAs } from "./open-tree.ts";
import type { ServedFormat } from "./zarr-spelling.ts";

/** Options of `serve`. */
export interface ServeOptions {
  /**
   * `files`: values as stored, byte for byte. `zarr`: a plain Zarr tree with consolidated metadata, whatever the
   * format. Default `auto`: `files` for Zarr v2 and v3 and for anything that is not a dataset, `zarr` for any other
   * dataset.
   */
  readonly as?: ServeAs | undefined;
  /** The version of Zarr in which a dataset is served. Default: the one that loses less and moves more chunks byte for byte. */
  readonly format?: ServedFormat | undefined;
  /** Serve and list only these paths, and everything below them. */
  readonly paths?: readonly string[] | undefined;
  /** Pages that may read responses: `"*"` (the default), `"none"`, or a list of origins. */
  readonly cors?: "*" | "none" | readonly string[] | undefined;
  /** The address to listen on (default 127.0.0.1, which only local programs can reach). Node only. */
  readonly host?: string | undefined;
  /** The port to listen on (default 0: any free port). Node only. */
  readonly port?: number | undefined;
  /** Maximum concurrent connections (default 2048); more are refused. Node only. */
  readonly maxConnections?: number | undefined;
  /** Called with each request once it is answered. */
  readonly onRequest?: ((request: ServedRequest) => void) | undefined;
  /**
   * In a page: the address of a script that imports `hyperslab/service-worker`, or its registration. Requests of the
   * page below the returned URL are then answered by the page itself.
   */
  readonly serviceWorker?: string | URL | ServiceWorkerRegistration | undefined;
  /** How the store of an address is reached. */
  readonly store?: StoreSettings | undefined;
  /** Where other files that an opened file refers to may lie, as for `open`. */
  readonly allow?: readonly string[] | undefined;
  /** Aborts the operation; it then rejects with the signal's reason. A running server is stopped by `close`. */
  readonly signal?: AbortSignal | undefined;
}

/** A running server. */
export interface Served {
  /** The URL of the root of the tree, with a trailing slash. */
  readonly url: string;
  /** The path or URL of the served data, without secrets. */
  readonly location: string;
  /** `files`, or the version of Zarr in which the dataset is served. */
  readonly served: "files" | ServedFormat;
  /** What Zarr does not record about the dataset, one sentence each: types of attributes, unlimited dimensions. */
  readonly lost: readonly string[];
  /** What is recorded differently than in the dataset, but means the same, and content that cannot be represented. */
  readonly notes: readonly string[];
  /** Ends responses in progress, and releases the port and everything that was opened. */
  close(): Promise<void>;
}

/**
 * Serves the data at an address until `close` is called: GET and HEAD with byte ranges, entity tags, CORS and listings.
 * Any Zarr client can read it.
 *
 * @example
 * const server = await serve("measured.blp", { port: 8080 });
 * console.log(server.url); // http://127.0.0.1:8080/
 * await server.close();
 */
export async function serve(input: AddressInput | Group | NdArray, options: ServeOptions = {}): Promise<Served> {
  if (hasUnknown(options, SERVE)) return refuseUnknown("serve", options, SERVE);
  const { serviceWorker } = options;
  const cors = corsRules(options.cors);
  if (serviceWorker === undefined) checkNode();
  const opened = await openTree(input, options);
  try {
    const { url, close } = await (serviceWorker === undefined
      ? overHttp(opened, cors, options)
      : withinPage(opened, serviceWorker, options));
    return {
      url,
      location: opened.tree.location,
      served: opened.served,
      lost: opened.lost,
      notes: opened.notes,
      close: async () => {
        await close();
        await opened.tree.close();
      },
    };
  } catch (error) {
    await opened.tree.close().catch(() => {});
    throw error;
  }
}

function checkNode(): void {
  if (typeof globalThis.process?.versions?.node === "string") return;
  throw new HyperslabError("unsupported", "a page cannot listen on a port", {
    hint: "Pass serviceWorker, the address of a script that imports hyperslab/service-worker.",
  });
}

const DEFAULT_HOST = "127.0.0.1";
const DEFAULT_CONNECTIONS = 2048;

async function overHttp(
  { tree }: OpenedTree,
  cors: CorsRules,
  options: ServeOptions,
): Promise<Pick<Served, "url" | "close">> {
  const { host = DEFAULT_HOST, port = 0, maxConnections = DEFAULT_CONNECTIONS, onRequest } = options;
  const { startServer } = await import("./node/server.ts");
  const isNear = host === "localhost" || host === "::1" || host.startsWith("127.");
  const hosts = isNear && cors !== "*" ? ["localhost", "127.0.0.1", "[::1]", host] : undefined;
  return startServer(answerer(tree, cors), { host, port, maxConnections, hosts, onRequest });
}

async function withinPage(
  { tree }: OpenedTree,
  serviceWorker: string | URL | ServiceWorkerRegistration,
  { onRequest }: ServeOptions,
): Promise<Pick<Served, "url" | "close">> {
  const { startInPage } = await import("./page/page-server.ts");
  return startInPage(answerer(tree, []), { serviceWorker, onRequest });
}
