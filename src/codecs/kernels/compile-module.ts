/** Compiles the WebAssembly of a kernel, which its `-binary.ts` carries as Base64. */
import { decodeBase64 } from "../../bytes/text/base64.ts";

/** In the flags of an imported memory: other threads have it, too. */
const SHARED = 2;

/** For a memory that is shared the module differs in one bit, at `flagsAt`. */
export function compileModule(base64: string, flagsAt?: number): Promise<WebAssembly.Module> {
  const binary = bytesOf(base64);
  if (flagsAt !== undefined) binary[flagsAt]! |= SHARED;
  return WebAssembly.compile(binary);
}

/** Node's own decoder takes a hundredth of the time of code that runs once, in every worker, before it is compiled. */
function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  const native = globalThis.Buffer?.from;
  return native === undefined ? decodeBase64(base64) : new Uint8Array(native(base64, "base64"));
}
