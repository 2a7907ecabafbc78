/** Listings from index pages, which web servers generate for directories. */
import { isHyperslabError } from "../../errors.ts";
import type { DirectoryListing } from "../store.ts";
import { parseIndex } from "./directory-index.ts";
import type { HttpClient } from "./http-client.ts";
import { httpError } from "./http-error.ts";
import { placeOf } from "./object-request.ts";
import type { ResponseHead } from "./transport/transport.ts";

/** A few hundred thousand entries. */
const MOST_BYTES = 64 * 1024 * 1024;

/** A missing index proves absence only if the server has sent other indexes. */
export class DirectoryLister {
  readonly #client: HttpClient;
  /** Whether any directory of this server has had an index. */
  #givesIndexes = false;

  constructor(client: HttpClient) {
    this.#client = client;
  }

  async list(prefix: string, signal: AbortSignal | undefined): Promise<DirectoryListing> {
    const listing = await this.#index(prefix, signal);
    if (listing === "absent" && !this.#givesIndexes && prefix !== "") await this.#index("", signal);
    if (listing !== "absent") return listing;
    if (!this.#givesIndexes) throw httpError("no-index", placeOf(this.#client, prefix), { status: 404 });
    return { keys: [], prefixes: [] };
  }

  async #index(prefix: string, signal: AbortSignal | undefined): Promise<DirectoryListing | "absent"> {
    const client = this.#client;
    const place = placeOf(client, prefix);
    const headers = { accept: "application/json, text/html;q=0.9" };
    const take = (head: ResponseHead): number | undefined => (head.status === 200 ? MOST_BYTES : undefined);
    const url = client.address.directoryUrl(prefix);
    const answer = await client.send({ method: "GET", url, headers, place, signal, take }).catch((error: unknown) => {
      if (isHyperslabError(error) && error.request?.kind === "forbidden")
        throw httpError("no-index", place, { status: 403 });
      throw error;
    });
    if (answer.status === 404 || answer.status === 410) return "absent";
    const listing = parseIndex(answer.body, answer.header("content-type") ?? "", answer.url);
    if (listing === undefined) throw httpError("no-index", place, { status: answer.status });
    this.#givesIndexes = true;
    return listing;
  }
}
