/** The server to ask in place of a provider's own. */
import { HyperslabError } from "../../errors.ts";
import { withoutEndSlashes } from "../store-key.ts";

/** Without a slash at its end. */
export function checkEndpoint(given: string): string {
  const url = URL.canParse(given) ? new URL(given) : undefined;
  const isPlain = url?.search === "" && url.hash === "" && url.username === "" && url.password === "";
  if (url !== undefined && isPlain && /^https?:$/.test(url.protocol)) return withoutEndSlashes(url.href);
  throw new HyperslabError("invalid-request", "the endpoint is no address of a server", {
    hint: "Write it as https://host:port, without user, password or query.",
  });
}
