/** Asks an answerer without a server, and reads what it answers as any Zarr client would. */

import type { AddressInput } from "../../../src/index.ts";
import { type Answerer, answerer, wholeAnswer } from "../../../src/operations/serve/answer.ts";
import { corsRules } from "../../../src/operations/serve/cors.ts";
import { type OpenedTree, openTree, type TreeOptions } from "../../../src/operations/serve/open-tree.ts";

export interface Asked {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Uint8Array | undefined;
  readonly text: string;
}

export type Ask = (target: string, headers?: Readonly<Record<string, string>>, method?: string) => Promise<Asked>;

export function asker(answer: Answerer): Ask {
  return async (target, headers = {}, method = "GET") => {
    const request = { method, target, header: (name: string) => headers[name] };
    const { status, headers: given, body } = await wholeAnswer(await answer(request), request);
    return { status, headers: given, bytes: body, text: new TextDecoder().decode(body) };
  };
}

export interface ServedHere extends OpenedTree {
  readonly ask: Ask;
  /** What zarrita, and this library, take as a store. */
  readonly store: { get(key: string): Promise<Uint8Array | undefined> };
}

export async function serveHere(
  input: AddressInput,
  options: TreeOptions & { readonly cors?: "*" | "none" | readonly string[] } = {},
): Promise<ServedHere> {
  const { cors, ...rest } = options;
  const opened = await openTree(input, rest);
  const ask = asker(answerer(opened.tree, corsRules(cors)));
  const get = async (key: string): Promise<Uint8Array | undefined> => {
    const target = key.split("/").map(encodeURIComponent).join("/");
    const { status, bytes, text } = await ask(target.startsWith("/") ? target : `/${target}`);
    if (status === 404) return undefined;
    if (status !== 200) throw new Error(`${key}: status ${status}, ${text}`);
    return bytes ?? new Uint8Array(0);
  };
  return { ...opened, ask, store: { get } };
}
