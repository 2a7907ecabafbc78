/**
 * Credentials from the environment. They name the origins that they are for, so that opening some other address never
 * sends them there:
 *
 *   HYPERSLAB_HTTP_ORIGINS    https://data.example.org, https://other.example.org:8443
 *   HYPERSLAB_HTTP_TOKEN      a bearer token, or
 *   HYPERSLAB_HTTP_USER, HYPERSLAB_HTTP_PASSWORD
 *
 *   EARTHDATA_TOKEN           a bearer token for NASA's hosts: *.earthdata.nasa.gov, *.earthdatacloud.nasa.gov
 *
 *   ~/.netrc, or NETRC        machine HOST login USER password SECRET; with the login "token", the secret is a bearer token
 */
import { findInNetrc, netrcText } from "./netrc.ts";
import { basicAuthorization, type Environment } from "./transport/proxy.ts";

const ORIGINS = "HYPERSLAB_HTTP_ORIGINS";

/** The Authorization header for this origin, if the environment has one. */
export function environmentAuthorization(origin: string, environment: Environment): string | undefined {
  if (!origins(environment).includes(origin)) return earthdata(origin, environment) ?? fromNetrc(origin, environment);
  const token = environment["HYPERSLAB_HTTP_TOKEN"];
  if (token !== undefined && token !== "") return `Bearer ${token}`;
  const user = environment["HYPERSLAB_HTTP_USER"];
  if (user === undefined || user === "") return undefined;
  return basicAuthorization(user, environment["HYPERSLAB_HTTP_PASSWORD"] ?? "");
}

function earthdata(origin: string, environment: Environment): string | undefined {
  const token = environment["EARTHDATA_TOKEN"];
  if (token === undefined || token === "") return undefined;
  return /^https:\/\/[a-z0-9.-]+\.earthdata(?:cloud)?\.nasa\.gov$/.test(origin) ? `Bearer ${token}` : undefined;
}

/** Never sent unencrypted, except to this machine. */
function fromNetrc(origin: string, environment: Environment): string | undefined {
  const { protocol, hostname } = new URL(origin);
  if (protocol !== "https:" && !/^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname)) return undefined;
  const text = netrcText(environment);
  const found = text === undefined ? undefined : findInNetrc(text, hostname);
  if (found === undefined) return undefined;
  return found.login === "token" ? `Bearer ${found.password}` : basicAuthorization(found.login, found.password);
}

/** What to do if a server requires credentials, given what the environment has. */
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
