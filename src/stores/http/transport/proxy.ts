/**
 * Proxies from the environment: `http_proxy` and `https_proxy` (or in capitals) name the proxy per scheme, `no_proxy`
 * the hosts that are reached directly, as curl and most programs read them.
 */
import { HyperslabError } from "../../../errors.ts";

export type Environment = Readonly<Record<string, string | undefined>>;

/** The proxy for this address; undefined to connect directly. */
export function proxyFor(url: URL, environment: Environment): URL | undefined {
  const name = url.protocol === "https:" ? "https_proxy" : "http_proxy";
  const value = variable(environment, name);
  if (value === undefined || isDirect(url, variable(environment, "no_proxy") ?? "")) return undefined;
  const text = value.includes("://") ? value : `http://${value}`;
  const proxy = URL.canParse(text) ? new URL(text) : undefined;
  if (proxy?.protocol === "http:" || proxy?.protocol === "https:") return proxy;
  throw new HyperslabError("invalid-request", `the environment variable ${name} does not name a usable proxy`, {
    hint: "Write it as http://host:port.",
  });
}

/** `Basic ...` for a proxy address with a user in it. */
export function proxyAuthorization(proxy: URL): string | undefined {
  if (proxy.username === "") return undefined;
  return basicAuthorization(decodeURIComponent(proxy.username), decodeURIComponent(proxy.password));
}

/** User and password as UTF-8, as RFC 7617 defines it. */
export function basicAuthorization(user: string, password: string): string {
  const bytes = new TextEncoder().encode(`${user}:${password}`);
  return `Basic ${btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""))}`;
}

function variable(environment: Environment, name: string): string | undefined {
  const value = environment[name] ?? environment[name.toUpperCase()];
  return value === undefined || value.trim() === "" ? undefined : value.trim();
}

/** `*`, `host`, `.domain`, `*.domain`, `host:port`; a name covers its subdomains too. */
function isDirect(url: URL, list: string): boolean {
  const host = url.hostname.replace(/^\[|\]$/g, "").toLowerCase();
  const port = url.port || (url.protocol === "https:" ? "443" : "80");
  return list.split(/[\s,]+/).some((entry) => {
    if (entry === "*") return true;
    const [, name = "", only] = /^\[?(.*?)\]?(?::(\d+))?$/.exec(ipv6(entry)) ?? [];
    const domain = name.replace(/^\*?\./, "").toLowerCase();
    if (domain === "" || (only !== undefined && only !== port)) return false;
    return host === domain || host.endsWith(`.${domain}`);
  });
}

/** A bare IPv6 address gets its brackets, so that its last group is not taken for a port. */
function ipv6(entry: string): string {
  return !entry.startsWith("[") && entry.split(":").length > 2 ? `[${entry}]` : entry;
}
