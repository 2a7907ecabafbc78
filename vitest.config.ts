import { defineConfig } from "vitest/config";

/** Looks for the tests' secrets in all that is printed. */
const WATCH = ["test/secret-watch.ts"];

/** fast: every commit (`npm run check`). slow: matrices and property runs (`npm test`). interop: live peers. browser: a real Chromium. */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: "fast",
          setupFiles: WATCH,
          include: ["test/**/*.test.ts"],
          exclude: ["test/**/*.slow.test.ts", "test/interop/**", "test/browser/**"],
          // For machines that are busy with something else; a test that hangs is still found.
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: "slow",
          setupFiles: WATCH,
          include: ["test/**/*.slow.test.ts"],
          exclude: ["test/interop/**", "test/browser/**"],
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
      {
        test: {
          name: "browser",
          setupFiles: WATCH,
          include: ["test/browser/**/*.test.ts"],
          testTimeout: 120_000,
          hookTimeout: 300_000,
        },
      },
      {
        test: {
          name: "interop",
          setupFiles: WATCH,
          include: ["test/interop/**/*.test.ts"],
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
    ],
  },
});
