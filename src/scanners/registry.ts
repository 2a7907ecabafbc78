/** The scanners there are. Adding one takes an entry here and a folder. */
import type { ScannerDescriptor } from "./scanner.ts";

export const SCANNERS: readonly ScannerDescriptor[] = [];
