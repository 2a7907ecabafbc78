/** `entries` are paths below `folder` by entry name. Returns the text of each file by its name. */
export function rollTypes(folder: string, entries: Readonly<Record<string, string>>): Record<string, string>;
