/**
 * A repository with a history at an address, for queries about the history itself; its data is opened like any other.
 */
import { HyperslabError } from "../../errors.ts";
import { detectFormat } from "../../formats/detect.ts";
import { splitRef } from "../../formats/icechunk/refs.ts";
import { openRepository, type Repository } from "../../formats/icechunk/repository.ts";
import type { StoreSettings } from "../../stores/location/settings.ts";
import { type AddressInput, resolveAddress } from "./address.ts";
import { missingNode } from "./failures/missing-node.ts";
import { decodeZstd, zstdDictionary } from "./store-decoders.ts";

export interface OpenedRepository {
  readonly repository: Repository;
  /** The branch, tag or snapshot that the address names; undefined for the main branch. */
  readonly ref: string | undefined;
}

export async function openHistory(
  input: AddressInput,
  settings: StoreSettings | undefined,
  signal: AbortSignal | undefined,
): Promise<OpenedRepository> {
  const address = await resolveAddress(input, "", settings);
  const { store, path, format } = address;
  const options = { decodeZstd: (bytes: Uint8Array, most: number) => decodeZstd(bytes, most), zstdDictionary, signal };
  const isOther = format !== undefined && format !== "icechunk";
  const repository = isOther ? undefined : await openRepository(store, options);
  if (repository === undefined) {
    const other = await detectFormat(store, path, { signal });
    if (other === undefined) throw await missingNode(address);
    throw new HyperslabError(
      "unsupported",
      `there is no history here: found ${other.hierarchy.title}, not an Icechunk repository`,
      {
        location: store.location,
        hint: "An Icechunk repository has a file named repo, or refs/branch.main/ref.json.",
      },
    );
  }
  return { repository, ref: splitRef(path, (text) => repository.knows(text)).ref };
}
