/** What a page's worker is made of: scripts/page-worker.mjs. */
import { readFileSync } from "node:fs";
import { describe, expect, it, test } from "vitest";
import { LEFT_OUT, withPlainImports } from "../scripts/page-worker.mjs";
import { bindPipeline } from "../src/codecs/pipeline/pipeline.ts";
import { named, specs, typeOf } from "./codecs/samples.ts";

/** What codecs say of a type that they do not hold. */
const REFUSED_TYPE = /elements of (type )?(uint8|float64|bool) are/;
const registry = readFileSync("src/codecs/registry.ts", "utf8");

describe("codecs that are left out of the worker", () => {
  const loaders = [...registry.matchAll(/^ {4}"?([\w.-]+)"?: async \(\) =>\s+\(await import\("([^"]+)"\)\)/gm)];
  const leftOut = loaders
    .filter(([, , path]) => LEFT_OUT.includes(path!))
    .map(([, name, path]) => ({ name: name!, path }));

  it("are loaded from the files that the build names", () => {
    expect(new Set(leftOut.map(({ path }) => path))).toEqual(new Set(LEFT_OUT));
  });

  test.each(leftOut)("$name holds no elements of fixed size, and workers get no others", async ({ name }) => {
    const codecs = [{ name: "bytes", configuration: { endian: "little" } }];
    const required: Readonly<Record<string, object>> = {
      "zarrs.optional": { mask_codecs: codecs, data_codecs: codecs },
      "bloscpack-varlen": { checksum: "None", cname: "lz4", clevel: 5, shuffle: "shuffle", typesize: 1 },
    };
    const configuration = required[name] ?? {};
    for (const type of ["uint8", "float64", "bool"]) {
      const bound = bindPipeline(specs({ name, configuration }), typeOf(named(type), [2]));
      await expect(bound, type).rejects.toThrow(REFUSED_TYPE);
    }
  });
});

describe("lazy imports", () => {
  it("become plain ones, by name", () => {
    const code = 'const f = async () => (await import("./a.ts")).a;\nconst { b, c } = await import("../b.ts");\n';
    expect(withPlainImports(code)).toBe(
      'import { a as part$0 } from "./a.ts";\nimport { b as part$1 } from "../b.ts";\nimport { c as part$2 } from "../b.ts";\n' +
        "const f = async () => part$0;\nconst b = part$1, c = part$2;\n",
    );
  });

  it("of whole modules become plain ones too", () => {
    expect(withPlainImports('const a = await import("./a.ts").catch(() => 1);')).toBe(
      'import * as part$0 from "./a.ts";\nconst a = await Promise.resolve(part$0).catch(() => 1);',
    );
  });

  it("of large tables stay, and code without any is not changed", () => {
    expect(withPlainImports('(await import("./portable-deflate.ts")).portableDeflate')).toBeUndefined();
    expect(withPlainImports('import { a } from "./a.ts";')).toBeUndefined();
  });
});
