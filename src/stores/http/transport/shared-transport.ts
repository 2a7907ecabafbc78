/** The transport of this platform, shared by all stores with the same options, so that they share connections. */
import { HyperslabError } from "../../../errors.ts";
import type { HttpTransport } from "./transport.ts";

/** Timeouts and certificates. */
export interface TransportOptions {
  /** Milliseconds to wait for a connection; default 10 000, or HYPERSLAB_HTTP_TIMEOUT (in seconds). */
  readonly connectTimeout?: number | undefined;
  /** Milliseconds to wait for the response, and for each further part of it; default 30 000, or the same variable. */
  readonly idleTimeout?: number | undefined;
  /** Node: certificates (PEM) to trust instead of the usual ones. Default: the file that `SSL_CERT_FILE` names. */
  readonly certificates?: string | undefined;
}

const CONNECT_TIMEOUT = 10_000;
const IDLE_TIMEOUT = 30_000;

const transports = new Map<string, Promise<HttpTransport>>();

export function sharedTransport(options: TransportOptions): Promise<HttpTransport> {
  const told = environmentTimeout();
  const { connectTimeout = told ?? CONNECT_TIMEOUT, idleTimeout = told ?? IDLE_TIMEOUT } = options;
  for (const milliseconds of [connectTimeout, idleTimeout]) {
    if (!(milliseconds > 0))
      throw new HyperslabError("invalid-request", `not a valid timeout: ${milliseconds} milliseconds`);
  }
  const name = JSON.stringify([connectTimeout, idleTimeout, options.certificates, certificateFile()]);
  let transport = transports.get(name);
  if (transport === undefined) {
    const certificates = (): string | undefined => options.certificates ?? readCertificateFile();
    transports.set(name, (transport = load({ connectTimeout, idleTimeout, certificates })));
  }
  return transport;
}

async function load(options: {
  readonly connectTimeout: number;
  readonly idleTimeout: number;
  certificates(): string | undefined;
}): Promise<HttpTransport> {
  if (isNode()) {
    const { nodeTransport } = await import("./node-transport.ts");
    const transport = await nodeTransport({ ...options, environment: globalThis.process.env });
    if (transport !== undefined) return transport;
  }
  const { fetchTransport } = await import("./fetch-transport.ts");
  return fetchTransport({ ...options, pageOrigin: pageOrigin() });
}

/** In seconds, for programs whose options cannot be changed. */
function environmentTimeout(): number | undefined {
  const text = globalThis.process?.env?.["HYPERSLAB_HTTP_TIMEOUT"] ?? "";
  if (text === "") return undefined;
  if (Number(text) > 0) return Number(text) * 1000;
  throw new HyperslabError(
    "invalid-request",
    "the environment variable HYPERSLAB_HTTP_TIMEOUT is not a number of seconds",
    {
      hint: "Write it as HYPERSLAB_HTTP_TIMEOUT=30.",
    },
  );
}

/** Other runtimes have a `process` too, but not Node's sockets. */
function isNode(): boolean {
  const versions = globalThis.process?.versions;
  return versions?.node !== undefined && versions["bun"] === undefined && versions["deno"] === undefined;
}

function pageOrigin(): string | undefined {
  const { location } = globalThis;
  return typeof location === "object" && typeof location?.origin === "string" ? location.origin : undefined;
}

/** The file that OpenSSL's programs trust, so that a private authority is configured once. */
function certificateFile(): string | undefined {
  return globalThis.process?.env?.["SSL_CERT_FILE"] || undefined;
}

function readCertificateFile(): string | undefined {
  const file = certificateFile();
  if (file === undefined) return undefined;
  try {
    return globalThis.process.getBuiltinModule("node:fs").readFileSync(file, "utf8");
  } catch {
    throw new HyperslabError("invalid-request", "the file that SSL_CERT_FILE names cannot be read", { location: file });
  }
}
