/** Chunks that were encoded for serving: each is encoded once at a time, a few concurrently, and the latest are kept. */
import { operationLimits } from "../limits.ts";
import { contentValidator } from "./content-validator.ts";
import { bytesValue, type ServedValue } from "./served-tree.ts";

export interface EncodedChunks {
  /** The chunk of a key, encoded now unless it was a moment ago. */
  get(key: string, encode: () => Promise<Uint8Array | undefined>): Promise<ServedValue | undefined>;
}

/** More would only share the processor. */
const AT_ONCE = 4;
/** How long a kept chunk counts as current, in milliseconds, because its source may change. */
const KEPT_MILLISECONDS = 5000;

interface Kept {
  readonly value: ServedValue | undefined;
  readonly until: number;
}

export function encodedChunks(): EncodedChunks {
  const kept = new Map<string, Kept>();
  const running = new Map<string, Promise<ServedValue | undefined>>();
  const waiting: (() => void)[] = [];
  let active = 0;
  let bytes = 0;

  const forget = (key: string): void => {
    bytes -= kept.get(key)?.value?.size ?? 0;
    kept.delete(key);
  };
  const keep = (key: string, value: ServedValue | undefined): void => {
    forget(key);
    kept.set(key, { value, until: performance.now() + KEPT_MILLISECONDS });
    bytes += value?.size ?? 0;
    for (const oldest of kept.keys()) {
      if (!operationLimits.servedBytes.isExceededBy(bytes) && !operationLimits.servedChunks.isExceededBy(kept.size))
        break;
      forget(oldest);
    }
  };
  const inTurn = async (encode: () => Promise<Uint8Array | undefined>): Promise<ServedValue | undefined> => {
    if (active >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
    else active += 1;
    try {
      const made = await encode();
      return made && bytesValue(made, await contentValidator(made));
    } finally {
      const next = waiting.shift();
      if (next === undefined) active -= 1;
      else next();
    }
  };
  return {
    get: async (key, encode) => {
      const known = kept.get(key);
      if (known !== undefined && performance.now() < known.until) return known.value;
      const begun = running.get(key);
      if (begun !== undefined) return begun;
      const made = inTurn(encode);
      running.set(key, made);
      try {
        const value = await made;
        keep(key, value);
        return value;
      } finally {
        running.delete(key);
      }
    },
  };
}
