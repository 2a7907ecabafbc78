/** The path of Chromium; installs Debian's package if there is none. */
export declare function ensureChromium(): string | undefined;
