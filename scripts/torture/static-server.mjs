// A server of values on the loopback interface, with ranges and entity tags, as it should be; what it sends may be changed.

import { createHash } from "node:crypto";
import { existsSync, readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";

/** The files below a directory. */
export function directoryServer(directory, options = {}) {
  return staticServer((key) => {
    const file = `${directory}/${key}`;
    return existsSync(file) && statSync(file).isFile() ? readFileSync(file) : undefined;
  }, options);
}

/**
 * `read(key)` returns the current value of a key. `change(answer, request)` may change a response `{ status, headers,
 * body }` before it is sent, or handle it itself and return undefined. `absent` is the status for missing keys.
 */
export async function staticServer(
  read,
  { delay = 0, absent = 404, validators = "etag", change = (answer) => answer } = {},
) {
  const server = createServer((request, response) => {
    const [path] = request.url.split("?");
    const key = decodeURIComponent(path)
      .replace(/^\/+/, "")
      .replace(/^bucket\//, "");
    const answer = answerTo(read(key), request, absent, validators);
    const send = () => {
      const changed = change(answer, { key, method: request.method, range: request.headers.range, response });
      if (changed === undefined) return;
      response.writeHead(changed.status, changed.headers);
      response.end(request.method === "HEAD" ? undefined : changed.body);
    };
    if (delay === 0) send();
    else setTimeout(send, delay);
  });
  server.on("clientError", (_, socket) => socket.destroy());
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${server.address().port}`;
  const close = () => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  };
  return { origin, url: `${origin}/`, close };
}

/** As buckets respond. */
export function forbidden() {
  const body = Buffer.from(
    "<?xml version='1.0'?><Error><Code>AccessDenied</Code><Message>Access Denied</Message></Error>",
  );
  return { status: 403, headers: { "content-type": "application/xml", "content-length": body.byteLength }, body };
}

function answerTo(value, { headers: { range } }, absent, validators) {
  if (value === undefined) return absent === 403 ? forbidden() : { status: absent, headers: {}, body: Buffer.alloc(0) };
  const headers = { "accept-ranges": "bytes", ...validatorsOf(value, validators) };
  const total = value.byteLength;
  const span = range === undefined ? undefined : spanOf(range, total);
  if (range !== undefined && span === undefined) {
    return {
      status: 416,
      headers: { "content-range": `bytes */${total}`, "content-length": 0 },
      body: Buffer.alloc(0),
    };
  }
  if (span === undefined) return { status: 200, headers: { ...headers, "content-length": total }, body: value };
  const [start, end] = span;
  const contentRange = `bytes ${start}-${end - 1}/${total}`;
  return {
    status: 206,
    headers: { ...headers, "content-length": end - start, "content-range": contentRange },
    body: value.subarray(start, end),
    whole: value,
    start,
  };
}

function validatorsOf(value, validators) {
  // All versions were made in one second.
  const modified = { "last-modified": "Tue, 17 Nov 2026 12:00:00 GMT" };
  if (validators === "modified") return modified;
  return validators === "none"
    ? {}
    : { ...modified, etag: `"${createHash("sha256").update(value).digest("hex").slice(0, 16)}"` };
}

function spanOf(range, total) {
  const [, from, to] = /^bytes=(\d*)-(\d*)$/.exec(range) ?? [];
  if (from === undefined || (from === "" && to === "")) return undefined;
  const start = from === "" ? Math.max(0, total - Number(to)) : Number(from);
  const end = from === "" || to === "" ? total : Math.min(total, Number(to) + 1);
  return start < end ? [start, end] : undefined;
}
