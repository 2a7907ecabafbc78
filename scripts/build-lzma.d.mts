/** Path of the generated file. */
export const generatedFile: string;

/** SHA-256 over names and texts of the sources. */
export function hashSources(): string;

/** The text of the generated file, compiled again. */
export function generate(): Promise<string>;
/** Recompiles if the sources have changed; returns whether they had. */
export function refresh(): Promise<boolean>;
