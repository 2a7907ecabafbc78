/** Which pages of other origins may read responses (CORS, the Fetch standard, section 3.2). */
import { HyperslabError } from "../../errors.ts";

/** `"*"`: every page. A list: pages of these origins. An empty list: only the server's own. */
export type CorsRules = "*" | readonly string[];

/** What a request says about its page. */
interface RequestHeaders {
  header(name: string): string | undefined;
}

/** Headers that pages could not see otherwise. */
const EXPOSED = "Accept-Ranges, Content-Length, Content-Range, ETag";

const FOR_ALL: Readonly<Record<string, string>> = {
  "access-control-allow-origin": "*",
  "access-control-expose-headers": EXPOSED,
};

/** `*`, `none`, or origins such as `https://example.org`. */
export function corsRules(given: "*" | "none" | readonly string[] = "*"): CorsRules {
  if (given === "*") return "*";
  if (given === "none") return [];
  for (const origin of given) {
    if (URL.canParse(origin) && new URL(origin).origin === origin) continue;
    throw new HyperslabError("invalid-request", `${JSON.stringify(origin)} is not an origin`, {
      hint: 'Write scheme and host alone, as in https://example.org, or "*" for all pages, or "none".',
    });
  }
  return given;
}

export function corsHeaders(rules: CorsRules, request: RequestHeaders): Readonly<Record<string, string>> {
  if (rules === "*") return FOR_ALL;
  const origin = request.header("origin");
  if (origin === undefined || !rules.includes(origin)) return rules.length === 0 ? {} : { vary: "Origin" };
  return { "access-control-allow-origin": origin, "access-control-expose-headers": EXPOSED, vary: "Origin" };
}

/** The response to a preflight. Browsers cache it for at most a day. */
export function preflightHeaders(request: RequestHeaders): Readonly<Record<string, string>> {
  const asked = request.header("access-control-request-headers") ?? "";
  const isNear = request.header("access-control-request-private-network") === "true";
  return {
    "access-control-allow-methods": "GET, HEAD, OPTIONS",
    "access-control-allow-headers": /^[\w\-, ]+$/.test(asked) ? asked : "Range, If-Match, If-None-Match, If-Range",
    "access-control-max-age": "86400",
    ...(isNear && { "access-control-allow-private-network": "true" }),
  };
}
