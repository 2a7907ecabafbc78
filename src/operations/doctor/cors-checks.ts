/** What a page of another origin may do: read objects, see the headers that byte ranges need, get the last bytes. */

import { contentLength } from "../../stores/http/response-facts.ts";
import type { HttpResponse } from "../../stores/http/transport/transport.ts";
import { ABSENT_KEY, type CheckContext, type ProbedObject } from "./http-checks.ts";

/** Headers that reading byte ranges needs, with what goes wrong without them. */
const NEEDED: readonly (readonly [string, string])[] = [
  ["content-range", "parts cannot be checked"],
  ["etag", "changes go unnoticed"],
];

export async function checkCors(context: CheckContext, object: ProbedObject, origin: string): Promise<void> {
  const { probe, list, signal } = context;
  const { key } = object;
  const title = "pages of other origins (CORS)";
  const exposed = await list.attempt(
    "cors",
    title,
    async () => {
      const answer = await probe.send({ method: "GET", key, headers: { origin, range: "bytes=0-0" }, signal });
      if (!admits(answer, origin)) {
        const found = answer.header("access-control-allow-origin");
        const what = found === undefined ? "no Access-Control-Allow-Origin" : `it names ${found}, not ${origin}`;
        list.add("warn", "cors", title, `${what}: browsers do not let pages read this`, "cors");
        return undefined;
      }
      list.add("ok", "cors", title, `allowed (${answer.header("access-control-allow-origin")})`);
      const exposed = words(answer, "access-control-expose-headers");
      const missing = NEEDED.filter(([name]) => !exposed.includes(name) && !exposed.includes("*"));
      if (missing.length === 0) list.add("ok", "cors-headers", "headers that pages see", "Content-Range and ETag");
      else {
        const what = missing.map(([name, loss]) => `${name} is hidden, ${loss}`).join("; ");
        list.add("warn", "cors-headers", "headers that pages see", what, "cors");
      }
      return exposed;
    },
    "warn",
  );
  if (exposed === undefined) return;
  if (key !== "") await checkAbsent(context, origin);
  await checkLastBytes(context, key, origin, exposed.includes("content-range") || exposed.includes("*"));
}

/** To a page, a refusal that it may not see looks like a network failure. */
async function checkAbsent({ probe, list, signal }: CheckContext, origin: string): Promise<void> {
  const title = "pages see missing keys";
  await list.attempt(
    "cors-absence",
    title,
    async () => {
      const answer = await probe.send({ method: "GET", key: ABSENT_KEY, headers: { origin }, signal });
      if (admits(answer, origin))
        list.add("ok", "cors-absence", title, `${answer.status} with Access-Control-Allow-Origin`);
      else {
        const what = `${answer.status} without Access-Control-Allow-Origin: to a page a missing chunk looks like a failure`;
        list.add("warn", "cors-absence", title, what, "cors");
      }
    },
    "warn",
  );
}

/**
 * How pages get the last bytes of an object. A range with a start needs no preflight, so pages request the size first.
 * If they cannot learn it, they request the last bytes directly, which needs a preflight.
 */
async function checkLastBytes(context: CheckContext, key: string, origin: string, seesRange: boolean): Promise<void> {
  const { probe, list, signal } = context;
  const name = "cors-preflight";
  const title = "last bytes in pages";
  await list.attempt(
    name,
    title,
    async () => {
      const head = await probe.send({ method: "HEAD", key, headers: { origin }, signal });
      if (head.status === 200 && admits(head, origin) && contentLength(head) !== undefined) {
        list.add("ok", name, title, "HEAD for the size, then a plain range: no preflight");
      } else if (seesRange) {
        list.add("ok", name, title, "one byte for the size, then a plain range: no preflight");
      } else if (await grantsRange(context, key, origin)) {
        list.add("ok", name, title, "requested directly, with a preflight, which is granted");
      } else {
        const what = "HEAD does not report the size, and preflights are rejected: pages fetch whole objects";
        list.add("warn", name, title, what, "cors");
      }
    },
    "warn",
  );
}

async function grantsRange({ probe, signal }: CheckContext, key: string, origin: string): Promise<boolean> {
  const asked = { "access-control-request-method": "GET", "access-control-request-headers": "range" };
  const answer = await probe.send({ method: "OPTIONS", key, headers: { origin, ...asked }, signal });
  const granted = words(answer, "access-control-allow-headers");
  return answer.status < 300 && admits(answer, origin) && (granted.includes("range") || granted.includes("*"));
}

function admits(answer: HttpResponse, origin: string): boolean {
  const allowed = answer.header("access-control-allow-origin")?.trim();
  return allowed === "*" || allowed === origin;
}

function words(answer: HttpResponse, header: string): readonly string[] {
  return (answer.header(header) ?? "").split(",").map((word) => word.trim().toLowerCase());
}
