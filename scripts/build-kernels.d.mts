/** Path of the file that is generated. */
export const generatedFile: string;
export function hashSources(): string;
export function generate(): Promise<string>;
