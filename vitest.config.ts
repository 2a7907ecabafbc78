import { defineConfig } from "vitest/config";

/** fast: every commit (`npm run check`). slow: matrices and property runs (`npm test`). interop: live peers. */
export default defineConfig({
  test: {
    projects: [
      {
        test: { name: "fast", include: ["test/**/*.test.ts"], exclude: ["test/**/*.slow.test.ts", "test/interop/**"] },
      },
      {
        test: { name: "slow", include: ["test/**/*.slow.test.ts"], exclude: ["test/interop/**"], testTimeout: 120_000 },
      },
      { test: { name: "interop", include: ["test/interop/**/*.test.ts"], testTimeout: 300_000, hookTimeout: 300_000 } },
    ],
  },
});
