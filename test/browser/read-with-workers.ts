/** Reads an array in a page, with workers and without, and compares. */
import type { TestPage } from "./page.ts";

declare const hyperslab: typeof import("../../src/index.ts");

export interface Outcome {
  /** Are the values of each selection the same with workers and without? */
  readonly same: readonly boolean[];
  /** Chunks that were decoded by workers. */
  readonly tasks: number;
}

/** `hasWorkers`: it waits until they have begun; until then the page decodes by itself. */
export function readWithWorkers(
  page: TestPage,
  name: string,
  selections: readonly string[],
  hasWorkers: boolean,
): Promise<Outcome> {
  return page.page.evaluate(
    async ([address, chosen, wait]) => {
      let tasks = 0;
      const { postMessage } = Worker.prototype;
      Worker.prototype.postMessage = function (this: Worker, message: { kind: string }, ...rest: unknown[]) {
        if (message.kind === "decode") tasks += 1;
        Reflect.apply(postMessage, this, [message, ...rest]);
      };
      const array = await hyperslab.openArray(address, { dtype: "float32" });
      do await array.read(null, { workers: true });
      while (wait && tasks === 0);
      const same: boolean[] = [];
      for (const selection of chosen) {
        const off = await array.read(selection, { workers: false });
        const on = await array.read(selection, { workers: true });
        same.push(on.data.length > 0 && on.data.every((value, i) => value === off.data[i]));
      }
      Worker.prototype.postMessage = postMessage;
      return { same, tasks };
    },
    [`${page.data}/${name}.zarr`, selections, hasWorkers] as const,
  );
}
