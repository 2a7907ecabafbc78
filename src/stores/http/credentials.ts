/**
 * Credentials from the environment. They name the origins that they are for, so that opening some other address never
 * sends them there:
 *
 *   HYPERSLAB_HTTP_ORIGINS    https://data.example.org, https://other.example.org:8443
 *   HYPERSLAB_HTTP_TOKEN      a bearer token, or
 *   HYPERSLAB_HTTP_USER, HYPERSLAB_HTTP_PASSWORD
 */
import { basicAuthorization, type Environment } from "./transport/proxy.ts";

const ORIGINS = "HYPERSLAB_HTTP_ORIGINS";

/** The Authorization header for this origin, if the environment has one. */
export function environmentAuthorization(origin: string, environment: Environment): string | undefined {
  if (!origins(environment).includes(origin)) return undefined;
  const token = environment["HYPERSLAB_HTTP_TOKEN"];
  if (token !== undefined && token !== "") return `Bearer ${token}`;
  const user = environment["HYPERSLAB_HTTP_USER"];
  if (user === undefined || user === "") return undefined;
  return basicAuthorization(user, environment["HYPERSLAB_HTTP_PASSWORD"] ?? "");
}

/** What to do when a server wants credentials, given what the environment has. */
export function credentialHint(origin: string, environment: Environment): string {
  const has = ["HYPERSLAB_HTTP_TOKEN", "HYPERSLAB_HTTP_USER"].find((name) => (environment[name] ?? "") !== "");
  if (has === undefined) {
    return `Set HYPERSLAB_HTTP_TOKEN, or HYPERSLAB_HTTP_USER and HYPERSLAB_HTTP_PASSWORD, and ${ORIGINS}=${origin}; or pass headers.`;
  }
  if (!origins(environment).includes(origin)) return `${has} is set, but ${ORIGINS} does not name ${origin}.`;
  return `${has} was sent; it may be wrong or have expired.`;
}

function origins(environment: Environment): readonly string[] {
  return (environment[ORIGINS] ?? "")
    .split(/[\s,]+/)
    .filter((text) => URL.canParse(text))
    .map((text) => new URL(text).origin);
}
