/** Installs the packages unless `isThere()`, and retries until it returns true. */
export declare function ensurePackages(what: string, packages: readonly string[], isThere: () => boolean): void;
