/** Installs the packages unless `isThere()`, again and again until it is. */
export declare function ensurePackages(what: string, packages: readonly string[], isThere: () => boolean): void;
