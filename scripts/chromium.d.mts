/** The path of a Chromium; installs Debian's where there is none. */
export declare function ensureChromium(): string | undefined;
