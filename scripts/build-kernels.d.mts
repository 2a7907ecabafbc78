/** Path of the generated file. */
export const generatedFile: string;
export function hashSources(): string;
export function generate(): Promise<string>;
/** Recompiles if the sources have changed; returns whether they had. */
export function refresh(): Promise<boolean>;
