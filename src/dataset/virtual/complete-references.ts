/** Puts everything that a dataset refers to into its set of references, for those who save or combine it. */
import { encodeUtf8 } from "../../bytes/text/utf8.ts";
import type { VirtualDataset } from "../../model/virtual/virtual-dataset.ts";
import type { Store } from "../../stores/store.ts";
import { isComplete, markComplete } from "./derived-chunks.ts";

/** `store` gives the values of the dataset: those that no reference can give as they are become part of the set. */
export async function completeReferences(dataset: VirtualDataset, store: Store): Promise<void> {
  const { references, pending, masks, indirect } = dataset;
  if (isComplete(dataset)) return;
  for (const chunks of pending?.values() ?? []) await chunks.load();
  const embed = async (key: string): Promise<void> => {
    const value = await store.get(key);
    const bytes = encodeUtf8(key);
    if (value !== undefined) references.table.addInline({ bytes, from: 0, to: bytes.byteLength }, value);
  };
  for (const key of masks?.keys() ?? []) await embed(key);
  for (const path of indirect?.keys() ?? []) {
    const keys = [...references.table.keys(path)].filter((key) => key.slice(0, key.lastIndexOf("/")) === path);
    for (const key of keys) await embed(key);
  }
  markComplete(dataset);
}
