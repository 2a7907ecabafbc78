/** Every command, in the order of the help text. A new command is one file in a folder of commands/ and one line here. */
import type { CommandEntry } from "./command.ts";

export const COMMANDS: readonly CommandEntry[] = [
  {
    name: "info",
    summary: "Show format, dimensions and arrays",
    load: async () => (await import("./commands/show/info.ts")).infoCommand,
  },
  {
    name: "tree",
    summary: "Show groups and arrays as a tree",
    load: async () => (await import("./commands/show/tree.ts")).treeCommand,
  },
  {
    name: "dump",
    summary: "Print header and values as text, like ncdump",
    load: async () => (await import("./commands/show/dump.ts")).dumpCommand,
  },
  {
    name: "stats",
    summary: "Count values: missing ones, minimum, maximum, mean",
    load: async () => (await import("./commands/show/stats.ts")).statsCommand,
  },
  {
    name: "gen",
    summary: "Make a dataset from CDL text, like ncgen",
    load: async () => (await import("./commands/convert/gen.ts")).genCommand,
  },
  {
    name: "export",
    summary: "Save values as .npy, .csv or raw bytes",
    load: async () => (await import("./commands/convert/export.ts")).exportCommand,
  },
  {
    name: "create",
    summary: "Create an array or a group",
    load: async () => (await import("./commands/change/create.ts")).createCommand,
  },
  {
    name: "write",
    summary: "Write values from a file, or one value, to an array",
    load: async () => (await import("./commands/change/write.ts")).writeCommand,
  },
  {
    name: "attrs",
    summary: "Show, set or delete attributes",
    load: async () => (await import("./commands/change/attrs.ts")).attrsCommand,
  },
  {
    name: "resize",
    summary: "Change the lengths of an array",
    load: async () => (await import("./commands/change/resize.ts")).resizeCommand,
  },
  {
    name: "rename",
    summary: "Move a node within its hierarchy",
    load: async () => (await import("./commands/change/rename.ts")).renameCommand,
  },
  {
    name: "delete",
    summary: "Delete an array or a group",
    load: async () => (await import("./commands/change/delete.ts")).deleteCommand,
  },
  {
    name: "copy",
    summary: "Copy or convert an array or a tree",
    load: async () => (await import("./commands/convert/copy.ts")).copyCommand,
  },
  {
    name: "consolidate",
    summary: "Write, refresh or remove consolidated metadata",
    load: async () => (await import("./commands/change/consolidate.ts")).consolidateCommand,
  },
  {
    name: "refs",
    summary: "Make, check and change reference sets",
    load: async () => (await import("./commands/refs/refs.ts")).refsCommand,
  },
  {
    name: "log",
    summary: "Show the history of an Icechunk repository",
    load: async () => (await import("./commands/show/log.ts")).logCommand,
  },
  {
    name: "pack",
    summary: "Compress a file into a Bloscpack file",
    load: async () => (await import("./commands/bloscpack/pack.ts")).packCommand,
  },
  {
    name: "unpack",
    summary: "Restore the file that was packed",
    load: async () => (await import("./commands/bloscpack/unpack.ts")).unpackCommand,
  },
  {
    name: "append",
    summary: "Append values to an array, or a file to a Bloscpack file",
    load: async () => (await import("./commands/bloscpack/append.ts")).appendCommand,
  },
  {
    name: "bloscpack",
    summary: "Show the headers of a Bloscpack file",
    load: async () => (await import("./commands/bloscpack/info.ts")).bloscpackCommand,
  },
  {
    name: "ls",
    summary: "List the raw keys of a store",
    load: async () => (await import("./commands/store/keys.ts")).lsCommand,
  },
  {
    name: "cat",
    summary: "Print the bytes of a raw key",
    load: async () => (await import("./commands/store/keys.ts")).catCommand,
  },
  {
    name: "get",
    summary: "Save a raw key to a file",
    load: async () => (await import("./commands/store/keys.ts")).getCommand,
  },
  {
    name: "put",
    summary: "Store a file under a raw key",
    load: async () => (await import("./commands/store/keys.ts")).putCommand,
  },
  {
    name: "doctor",
    summary: "Check what a store can do, and how to fix the rest",
    load: async () => (await import("./commands/show/doctor.ts")).doctorCommand,
  },
  {
    name: "serve",
    summary: "Serve a dataset or a directory over HTTP, as Zarr",
    load: async () => (await import("./commands/store/serve.ts")).serveCommand,
  },
  {
    name: "zip",
    summary: "Repack a zip archive",
    load: async () => (await import("./commands/convert/zip.ts")).zipCommand,
  },
  {
    name: "completion",
    summary: "Print a completion script for bash, zsh or fish",
    load: async () => (await import("./commands/guide/completion.ts")).completionCommand,
  },
  {
    name: "tour",
    summary: "Take a short tour on sample data",
    load: async () => (await import("./commands/guide/tour.ts")).tourCommand,
  },
];
