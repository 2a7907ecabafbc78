/** The limits of CDL, each crossed by texts below it, at it and above it. */
import { expect } from "vitest";
import { parseCdl } from "../../src/cdl/parse/parse.ts";
import "../../src/cdl/limits.ts";
import { dump, gen, memoryStore, openArray } from "../../src/index.ts";
import { describeLimits } from "./crossing.ts";
import { around } from "./samples.ts";

/** What `v` holds if the text is made into a dataset. */
async function valuesOf(text: string): Promise<readonly unknown[]> {
  const store = memoryStore();
  await gen(`netcdf a { ${text} }`, store, { format: "nczarr" });
  return Array.from((await (await openArray(store, { path: "v" })).read()).data as Float64Array);
}

describeLimits("cdl", {
  numberCharacters: {
    at: 12,
    run: async (limit) => {
      for (const length of around(limit)) {
        const made = valuesOf(`variables: double v ; data: v = 1.${"0".repeat(length - 3)}5 ;`);
        if (length > limit) await expect(made).rejects.toThrow(/too many digits/);
        else expect(await made).toEqual([Number(`1.${"0".repeat(length - 3)}5`)]);
      }
    },
  },
  variableDimensions: {
    at: 4,
    run: async (limit) => {
      for (const rank of around(limit)) {
        const names = Array.from({ length: rank }, (_, index) => `d${index}`);
        const declared = names.map((name) => `${name} = 1 ;`).join(" ");
        const made = valuesOf(`dimensions: ${declared} variables: double v(${names.join(", ")}) ; data: v = 7 ;`);
        if (rank > limit) await expect(made).rejects.toThrow(/at most 4 dimensions/);
        else expect(await made).toEqual([7]);
      }
    },
  },
  kernelValues: {
    at: 6,
    run: async (limit) => {
      for (const count of around(limit)) {
        const words = Array.from({ length: count }, (_, index) => String(index * 1_000_003 - 5));
        const store = memoryStore();
        await gen(
          `netcdf a { dimensions: x = ${count} ; variables: int v(x) ; data: v = ${words.join(", ")} ; }`,
          store,
          { format: "nczarr" },
        );
        let text = "";
        for await (const lines of dump(store)) text += `${lines}\n`;
        expect(/ v = ([^;]*) ;/.exec(text)?.[1]?.split(/,\s+/)).toEqual(words);
      }
    },
  },
  attributeNumbers: {
    at: 6,
    run: async (limit) => {
      for (const length of around(limit)) {
        const text = `netcdf q { :a = ${Array.from({ length }, (_, index) => index).join(", ")} ; }`;
        if (length > limit) expect(() => parseCdl(new TextEncoder().encode(text))).toThrow(/more than 6 values/);
        else expect(parseCdl(new TextEncoder().encode(text)).root.attributes[0]?.values).toHaveLength(length);
      }
    },
  },
  bracedElements: {
    at: 6,
    run: async (limit) => {
      for (const length of around(limit)) {
        const lists = `{${Array.from({ length }, (_, index) => index).join(", ")}}`;
        const text = `dimensions: x = 1 ; t = UNLIMITED ; variables: double v(x, t) ; data: v = ${lists} ;`;
        if (length > limit) await expect(valuesOf(text)).rejects.toThrow(/more than 6/);
        else expect(await valuesOf(text)).toEqual(Array.from({ length }, (_, index) => index));
      }
    },
  },
});
