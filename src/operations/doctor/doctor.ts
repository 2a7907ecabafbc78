/**
 * Checks what a store can and cannot do: a server by single requests of every kind, anything else through the store
 * itself. Nothing is written unless the caller requests it.
 */

import { hasUnknown, refuseUnknown } from "../../bytes/known-options.ts";
import type { NdArray } from "../../dataset/array/nd-array.ts";
import { resolveAddress } from "../../dataset/open/address.ts";
import { parseLocation } from "../../dataset/open/location.ts";
import { open } from "../../dataset/open/open.ts";
import type { Group } from "../../dataset/tree/group.ts";
import type { ErrorCode } from "../../errors.ts";
import { markingDocuments } from "../../stores/format-marks.ts";
import { displayLocation } from "../../stores/location/grammar.ts";
import { isFileLocation } from "../../stores/location/location.ts";
import type { Location } from "../../stores/location/parts.ts";
import type { StoreSettings } from "../../stores/location/settings.ts";
import type { Store } from "../../stores/store.ts";
import { DOCTOR } from "../option-names.ts";
import { type CheckList, checkList, type DoctorCheck } from "./check.ts";
import { checkCors } from "./cors-checks.ts";
import { checkArchive, checkFormat, checkInterrupted, checkListing } from "./data-checks.ts";
import { checkObject, findObject } from "./http-checks.ts";
import { type HttpProbe, httpProbe } from "./http-probe.ts";
import { type ServerFix, serverFixes } from "./server-fixes.ts";
import { checkParts, checkWriting } from "./store-checks.ts";

/** Options of `doctor`. */
export interface DoctorOptions {
  /** How the store is reached. */
  readonly store?: StoreSettings | undefined;
  /** Also try to write a test key, which is deleted afterwards. */
  readonly write?: boolean | undefined;
  /** The origin of the page that reads; default `https://example.org`. */
  readonly origin?: string | undefined;
  /** Aborts the operation; it then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/** What `doctor` found. */
export interface DoctorReport {
  /** The path or URL, without secrets. */
  readonly location: string;
  /** Whether the data can be read. */
  readonly usable: boolean;
  /** Why not, if opening failed. */
  readonly code?: ErrorCode;
  /** The checks, in the order in which they ran. */
  readonly checks: readonly DoctorCheck[];
  /** What to change in the server's configuration. */
  readonly fixes: readonly ServerFix[];
}

const DEFAULT_ORIGIN = "https://example.org";

/** Checks what a store or its server can do (ranges, listing, validators, CORS), and says how to fix problems. */
export async function doctor(address: string | URL, options: DoctorOptions = {}): Promise<DoctorReport> {
  if (hasUnknown(options, DOCTOR)) return refuseUnknown("doctor", options, DOCTOR);
  const { store: settings = {}, signal } = options;
  const location = parseLocation(address);
  const list = checkList();
  const probe = await list.attempt("credentials", "credentials", () => httpProbe(location, settings));
  if (probe !== undefined) {
    await list.attempt("credentials", "credentials", async () =>
      list.add("ok", "credentials", "credentials", await probe.credentials()),
    );
  }
  const resolved = await list.attempt("address", "address", () => resolveAddress(address, "", settings));
  let server: string | undefined;
  if (probe !== undefined) server = await checkServer(probe, location, resolved?.path ?? "", list, options);
  // A server that could not be reached once is not tried again.
  const isOut = list.error !== undefined;
  const opening = () => open(address, { store: settings, signal });
  const node = isOut ? undefined : await list.attempt("format", "format", opening);
  if (node !== undefined) checkFormat(node, list);
  if (resolved !== undefined && !isOut) {
    const isArchive = isZip(location, probe);
    await checkStore(resolved.store, resolved.path, node, { probe, isArchive }, list, options);
  }
  const { checks, error } = list;
  const isServer = checks.some(({ fix }) => fix === "cors" || fix === "ranges");
  return {
    location: probe?.location ?? resolved?.store.location ?? displayLocation(location),
    usable: node !== undefined && !checks.some(({ status }) => status === "fail"),
    ...(node === undefined && error !== undefined ? { code: error.code } : {}),
    checks: checks.map(withoutMark),
    fixes: isServer && probe !== undefined ? serverFixes(probe.kind, server) : [],
  };
}

/** The words `cors` and `ranges` stand for server configuration, which the report shows once. */
function withoutMark(check: DoctorCheck): DoctorCheck {
  const { fix, ...rest } = check;
  if (fix === "cors") return { ...rest, fix: "Let the server send the headers below." };
  if (fix === "ranges")
    return { ...rest, fix: "Serve the files directly, without a program in between that drops the Range header." };
  return check;
}

/** On a server, the name or a step in the address decides. */
function isZip({ steps }: Location, probe: HttpProbe | undefined): boolean {
  return probe !== undefined && (steps.some(({ name }) => name === "zip") || /\.zip$/i.test(probe.url.pathname));
}

/** The name by which the server identifies itself. */
async function checkServer(
  probe: HttpProbe,
  location: Location,
  path: string,
  list: CheckList,
  { signal, origin = DEFAULT_ORIGIN }: DoctorOptions,
): Promise<string | undefined> {
  const context = { probe, list, signal };
  const isFile = isFileLocation(location) || isZip(location, probe);
  const object = await findObject(context, isFile ? [""] : documentKeys(path));
  if (object === undefined) return undefined;
  await checkObject(context, object);
  await checkCors(context, object, origin);
  await checkProtocol(probe, list);
  return object.response.header("server");
}

/** Browsers use HTTP/2 if it is offered; then hundreds of requests share one connection. */
async function checkProtocol({ url }: HttpProbe, list: CheckList): Promise<void> {
  const title = "HTTP version";
  const tls = globalThis.process?.getBuiltinModule?.("node:tls");
  if (url.protocol !== "https:") {
    list.add("ok", "protocol", title, "1.1, because HTTP/2 needs https");
    return;
  }
  if (tls === undefined) return;
  const offered = await new Promise<string | undefined>((resolve) => {
    const port = url.port === "" ? 443 : Number(url.port);
    // Only the offered protocols matter here. Every other check shows whether the certificate is valid.
    const options = { host: url.hostname, port, servername: url.hostname, rejectUnauthorized: false };
    const socket = tls.connect({ ...options, ALPNProtocols: ["h2", "http/1.1"], timeout: 5000 }, () => {
      resolve(typeof socket.alpnProtocol === "string" ? socket.alpnProtocol : "http/1.1");
      socket.destroy();
    });
    for (const event of ["error", "timeout"]) {
      socket.on(event, () => {
        resolve(undefined);
        socket.destroy();
      });
    }
  });
  if (offered !== undefined) {
    list.add("ok", "protocol", title, offered === "h2" ? "HTTP/2 is offered to browsers" : "1.1");
  }
}

async function checkStore(
  store: Store,
  path: string,
  node: Group | NdArray | undefined,
  { probe, isArchive }: { readonly probe: HttpProbe | undefined; readonly isArchive: boolean },
  list: CheckList,
  { write = false, signal }: DoctorOptions,
): Promise<void> {
  if (node !== undefined && probe === undefined) {
    const key = await firstDocument(store, path, signal);
    if (key !== undefined) await checkParts(store, key, list, { signal });
  }
  // Only archives have `flush`, or are read here from a server.
  if (isArchive || store.flush !== undefined) await checkArchive(store, list, { signal });
  else if (node !== undefined) await checkListing(store, node, list, { signal });
  await checkInterrupted(store, path, list, { signal });
  if (write) await checkWriting(store, list, { signal });
}

/** Keys of documents that prove that something exists, at the root and at the path. */
function documentKeys(path: string): readonly string[] {
  const documents = markingDocuments();
  return path === "" ? documents : [...documents, ...documents.map((name) => `${path}/${name}`)];
}

async function firstDocument(store: Store, path: string, signal: AbortSignal | undefined): Promise<string | undefined> {
  for (const key of documentKeys(path)) {
    if ((await store.get(key, { range: { offset: 0, length: 1 }, signal })) !== undefined) return key;
  }
  return undefined;
}
