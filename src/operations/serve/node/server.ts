/** Node's HTTP server around an answerer. Connections, headers and idle times are bounded. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { expectListeners } from "../../../bytes/concurrency.ts";
import { HyperslabError } from "../../../errors.ts";
import { type Answerer, failure, type ServeAnswer, type ServeRequest } from "../answer.ts";
import { send } from "./send.ts";

/** A request that was answered, for a log. */
export interface ServedRequest {
  /** `GET`, `HEAD` or another. */
  readonly method: string;
  /** Path and query as received. */
  readonly target: string;
  /** The HTTP status of the answer. */
  readonly status: number;
  /** Bytes of the body that were handed to the connection. */
  readonly bytes: number;
  /** From the request to the end of the response. */
  readonly milliseconds: number;
  /** The error, if any. */
  readonly error?: unknown;
}

export interface ServerOptions {
  readonly host: string;
  readonly port: number;
  readonly maxConnections: number;
  /** Accepted host names of the server; undefined for any. */
  readonly hosts: readonly string[] | undefined;
  readonly onRequest?: ((request: ServedRequest) => void) | undefined;
}

export interface RunningServer {
  readonly url: string;
  /** Ends requests in progress after a moment, and resolves when the port is free. */
  close(): Promise<void>;
}

/** Milliseconds in which a client has to send its headers, and to make progress. */
const HEADERS_MILLISECONDS = 10_000;
const IDLE_MILLISECONDS = 60_000;
/** How long responses in progress may take when the server closes. */
const FAREWELL_MILLISECONDS = 500;
const MOST_HEADER_BYTES = 16 * 1024;

export async function startServer(answer: Answerer, options: ServerOptions): Promise<RunningServer> {
  const { host, port, maxConnections } = options;
  const server = createServer({
    maxHeaderSize: MOST_HEADER_BYTES,
    headersTimeout: HEADERS_MILLISECONDS,
    requestTimeout: HEADERS_MILLISECONDS,
    keepAliveTimeout: IDLE_MILLISECONDS,
    connectionsCheckingInterval: HEADERS_MILLISECONDS,
  });
  server.maxConnections = maxConnections;
  server.setTimeout(IDLE_MILLISECONDS, (socket) => socket.destroy());
  server.on("request", (request, response) => void handle(request, response, answer, options));
  server.on("clientError", (_, socket) => {
    if (socket.writable) socket.end("HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n");
    else socket.destroy();
  });
  await listening(server, host, port);
  const { port: given } = server.address() as AddressInfo;
  return { url: `http://${host.includes(":") ? `[${host}]` : host}:${given}/`, close: () => closed(server) };
}

function listening(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const failed = (error: NodeJS.ErrnoException): void => reject(listenError(error, host, port));
    server.once("error", failed);
    server.listen({ host, port }, () => {
      server.off("error", failed);
      resolve();
    });
  });
}

function listenError(cause: NodeJS.ErrnoException, host: string, port: number): HyperslabError {
  const place = `${host}:${port}`;
  if (cause.code === "EADDRINUSE") {
    return new HyperslabError("exists", `something else is already listening at ${place}`, {
      cause,
      hint: "Choose another port, or port 0 for any free one.",
    });
  }
  const code = cause.code === "EACCES" ? "not-allowed" : "io";
  return new HyperslabError(code, `the server cannot listen at ${place}: ${cause.code ?? cause.message}`, { cause });
}

async function handle(
  request: IncomingMessage,
  response: ServerResponse,
  answer: Answerer,
  { hosts, onRequest }: ServerOptions,
): Promise<void> {
  const began = performance.now();
  const { method = "GET", url: target = "/" } = request;
  const signal = signalOf(request.socket);
  const { headers } = request;
  const asked: ServeRequest = { method, target, header: (name) => one(headers[name]), signal };
  let found: ServeAnswer | undefined;
  let bytes = 0;
  let error: unknown;
  try {
    found = isCalled(asked, hosts) ? await answer(asked) : failure(foreignName(), asked);
    // An unread body would be mistaken for the next request.
    if (hasBody(request)) response.setHeader("connection", "close");
    bytes = await send(response, found, signal);
    ({ error } = found);
  } catch (problem) {
    error = problem;
    if (response.headersSent || response.destroyed) response.destroy();
    else await send(response, failure(problem, asked), signal).catch(() => response.destroy());
  }
  onRequest?.({
    method,
    target,
    status: response.headersSent ? response.statusCode : 0,
    bytes,
    milliseconds: performance.now() - began,
    ...(error !== undefined && { error }),
  });
}

const signals = new WeakMap<Socket, AbortSignal>();

/** Aborts when the connection ends, for all its requests. */
function signalOf(socket: Socket): AbortSignal {
  const known = signals.get(socket);
  if (known !== undefined) return known;
  const controller = new AbortController();
  expectListeners(controller.signal);
  socket.once("close", () => controller.abort(new HyperslabError("io", "the client has gone")));
  signals.set(socket, controller.signal);
  return controller.signal;
}

function one(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header.join(", ") : header;
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}

/** A page whose host name was made to resolve to this machine (DNS rebinding) would count as one of the server's own. */
function isCalled(request: ServeRequest, hosts: readonly string[] | undefined): boolean {
  if (hosts === undefined) return true;
  const name = request.header("host")?.replace(/:\d+$/, "").toLowerCase() ?? "";
  return hosts.includes(name);
}

function foreignName(): HyperslabError {
  return new HyperslabError("not-allowed", "the server is not called by this name", {
    hint: "Use the address that it printed.",
  });
}

async function closed(server: Server): Promise<void> {
  const ended = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  const last = setTimeout(() => server.closeAllConnections(), FAREWELL_MILLISECONDS);
  await ended;
  clearTimeout(last);
}
