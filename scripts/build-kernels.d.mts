/** Path of the file that is generated. */
export const generatedFile: string;
export function hashSources(): string;
export function generate(): Promise<string>;
/** Compiles anew if the sources changed; says whether they had. */
export function refresh(): Promise<boolean>;
