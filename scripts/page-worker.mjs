// What the build changes in the sources of a page's worker, which is one text: scripts/build.mjs.

/**
 * Codecs, by file, that hold only elements of variable length. The worker is made without them, because pages decode and
 * encode such elements themselves (`workerPipelines` in src/dataset/engine/chunk-workers.ts).
 */
export const LEFT_OUT = ["vlen/vlen", "vlen/vlen-array", "bloscpack/varlen", "optional"].map(
  (name) => `./array-to-bytes/${name}.ts`,
);

/** Has large tables to compute first, so it is still loaded when it is needed. */
const LOADED_LATER = "/portable-deflate.ts";

/** An import of one name, of several names, and of everything. */
const ONE = /\(await import\("(\.[^"]+)"\)\)\.(\w+)/g;
const SEVERAL = /const \{ ([\w, ]+) \} = await import\("(\.[^"]+)"\)/g;
const WHOLE = /\bimport\("(\.[^"]+)"\)/g;

/**
 * Makes plain imports of lazy ones, by name: the bundler leaves out what is not used, and does not wrap each module in a
 * function.
 */
export function withPlainImports(code) {
  const imports = [];
  const part = (path, name) => {
    const local = `part$${imports.length}`;
    imports.push(
      name === undefined ? `import * as ${local} from "${path}";` : `import { ${name} as ${local} } from "${path}";`,
    );
    return local;
  };
  const text = code
    .replace(ONE, (found, path, name) => {
      if (LEFT_OUT.includes(path)) return `refuse("${name}")`;
      return path.endsWith(LOADED_LATER) ? found : part(path, name);
    })
    .replace(SEVERAL, (found, names, path) => {
      if (path.endsWith(LOADED_LATER)) return found;
      return `const ${names
        .split(", ")
        .map((name) => `${name} = ${part(path, name)}`)
        .join(", ")}`;
    })
    .replace(WHOLE, (found, path) => (path.endsWith(LOADED_LATER) ? found : `Promise.resolve(${part(path)})`));
  if (text === code) return undefined;
  const refuse = text.includes("refuse(") ? `\n${REFUSE}` : "";
  return `${imports.join("\n")}\n${text}${refuse}`;
}

const REFUSE = `function refuse(name) {
  throw new Error(\`the codec \${name} is not part of a page's worker\`);
}
`;
