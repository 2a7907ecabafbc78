/** Translates errors of Node and fetch. Their messages are not passed on, because they may quote addresses. */
import { ownMember } from "../../../bytes/own-member.ts";
import { TransportError, type TransportProblem } from "./transport.ts";

/** How far the request had progressed: no response yet, or in the middle of the body. */
export type Stage = "head" | "body";

const problems: Readonly<Record<string, TransportProblem>> = {
  ECONNREFUSED: "connection-refused",
  ENETUNREACH: "connection-refused",
  EHOSTUNREACH: "connection-refused",
  EADDRNOTAVAIL: "connection-refused",
  ECONNRESET: "connection-reset",
  ECONNABORTED: "connection-reset",
  EPIPE: "connection-reset",
  ENOTFOUND: "dns",
  EAI_AGAIN: "dns",
  EAI_FAIL: "dns",
  ETIMEDOUT: "timeout",
  UND_ERR_CONNECT_TIMEOUT: "timeout",
  UND_ERR_HEADERS_TIMEOUT: "timeout",
  UND_ERR_BODY_TIMEOUT: "timeout",
  UND_ERR_HEADERS_OVERFLOW: "protocol",
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: "short-body",
  UND_ERR_INVALID_ARG: "bad-request",
  UND_ERR_PRX_TLS: "proxy",
  EPROTO: "tls",
  CERT_HAS_EXPIRED: "tls",
  CERT_NOT_YET_VALID: "tls",
  CERT_REVOKED: "tls",
  DEPTH_ZERO_SELF_SIGNED_CERT: "tls",
  HOSTNAME_MISMATCH: "tls",
  SELF_SIGNED_CERT_IN_CHAIN: "tls",
  UNABLE_TO_GET_ISSUER_CERT: "tls",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "tls",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "tls",
};

const details: Readonly<Record<string, string>> = {
  UND_ERR_CONNECT_TIMEOUT: "no connection in time",
  UND_ERR_HEADERS_TIMEOUT: "no answer in time",
  UND_ERR_BODY_TIMEOUT: "the response stopped arriving",
};

export function platformError(error: unknown, stage: Stage): TransportError {
  if (error instanceof TransportError) return error;
  const found = [...causes(error)];
  for (const { code } of found) {
    const problem = problemOf(code, stage);
    if (problem !== undefined) return new TransportError(problem, ownMember(details, code) ?? code);
  }
  if (found.some(({ name }) => name === "HTTPParserError")) return new TransportError("protocol", "it is not HTTP");
  // ProxyAgent reports it only as text.
  if (found.some(({ message }) => /^Proxy response \(\d+\)/.test(message))) {
    const status = /\d+/.exec(found.find(({ message }) => message.startsWith("Proxy response"))?.message ?? "")?.[0];
    return new TransportError("proxy", `it answered ${status ?? "no status"}`);
  }
  return new TransportError("network", stage === "body" ? "the response was cut off" : "the platform gives no details");
}

function problemOf(code: string, stage: Stage): TransportProblem | undefined {
  if (code === "UND_ERR_SOCKET") return stage === "body" ? "short-body" : "connection-reset";
  if (code.startsWith("HPE_")) return "protocol";
  if (code.startsWith("ERR_TLS_") || code.startsWith("ERR_SSL_")) return "tls";
  return ownMember(problems, code);
}

interface Cause {
  readonly name: string;
  readonly code: string;
  readonly message: string;
}

/** The error, its causes, and the parts of aggregates (one per address that was tried); at most 8. */
function* causes(error: unknown): Generator<Cause> {
  const waiting: unknown[] = [error];
  for (let taken = 0; taken < 8 && waiting.length > 0; taken++) {
    const next = waiting.shift();
    if (!(next instanceof Error)) continue;
    const code = "code" in next && typeof next.code === "string" ? next.code : "";
    yield { name: next.name, code, message: next.message };
    if (next instanceof AggregateError) for (const part of next.errors) waiting.push(part);
    waiting.push(next.cause);
  }
}
