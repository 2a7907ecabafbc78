/** From when on workers are used by themselves: what is smaller never pays for them. docs/performance.md has the figures. */

/** Workers that run are used for calls of this many bytes to decode or encode. */
export const LEAST_BYTES: number = 2 * 1024 * 1024;

/** Starting Node's threads takes as long as decoding this much. */
export const LEAST_BYTES_TO_START: number = 32 * 1024 * 1024;

/** A chunk of fewer bytes that is handed over by itself is not worth a message. */
export const LEAST_CHUNK_BYTES: number = 64 * 1024;

/**
 * Handing a chunk to a page's worker and back costs 2 ms a mebibyte, all of it memory; decoding Zstandard costs 3. With two
 * cores, of which one fetches, nothing is gained, so that workers are used there only if the caller asks (`workers: true`,
 * for a page that must not pause).
 */
export const LEAST_CORES_OF_PAGE: number = 4;
