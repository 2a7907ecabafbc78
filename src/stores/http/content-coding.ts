/** Removes a content encoding that was not requested. Supports the codings of the platform's own streams. */
import { ownMember } from "../../bytes/own-member.ts";
import type { ErrorPlace } from "../../errors.ts";
import { httpError } from "./http-error.ts";
import { BodyBuffer } from "./transport/body-buffer.ts";
import { TransportError } from "./transport/transport.ts";

const formats: Readonly<Record<string, CompressionFormat>> = { gzip: "gzip", "x-gzip": "gzip", deflate: "deflate" };

/** More than `most` bytes are refused. */
export async function decodeContent(
  body: Uint8Array,
  coding: string,
  most: number,
  place: ErrorPlace,
): Promise<Uint8Array> {
  const format = ownMember(formats, coding);
  if (format === undefined) throw httpError("content-encoding", place, { detail: JSON.stringify(coding.slice(0, 40)) });
  const decoded = new BodyBuffer(most, undefined);
  try {
    const stream = new Blob([new Uint8Array(body)]).stream().pipeThrough(new DecompressionStream(format));
    const reader = stream.getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return decoded.finish();
      decoded.add(value);
    }
  } catch (error) {
    if (error instanceof TransportError)
      throw httpError("too-long", place, { detail: `${error.message} after decompression` });
    throw httpError("content-encoding", place, { detail: `it is labelled ${format} but is not` });
  }
}
