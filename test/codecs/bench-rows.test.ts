/** Every codec is timed, and against numcodecs where that has it. */
import { expect, test } from "vitest";
import { ROWS } from "../../bench/codec-rows.mjs";
import { codecEntry, knownCodecs } from "../../src/codecs/registry.ts";

/** What these cost is the cost of copying elements, which bench/run.mjs times. */
const COPIES = ["bytes", "lz4-block", "reshape", "sharding_indexed", "transpose", "zarrs.squeeze"];

const timed = (row: (typeof ROWS)[number]): string => codecEntry(row.codec.name).name;

test("every codec has a row", () => {
  const rows = new Set(ROWS.map(timed));
  const missing = knownCodecs().filter(({ name }) => !rows.has(name));
  expect(missing.map(({ name }) => name)).toEqual(COPIES);
});

test("rows have names of their own", () => {
  expect(new Set(ROWS.map(({ name }) => name)).size).toBe(ROWS.length);
});

test("what numcodecs has is compared with it", () => {
  const alone = new Set(ROWS.filter(({ numcodecs }) => numcodecs === undefined).map(timed));
  expect([...alone].sort()).toEqual([
    "brotli",
    "cast_value",
    "deflate-raw",
    "hdf5.bitshuffle",
    "hdf5.lz4",
    "lz4f",
    "packbits",
    "scale_offset",
    "snappy",
    "zarrs.optional",
    "zfp",
  ]);
});
