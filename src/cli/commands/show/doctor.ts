/** hyperslab doctor */
import { type DoctorCheck, type DoctorReport, doctor } from "../../../index.ts";
import { requireArguments, textOption } from "../../arguments.ts";
import type { Command } from "../../command.ts";
import { EXIT, EXIT_CODE_OF } from "../../exit-codes.ts";
import type { Style } from "../../output/style.ts";
import { counted } from "../../output/units.ts";
import { UsageError } from "../../usage-error.ts";

const USAGE = "doctor ADDRESS [--write] [--origin ORIGIN]";

export const doctorCommand: Command = {
  usage: USAGE,
  description:
    "Checks what a store can do by sending requests: byte ranges, sizes, versions, listing, access from web pages (CORS),\n" +
    "compression, credentials, archives, the format, consolidated metadata. Says how to fix whatever is missing. The exit\n" +
    "code is 0 if the data can be read, even with warnings; 3, 4, 5 or 7 if it cannot be opened (see hyperslab help\n" +
    "exit-codes); 1 if another check fails.",
  takesAddress: true,
  options: {
    write: { type: "boolean", help: "Also try to write a test key, which is deleted afterwards" },
    origin: {
      type: "string",
      value: "ORIGIN",
      help: "Origin of the web page that reads the data (default https://example.org)",
    },
  },
  examples: [
    [
      "hyperslab doctor https://data.example.org/era5.zarr",
      "what a server lacks, and what to paste into its configuration",
    ],
    ["hyperslab doctor s3://bucket/era5.zarr --write", "a bucket, and whether you may write to it"],
    ["hyperslab doctor data.zarr --json", "for a script"],
  ],
  run: async ({ positionals, options, store, terminal, signal }) => {
    const [address] = requireArguments(positionals, USAGE);
    const origin = textOption(options["origin"]);
    if (origin !== undefined && (!URL.canParse(origin) || new URL(origin).origin !== origin)) {
      throw new UsageError(`--origin takes an origin, not "${origin}"`, "Write https://host, without a path.");
    }
    const report = await doctor(address!, { write: options["write"] === true, origin, store, signal });
    if (terminal.json) await terminal.result(report);
    else for (const line of reportLines(report, terminal.style)) await terminal.line(line);
    if (report.usable) return EXIT.ok;
    return report.code === undefined ? EXIT.no : EXIT_CODE_OF[report.code];
  },
};

function* reportLines({ location, checks, fixes, usable }: DoctorReport, style: Style): Generator<string> {
  yield style.bold(location);
  const width = checks.reduce((most, { title }) => Math.max(most, title.length), 0);
  for (const check of checks) {
    yield `${mark(check, style)}  ${check.title.padEnd(width)}  ${check.found}`;
    if (check.fix !== undefined) yield `      ${" ".repeat(width)}  ${style.dim(`-> ${check.fix}`)}`;
  }
  const warnings = checks.filter(({ status }) => status === "warn").length;
  const failures = checks.filter(({ status }) => status === "fail").length;
  const counts = [failures > 0 ? counted(failures, "failure") : "", warnings > 0 ? counted(warnings, "warning") : ""];
  const found = counts.filter((text) => text !== "").join(", ");
  yield "";
  yield `${usable ? style.green("usable") : style.red("not usable")}${found === "" ? "" : `: ${found}`}`;
  for (const { server, text } of fixes) {
    yield "";
    yield style.bold(`For ${server}:`);
    for (const line of text.split("\n")) yield `  ${line}`;
  }
}

function mark({ status }: DoctorCheck, style: Style): string {
  if (status === "ok") return style.green("ok  ");
  return status === "warn" ? style.yellow("warn") : style.red("FAIL");
}
