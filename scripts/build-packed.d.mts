/** Path of the generated file. */
export const generatedFile: string;

/** SHA-256 over names and texts of the sources. */
export function hashSources(): string;

/** The text of the generated file, compiled anew. */
export function generate(): Promise<string>;
/** Compiles anew if the sources changed; says whether they had. */
export function refresh(): Promise<boolean>;
