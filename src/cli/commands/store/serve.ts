/** hyperslab serve */
import { type Served, type ServedRequest, type ServeOptions, serve } from "../../../index.ts";
import { choiceOption, integerOption, listOption, requireArguments, textOption } from "../../arguments.ts";
import type { Command } from "../../command.ts";
import { EXIT } from "../../exit-codes.ts";
import type { Terminal } from "../../output/terminal.ts";
import { formatBytes } from "../../output/units.ts";

const USAGE = "serve ADDRESS [--port PORT] [--as files|zarr]";
const WAYS = ["auto", "files", "zarr"] as const;
const FORMATS = ["zarr3", "zarr2"] as const;
/** The number of losses that are shown one by one. */
const MOST_SHOWN = 5;

export const serveCommand: Command = {
  usage: USAGE,
  description:
    "Serves a directory, an archive, a reference set or any dataset over HTTP until Ctrl-C, which ends it with exit code 0. A\n" +
    "dataset that is not Zarr v2 or v3 becomes a plain Zarr tree with consolidated metadata, so that any Zarr client reads\n" +
    "it; chunks are moved byte for byte if their codecs are Zarr's. Anything else is served unchanged. Names that begin\n" +
    "with a dot are not served, except documents of Zarr, and no link leads out of the directory. Prints the URL on stdout.",
  takesAddress: true,
  options: {
    port: { type: "string", short: "p", value: "PORT", help: "Port to listen on (default: a free one)" },
    host: {
      type: "string",
      value: "HOST",
      help: "Address to listen on (default 127.0.0.1: this machine only; 0.0.0.0 for all)",
    },
    as: {
      type: "string",
      value: "WAY",
      choices: WAYS,
      help: "files (unchanged), zarr (a plain Zarr tree) or auto (default)",
    },
    format: { type: "string", value: "FORMAT", choices: FORMATS, help: "Version of Zarr in which to serve a dataset" },
    path: { type: "string", value: "PATH", multiple: true, help: "Serve only this path; may be repeated" },
    cors: {
      type: "string",
      value: "ORIGIN",
      multiple: true,
      help: "Pages that may read: an origin (may be repeated), none, or * (default)",
    },
    allow: {
      type: "string",
      value: "ADDRESS",
      multiple: true,
      help: "Where else files that the dataset refers to may lie; may be repeated",
    },
    "max-connections": { type: "string", value: "N", help: "Concurrent connections (default 2048)" },
    verbose: { type: "boolean", short: "v", help: "Print each request on stderr; as JSON with --json" },
  },
  examples: [
    ["hyperslab serve data.zarr --port 8080", "a directory, for clients at http://127.0.0.1:8080/"],
    ["hyperslab serve measured.blp", "a Bloscpack file as a Zarr array"],
    ["hyperslab serve refs.json --cors https://viewer.example.org -v", "a reference set, for one web page"],
    ["hyperslab serve archive.zip --path t2m --path lat", "two arrays of an archive"],
  ],
  run: async ({ positionals, options, store, terminal, signal }) => {
    const [address] = requireArguments(positionals, USAGE);
    const isVerbose = options["verbose"] === true;
    const server = await serve(address!, {
      as: choiceOption(options["as"], WAYS),
      format: choiceOption(options["format"], FORMATS),
      paths: listOption(options["path"]),
      cors: corsOption(listOption(options["cors"])),
      allow: listOption(options["allow"]),
      host: textOption(options["host"]),
      port: integerOption("port", options["port"]),
      maxConnections: integerOption("max-connections", options["max-connections"], 1),
      onRequest: isVerbose ? (request) => terminal.errors.line(requestLine(request, terminal.json)) : undefined,
      store,
      signal,
    });
    try {
      await announce(server, terminal);
      await aborted(signal);
    } finally {
      await server.close();
    }
    return EXIT.ok;
  },
};

function corsOption(origins: readonly string[] | undefined): ServeOptions["cors"] {
  const [only, ...more] = origins ?? [];
  return more.length === 0 && (only === "*" || only === "none") ? only : origins;
}

async function announce({ url, location, served, lost, notes }: Served, terminal: Terminal): Promise<void> {
  if (terminal.json) await terminal.result({ url, location, served, lost, notes });
  else {
    await terminal.line(url);
    terminal.note(
      `serves ${location} as ${served === "files" ? "files" : `Zarr ${served.slice(-1) === "3" ? "v3" : "v2"}`}`,
    );
    for (const note of notes) terminal.note(`note: ${note}`);
    for (const loss of lost.slice(0, MOST_SHOWN)) terminal.note(`note: Zarr does not record ${loss}`);
    if (lost.length > MOST_SHOWN) terminal.note(`note: and ${lost.length - MOST_SHOWN} more`);
  }
  // Whoever started the program is waiting for the URL.
  await terminal.flush();
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
}

function requestLine({ method, target, status, bytes, milliseconds, error }: ServedRequest, isJson: boolean): string {
  const what = error instanceof Error ? error.message : error === undefined ? undefined : String(error);
  const time = Math.round(milliseconds * 10) / 10;
  if (isJson) return JSON.stringify({ method, target, status, bytes, milliseconds: time, error: what });
  return `${status} ${method} ${target} ${formatBytes(bytes)} ${time} ms${what === undefined ? "" : `: ${what}`}`;
}
