/** Prints requests to stores on stderr, one line each, and totals at the end; JSON lines with --json. */
import type { ByteRange, StoreRequest } from "../../index.ts";
import type { Terminal } from "./terminal.ts";
import { counted, formatBytes, printable } from "./units.ts";

export interface RequestTrace {
  readonly onRequest: (request: StoreRequest) => void;
  /** Prints the totals. */
  end(): void;
}

/** If `named`, lines name the store of each request; JSON always does. */
export function requestTrace(terminal: Terminal, named: boolean): RequestTrace {
  const { errors, json } = terminal;
  const started = performance.now();
  const sum = { requests: 0, cached: 0, failed: 0, bytes: 0 };
  return {
    onRequest: (request) => {
      sum.requests += 1;
      sum.bytes += request.bytes;
      if (request.cached) sum.cached += 1;
      if (request.error !== undefined) sum.failed += 1;
      errors.line(json ? JSON.stringify(requestFacts(request)) : requestLine(request, named));
    },
    end: () => {
      const milliseconds = rounded(performance.now() - started);
      if (json) errors.line(JSON.stringify({ trace: "end", ...sum, milliseconds }));
      else {
        const parts = [
          counted(sum.requests, "request"),
          formatBytes(sum.bytes),
          `${sum.cached} from a cache`,
          ...(sum.failed > 0 ? [`${sum.failed} failed`] : []),
          `${milliseconds} ms in all`,
        ];
        errors.line(errors.style.dim(`trace: ${parts.join(", ")}`));
      }
    },
  };
}

function requestFacts(request: StoreRequest): object {
  const { location, operation, key, range, bytes, milliseconds, found } = request;
  return {
    trace: "request",
    location,
    operation,
    key,
    ...(range === undefined ? {} : { range: rangeText(range) }),
    bytes,
    milliseconds: rounded(milliseconds),
    found,
    cached: request.cached,
    ...(request.error === undefined ? {} : { error: failureText(request.error) }),
  };
}

/** `   12.3 ms    1.2 KiB  get t2m/c/0/0 [0-99] in data.zarr  cached` */
function requestLine(request: StoreRequest, named: boolean): string {
  const { operation, key, range, bytes, milliseconds, found, error } = request;
  const part = range === undefined ? "" : ` [${rangeText(range)}]`;
  const where = named ? ` in ${printable(request.location)}` : "";
  const remark = error !== undefined ? `failed: ${failureText(error)}` : found ? "" : "nothing there";
  const remarks = [request.cached ? "cached" : "", remark].filter((text) => text !== "").join(", ");
  const size = ["get", "set"].includes(operation) ? formatBytes(bytes) : "";
  const head = `${milliseconds.toFixed(1).padStart(8)} ms ${size.padStart(10)}  ${operation}`;
  return `${head} ${printable(key === "" ? "/" : key)}${part}${where}${remarks === "" ? "" : `  ${remarks}`}`;
}

/** As in HTTP: `0-99`, `100-`, `-8`. */
function rangeText(range: ByteRange): string {
  if ("suffix" in range) return `-${range.suffix}`;
  return `${range.offset}-${range.length === undefined ? "" : range.offset + range.length - 1}`;
}

/** Our errors contain no secrets. Of other errors only the kind is shown. */
function failureText(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  if (error.name !== "HyperslabError" || !("what" in error)) return error.name;
  return String(error.what);
}

function rounded(milliseconds: number): number {
  return Math.round(milliseconds * 10) / 10;
}
