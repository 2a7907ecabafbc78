import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import { defineConfig } from "vitest/config";

const all = {
  // Looks for the tests' secrets in all that is printed.
  setupFiles: ["test/secret-watch.ts"],
  // The same cases in every run.
  alias: [{ find: /^fast-check$/, replacement: resolve("test/fast-check.ts") }],
};

/** Exhaustive suites, nearly half of the time of all: with the slow tests, though they are not named so. */
const heavy = [
  "test/codecs/bad-input.test.ts",
  "test/codecs/engines.test.ts",
  "test/codecs/zoo/compressors.test.ts",
  "test/formats/bloscpack-varlen/objects.test.ts",
  "test/formats/translation.test.ts",
  "test/operations/copy-resume.test.ts",
  "test/stores/http-bad-input.test.ts",
  "test/stores/http-browser.test.ts",
  "test/stores/http-dataset.test.ts",
  "test/stores/store-contract.test.ts",
  "test/stores/zip.contract.test.ts",
];

/** fast: every commit (`npm run check`). slow: matrices and property runs (`npm test`). interop: live peers. browser: a real Chromium. */
export default defineConfig({
  test: {
    // Vitest leaves a core free, which on two cores is half of them.
    maxWorkers: availableParallelism(),
    projects: [
      {
        test: {
          name: "fast",
          ...all,
          include: ["test/**/*.test.ts"],
          exclude: ["test/**/*.slow.test.ts", "test/interop/**", "test/browser/**", ...heavy],
          // For machines that are busy with something else; a test that hangs is still found.
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: "slow",
          ...all,
          include: ["test/**/*.slow.test.ts", ...heavy],
          exclude: ["test/interop/**", "test/browser/**"],
          testTimeout: 300_000,
          hookTimeout: 600_000,
        },
      },
      {
        test: {
          name: "browser",
          ...all,
          include: ["test/browser/**/*.test.ts"],
          testTimeout: 300_000,
          hookTimeout: 600_000,
        },
      },
      {
        test: {
          name: "interop",
          ...all,
          include: ["test/interop/**/*.test.ts"],
          testTimeout: 300_000,
          hookTimeout: 600_000,
        },
      },
    ],
  },
});
