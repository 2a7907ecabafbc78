import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

const all = {
  globalSetup: "test/temporary-folder.ts",
  // Looks for the tests' secrets in everything that is printed.
  setupFiles: ["test/secret-watch.ts", "test/typed-array-equality.ts"],
  // The same cases in every run.
  alias: [{ find: /^fast-check$/, replacement: resolve("test/fast-check.ts") }],
};

/** Exhaustive suites, which take nearly half of the time: they run with the slow tests, though they are not named so. */
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

/** Suites of two seconds and more. They run with the slow tests too, and once more with tiny limits. */
const lengthy = [
  "test/cdl/parse-fixtures.test.ts",
  "test/cdl/random.test.ts",
  "test/cli/address-secrets.test.ts",
  "test/cli/names.test.ts",
  "test/codecs/blosc.test.ts",
  "test/codecs/decoded-limit.test.ts",
  "test/codecs/kernels/lzma.test.ts",
  "test/codecs/kernels/map-numbers.test.ts",
  "test/codecs/kernels/rows.test.ts",
  "test/codecs/kernels/zstd-damage.test.ts",
  "test/codecs/kernels/zstd-v07.test.ts",
  "test/dataset/deep-hierarchy.test.ts",
  "test/dataset/vast-grids.test.ts",
  "test/formats/bloscpack-varlen/append-crash.test.ts",
  "test/formats/bloscpack-varlen/arrays.test.ts",
  "test/formats/bloscpack/contract.test.ts",
  "test/formats/bloscpack/slices.test.ts",
  "test/formats/legacy-conversions.test.ts",
  "test/formats/nczarr/requests.test.ts",
  "test/operations/bloscpack/salvage.test.ts",
  "test/operations/bloscpack/swapped-offsets.test.ts",
  "test/operations/many-lengths.test.ts",
  "test/stores/http-failures.test.ts",
  "test/stores/listing-progress.test.ts",
  "test/stores/location-print.test.ts",
  "test/stores/s3/s3-changes.test.ts",
  "test/stores/store-key.test.ts",
  "test/stores/zip-full-disk.test.ts",
  "test/workers/encode.test.ts",
];

/**
 * Suites that count or replace what modules keep (kernels' memory, registries, lent slots, workers), that measure memory, or
 * that start servers in the rooms that remember what they learnt of a host: a port that is given out twice must not bring an
 * old answer back. Each file has a process of its own, as those of stores and workers have with tiny limits. All others share
 * processes, because starting one and loading the library takes longer than most tests; they put back what they change
 * (environment, working directory, timers).
 */
const alone = [
  "test/cli/address-secrets.test.ts",
  "test/cli/copy-target.slow.test.ts",
  "test/cli/raw-keys.test.ts",
  "test/cli/resume.slow.test.ts",
  "test/cli/store-options.test.ts",
  "test/codecs/bad-input.test.ts",
  "test/codecs/kernels/inflate.test.ts",
  "test/codecs/kernels/lzma.test.ts",
  "test/codecs/kernels/memory.test.ts",
  "test/codecs/kernels/packed.test.ts",
  "test/codecs/kernels/zstd.test.ts",
  "test/codecs/pipeline.test.ts",
  "test/codecs/registry.test.ts",
  "test/codecs/zoo/streams.test.ts",
  "test/dataset/shared-memory.test.ts",
  "test/limits.test.ts",
  "test/operations/bloscpack/addresses.test.ts",
  "test/operations/doctor.test.ts",
  "test/operations/scan/memory.slow.test.ts",
  "test/stores/cloud.test.ts",
  "test/stores/direct-connections.test.ts",
  "test/stores/file-short.test.ts",
  "test/stores/http-bad-input.slow.test.ts",
  "test/stores/http-bad-input.test.ts",
  "test/stores/http-browser.test.ts",
  "test/stores/http-dataset.test.ts",
  "test/stores/http-failures.test.ts",
  "test/stores/http-forbidden.test.ts",
  "test/stores/http-listing.test.ts",
  "test/stores/http-requests.test.ts",
  "test/stores/inner-paths.test.ts",
  "test/stores/listing-progress.test.ts",
  "test/stores/location-open.test.ts",
  "test/stores/reference-targets.test.ts",
  "test/stores/s3/credentials.test.ts",
  "test/stores/s3/multipart.slow.test.ts",
  "test/stores/s3/s3-bad-input.slow.test.ts",
  "test/stores/s3/s3-changes.test.ts",
  "test/stores/s3/s3-failures.test.ts",
  "test/stores/s3/s3-forbidden.test.ts",
  "test/stores/s3/s3-requests.test.ts",
  "test/stores/store-contract.test.ts",
  "test/stores/tar.test.ts",
  "test/stores/wrappers-disk-cache.test.ts",
  "test/stores/wrappers-retry.test.ts",
  "test/stores/zip.contract.test.ts",
  "test/stores/zip.slow.test.ts",
  "test/workers/chunk-files.slow.test.ts",
  "test/workers/chunk-threads.slow.test.ts",
  "test/workers/decode.test.ts",
  "test/workers/encode.test.ts",
  "test/workers/file-versions.test.ts",
  "test/workers/large-chunks.slow.test.ts",
  "test/workers/large-tasks.test.ts",
  "test/workers/lent-slots.test.ts",
  "test/workers/pool.test.ts",
  "test/workers/tiny-chunks.slow.test.ts",
  "test/workers/workers.slow.test.ts",
];

/** The longest suites. */
const long = [
  "test/operations/bloscpack/kill.slow.test.ts",
  "test/cli/resume.slow.test.ts",
  "test/workers/workers.slow.test.ts",
  "test/formats/bloscpack-varlen/kill.slow.test.ts",
  "test/operations/bloscpack/gigabyte.servers.test.ts",
  "test/stores/s3/ceph.servers.test.ts",
  "test/stores/http.servers.test.ts",
  "test/stores/zip-process.slow.test.ts",
  "test/docs.slow.test.ts",
  "test/cli/program.slow.test.ts",
];

/**
 * Suites of rare paths (gigabytes, programs that are killed again and again, kernels compiled anew) that take a third of all
 * time. They run with HYPERSLAB_THOROUGH=1, before a release and after changes to what they are about.
 */
const thoroughOnly = [
  "test/bytes/json-parse.slow.test.ts",
  "test/cdl/kernel-binary.slow.test.ts",
  "test/cdl/parse-long.slow.test.ts",
  "test/cli/copy-target.slow.test.ts",
  "test/cli/fixtures.slow.test.ts",
  "test/cli/resume.slow.test.ts",
  "test/codecs/blosc-broken.slow.test.ts",
  "test/codecs/kernels/inflate-binary.slow.test.ts",
  "test/codecs/kernels/wasm-binary.slow.test.ts",
  "test/codecs/kernels/zstd-binary.slow.test.ts",
  "test/codecs/kernels/zstd-damage.slow.test.ts",
  "test/dataset/cache.slow.test.ts",
  "test/dataset/changes-processes.slow.test.ts",
  "test/formats/bloscpack-varlen/kill.slow.test.ts",
  "test/formats/references/large.slow.test.ts",
  "test/formats/zarr-v0.stores.slow.test.ts",
  "test/formats/zarr-v1.stores.slow.test.ts",
  "test/operations/bloscpack/kill.slow.test.ts",
  "test/operations/bloscpack/workers.slow.test.ts",
  "test/operations/copy-resume.slow.test.ts",
  "test/stores/file-two-gib.slow.test.ts",
  "test/stores/http-bad-input.slow.test.ts",
  "test/stores/s3/s3-bad-input.slow.test.ts",
  "test/stores/zip-process.slow.test.ts",
  "test/workers/chunk-files.slow.test.ts",
  "test/workers/chunk-threads.slow.test.ts",
  "test/workers/tiny-chunks.slow.test.ts",
  "test/workers/workers.slow.test.ts",
];
/** The longest with tiny limits. */
const thoroughTiny = [
  "test/formats/bloscpack/contract.test.ts",
  "test/operations/bloscpack/swapped-offsets.test.ts",
  "test/stores/file.test.ts",
  "test/stores/listing-progress.test.ts",
  "test/stores/s3/s3-changes.test.ts",
  "test/stores/zip-crash.test.ts",
];
const isThorough = process.env["HYPERSLAB_THOROUGH"] === "1";
const tooLong = isThorough ? [] : thoroughOnly;
const tooLongTiny = isThorough ? [] : thoroughTiny;

/**
 * Project by project, because Vitest ends a shared process when the next file in the queue belongs to another project. Within a
 * project the longest suites start first, and the projects with the shortest files come last, so that no core waits for
 * a long one at the end.
 */
class ProjectByProject extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const order = ["slow", "slow-alone", "tiny-alone", "tiny", "alone", "fast"];
    const rank = ({ moduleId, project }: TestSpecification): number => {
      const place = long.findIndex((name) => moduleId.endsWith(name));
      return order.indexOf(project.name) * (long.length + 1) + (place === -1 ? long.length : place);
    };
    return (await super.sort(files)).sort((one, other) => rank(one) - rank(other));
  }
}

/** They need nginx, Apache, Caddy and Ceph. */
const servers = "test/**/*.servers.test.ts";

/** Neither fast nor run with tiny limits. */
const others = ["test/**/*.slow.test.ts", servers, "test/interop/**", "test/browser/**", ...heavy];

/**
 * Run once more with tiny limits, so that a few kilobytes take every path that otherwise takes gigabytes. The cases in
 * test/limits run only here, because some need worker threads.
 */
const limitCases = "test/limits/**/*.test.ts";
const tinyRooms = ["dataset", "formats", "operations", "stores", "workers"];
const tiny = tinyRooms.map((room) => `test/${room}/**/*.test.ts`);
const tinyAlone = ["test/stores/**/*.test.ts", "test/workers/**/*.test.ts"];

/** Suites that assert what limits decide. (Single tests that do are skipped by `hasTinyLimits`.) */
const usualLimitsOnly = [
  // Which values lie in memory that is lent.
  "test/dataset/lending.test.ts",
  "test/workers/lent-slots.test.ts",
  // How large batches and blocks are.
  "test/dataset/tiled-box.test.ts",
  "test/operations/blocks.test.ts",
  // What each read of a file of 100 000 objects asks for.
  "test/formats/bloscpack-varlen/access.test.ts",
  // How many requests at once pay, and who fills memory from which length on.
  "test/stores/wrappers-request-limit.test.ts",
  "test/stores/collect-stream.test.ts",
  // Requests and bytes on headline paths.
  "test/dataset/costs.test.ts",
  "test/formats/references/parquet-places.test.ts",
];

/**
 * Suites that take the same way with tiny limits as with the usual ones: no comparison with a limit has another outcome in them
 * (counted in `Limit`, while they ran), but for how many parsed documents are kept. They run once.
 */
const unlimited = [
  "test/dataset/detection-costs.test.ts",
  "test/dataset/key-lock.test.ts",
  "test/dataset/unknown-options.test.ts",
  "test/formats/*.contract.test.ts",
  "test/formats/nczarr/contract.test.ts",
  "test/formats/nczarr/requests.test.ts",
  "test/formats/references/templates.test.ts",
  "test/formats/registry.test.ts",
  "test/formats/zarr-v0.pickle.test.ts",
  "test/operations/value-text.test.ts",
  "test/stores/burst.test.ts",
  "test/stores/file-output.test.ts",
  "test/stores/file-process.test.ts",
  "test/stores/location-print.test.ts",
  "test/stores/location.test.ts",
  "test/stores/memory.test.ts",
  "test/stores/s3/aws-config.test.ts",
  "test/stores/s3/credentials.test.ts",
  "test/stores/s3/s3-address.test.ts",
  "test/stores/s3/sigv4.test.ts",
  "test/stores/s3/xml.test.ts",
  "test/stores/store-key.test.ts",
  "test/stores/web-lock.test.ts",
  "test/workers/pool.test.ts",
];

/**
 * fast and alone: every commit (`npm run check`). slow and slow-alone: matrices and property runs (`npm test`). tiny and
 * tiny-alone: again with tiny limits.
 * servers: real web servers and Ceph. interop: live peers. browser: a real Chromium.
 */
export default defineConfig({
  test: {
    // Vitest leaves a core free, which on two cores is half of them. One process more than there are cores, because a sixth
    // of the time tests wait: for programs that they start, for answers that come late, for disks.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: ProjectByProject },
    // Five projects load the same sources, which are compiled once for all of them.
    experimental: { fsModuleCache: true },
    projects: [
      {
        test: {
          name: "fast",
          ...all,
          include: ["test/**/*.test.ts"],
          exclude: [...others, ...lengthy, ...alone, limitCases],
          isolate: false,
          // Long enough for a busy machine; a test that hangs is still found.
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: "alone",
          ...all,
          include: alone,
          exclude: [...others, ...lengthy],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: "slow",
          ...all,
          include: ["test/**/*.slow.test.ts", ...heavy, ...lengthy],
          exclude: ["test/interop/**", "test/browser/**", ...alone, ...thoroughOnly],
          isolate: false,
          testTimeout: 300_000,
          hookTimeout: 600_000,
        },
      },
      {
        test: {
          name: "slow-alone",
          ...all,
          include: [
            ...alone.filter((name) => name.includes(".slow.") || heavy.includes(name) || lengthy.includes(name)),
            ...thoroughOnly,
          ],
          exclude: tooLong,
          testTimeout: 300_000,
          hookTimeout: 600_000,
        },
      },
      {
        test: {
          name: "tiny",
          ...all,
          setupFiles: [...all.setupFiles, "test/tiny-limits.ts"],
          globalSetup: [all.globalSetup, "test/worker-bundle.ts"],
          include: tiny.filter((pattern) => !tinyAlone.includes(pattern)),
          exclude: [...others, ...usualLimitsOnly, ...unlimited, ...alone, limitCases, ...tooLongTiny],
          isolate: false,
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
      {
        test: {
          name: "tiny-alone",
          ...all,
          setupFiles: [...all.setupFiles, "test/tiny-limits.ts"],
          globalSetup: [all.globalSetup, "test/worker-bundle.ts"],
          include: [
            ...alone.filter((name) => tinyRooms.some((room) => name.startsWith(`test/${room}/`))),
            ...tinyAlone,
            limitCases,
          ],
          exclude: [...others, ...usualLimitsOnly, ...unlimited, ...tooLongTiny],
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
      {
        test: {
          name: "servers",
          ...all,
          include: [servers],
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
