/** What a store without a server can do: byte ranges, sizes, versions and, on request, writing. */
import { HyperslabError } from "../../errors.ts";
import type { ObjectVersion, Store, StoreOptions } from "../../stores/store.ts";
import type { CheckList } from "./check.ts";

/** Bytes per range. */
const PART = 4;

export async function checkParts(store: Store, key: string, list: CheckList, options: StoreOptions): Promise<void> {
  const whole = await list.attempt("read", `read ${key}`, async () => {
    const bytes = await store.get(key, options);
    if (bytes === undefined)
      throw new HyperslabError("not-found", "it does not exist", { location: store.location, key });
    list.add("ok", "read", `read ${key}`, `${bytes.byteLength} bytes`);
    return bytes;
  });
  if (whole === undefined || whole.byteLength < PART) return;
  const end = whole.byteLength - PART;
  const kinds = [
    { name: "range", title: `bytes 0-${PART - 1}`, range: { offset: 0, length: PART }, bytes: whole.subarray(0, PART) },
    { name: "range-open", title: `bytes ${end}-`, range: { offset: end }, bytes: whole.subarray(end) },
    { name: "range-suffix", title: `the last ${PART} bytes`, range: { suffix: PART }, bytes: whole.subarray(end) },
  ];
  for (const { name, title, range, bytes } of kinds) {
    await list.attempt(name, title, async () => {
      const part = await store.get(key, { ...options, range });
      const isRight = part?.byteLength === PART && part.every((byte, index) => byte === bytes[index]);
      list.add(
        isRight ? "ok" : "fail",
        name,
        title,
        isRight ? "the right bytes" : "other bytes than those of the value",
      );
    });
  }
  await list.attempt("versions", "versions", async () => {
    const version: ObjectVersion = {};
    await store.get(key, { ...options, version });
    const validator = version.validator ?? (await store.head?.(key, options))?.validator;
    if (validator !== undefined) list.add("ok", "versions", "versions", "known: a change during a read is noticed");
    else list.add("warn", "versions", "versions", "not known: a change during a read goes unnoticed");
  });
}

export async function checkWriting(store: Store, list: CheckList, options: StoreOptions): Promise<void> {
  const title = "write, read back, delete";
  const { set, delete: remove } = store;
  if (set === undefined || remove === undefined) {
    list.add("warn", "write", title, "this store can only be read");
    return;
  }
  const key = `.hyperslab-doctor-${Math.random().toString(36).slice(2)}`;
  const value = new Uint8Array([1, 2, 3, 4]);
  await list.attempt(
    "write",
    title,
    async () => {
      await set.call(store, key, value, options);
      const again = await store.get(key, options);
      // Always removed, even after an abort, so that nothing is left behind.
      await remove.call(store, key);
      await store.close?.();
      const gone = (await store.get(key, options)) === undefined;
      const isRight = again?.byteLength === value.byteLength && again.every((byte, index) => byte === value[index]);
      const found = !isRight
        ? "reading it back returned something else"
        : gone
          ? "all work"
          : "the deleted key is still there";
      list.add(isRight && gone ? "ok" : "fail", "write", title, found);
    },
    "warn",
  );
}
