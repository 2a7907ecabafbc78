/** What a page of another origin may do: read objects, see the headers that byte ranges need, ask for last bytes. */
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
  const allowed = await list.attempt(
    "cors",
    title,
    async () => {
      const answer = await probe.send({ method: "GET", key, headers: { origin, range: "bytes=0-0" }, signal });
      if (!admits(answer, origin)) {
        const found = answer.header("access-control-allow-origin");
        const what = found === undefined ? "no Access-Control-Allow-Origin" : `it names ${found}, not ${origin}`;
        list.add("warn", "cors", title, `${what}: browsers let no page read this`, "cors");
        return false;
      }
      list.add("ok", "cors", title, `allowed (${answer.header("access-control-allow-origin")})`);
      const exposed = words(answer, "access-control-expose-headers");
      const missing = NEEDED.filter(([name]) => !exposed.includes(name) && !exposed.includes("*"));
      if (missing.length === 0) list.add("ok", "cors-headers", "headers that pages see", "Content-Range and ETag");
      else {
        const what = missing.map(([name, loss]) => `${name} is hidden, ${loss}`).join("; ");
        list.add("warn", "cors-headers", "headers that pages see", what, "cors");
      }
      return true;
    },
    "warn",
  );
  if (allowed !== true) return;
  if (key !== "") await checkAbsent(context, origin);
  await checkPreflight(context, key, origin);
}

/** To a page, a refusal that it may not see looks like a network failure. */
async function checkAbsent({ probe, list, signal }: CheckContext, origin: string): Promise<void> {
  const title = "pages see what is not there";
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

/** A range with a start needs no preflight request; last bytes and conditions do. */
async function checkPreflight({ probe, list, signal }: CheckContext, key: string, origin: string): Promise<void> {
  const title = "permission for last bytes (preflight)";
  const headers = {
    origin,
    "access-control-request-method": "GET",
    "access-control-request-headers": "if-match,range",
  };
  await list.attempt(
    "cors-preflight",
    title,
    async () => {
      const answer = await probe.send({ method: "OPTIONS", key, headers, signal });
      const granted = words(answer, "access-control-allow-headers");
      const grants = granted.includes("range") || granted.includes("*");
      if (answer.status < 300 && admits(answer, origin) && grants)
        list.add("ok", "cors-preflight", title, `${answer.status}, Range is granted`);
      else {
        const why = answer.status >= 300 ? `OPTIONS is answered with ${answer.status}` : "Range is not granted";
        list.add("warn", "cors-preflight", title, `${why}: pages ask for the size first, one request more`, "cors");
      }
    },
    "warn",
  );
}

function admits(answer: HttpResponse, origin: string): boolean {
  const allowed = answer.header("access-control-allow-origin")?.trim();
  return allowed === "*" || allowed === origin;
}

function words(answer: HttpResponse, header: string): readonly string[] {
  return (answer.header(header) ?? "").split(",").map((word) => word.trim().toLowerCase());
}
