/** Bytes and arrays for the cases of limits. */
import { expect } from "vitest";
import { memorySource } from "../../src/bytes/source/byte-source.ts";
import {
  type CreateArrayOptions,
  create,
  memoryStore,
  memoryTarget,
  type NdArray,
  openArray,
  type PackObjectsOptions,
  type PackOptions,
  pack,
  type Store,
} from "../../src/index.ts";
import { packObjects } from "../../src/operations/pack/varlen/pack-objects.ts";
import { loneObject } from "../../src/stores/wrappers/lone-object.ts";

/** Lengths below, at and above a limit. */
export function around(limit: number): readonly number[] {
  return [limit - 1, limit, limit + 1];
}

/** Bytes that compress somewhat, the same at every run. */
export function samples(length: number, seed = 1): Uint8Array<ArrayBuffer> {
  return Uint8Array.from({ length }, (_, i) => ((i >> 3) * 7 + (i % 5 === 0 ? i * 31 : 0) + seed) & 0xff);
}

/** Numbers that differ from their neighbours. */
export function numbers(length: number, seed = 1): number[] {
  return Array.from({ length }, (_, i) => (i * 37 + seed * 11 + (i >> 4)) % 251);
}

export type AnyStore = Parameters<typeof create>[0];

/** Makes an array, writes all of it, reads it back whole and in part by a new handle, and overwrites a part. */
export async function roundTrip(store: AnyStore, options: CreateArrayOptions, seed = 1): Promise<NdArray> {
  const length = options.shape.reduce((product, each) => product * each, 1);
  const values = numbers(length, seed);
  const made = await create(store, { overwrite: true, ...options });
  await made.write("...", { data: values, shape: options.shape });
  const array = await openArray(store);
  for (let time = 0; time < 2; time++)
    expect(Array.from((await array.read()).data as Iterable<number>, Number)).toEqual(values);
  const [rows = 0] = options.shape;
  const row = length / Math.max(1, rows);
  const some = [Math.floor(rows / 3), Math.max(Math.floor(rows / 3) + 1, rows - 1)] as const;
  const part = await array.read(`${some[0]}:${some[1]}`);
  expect(Array.from(part.data as Iterable<number>, Number)).toEqual(values.slice(some[0] * row, some[1] * row));
  const changed = numbers((some[1] - some[0]) * row, seed + 5);
  await array.write(`${some[0]}:${some[1]}`, {
    data: changed,
    shape: [some[1] - some[0], ...options.shape.slice(1)],
  });
  values.splice(some[0] * row, changed.length, ...changed);
  expect(Array.from((await array.read()).data as Iterable<number>, Number)).toEqual(values);
  return array;
}

/** A Bloscpack file in memory as a store. */
export async function packedStore(bytes: Uint8Array, options: PackOptions): Promise<Store> {
  const target = memoryTarget();
  await pack(memorySource(bytes), target, options);
  return oneFile(target.bytes());
}

/** A file of objects in memory as a store. */
export async function objectStore(objects: readonly string[], options: PackObjectsOptions = {}): Promise<Store> {
  const target = memoryTarget();
  await packObjects(objects, target, options);
  return oneFile(target.bytes());
}

export function oneFile(bytes: Uint8Array): Store {
  return loneObject(memoryStore(new Map([["x.blp", bytes]])), "x.blp", "x.blp");
}

/** Texts of all lengths up to some hundred bytes. */
export function texts(count: number): string[] {
  return Array.from({ length: count }, (_, i) => `object ${i} `.repeat((i * 5) % 13));
}

/** Reads stretches and strides of a file of bytes, and compares them with what was packed. */
export async function readSlices(bytes: Uint8Array, options: PackOptions): Promise<void> {
  const array = await openArray(await packedStore(bytes, options));
  const length = bytes.byteLength;
  const cuts = [
    [0, length, 1],
    [3, 5, 1],
    [0, length, 7],
    [length - 9, length, 1],
    [length >> 2, length >> 1, 3],
  ];
  for (let at = 0; at + 20 < length; at += 97) cuts.push([at, at + 20, 1]);
  for (const [start = 0, end = 0, step = 1] of cuts) {
    const { data } = await array.read(`${start}:${end}:${step}`, { as: "uint8" });
    expect(data).toEqual(bytes.subarray(start, end).filter((_, i) => i % step === 0));
  }
}

/** Reads objects in runs and by lists, and compares them with what was packed. */
export async function readTexts(objects: readonly string[], options: PackObjectsOptions = {}): Promise<void> {
  const array = await openArray(await objectStore(objects, options));
  expect([...(await array.read()).data]).toEqual(objects);
  for (const [first, end, step] of [
    [0, 1, 1],
    [2, 5, 1],
    [0, objects.length, 2],
    [1, objects.length, 3],
  ] as const) {
    const { data } = await array.read(`${first}:${end}:${step}`);
    expect([...data]).toEqual(objects.slice(first, end).filter((_, i) => i % step === 0));
  }
}
