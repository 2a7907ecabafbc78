export declare const PATH: string;
export declare const TEST_PROGRAMS: readonly ["bash", "git", "mkfifo", "mount", "tar", "zip"];
export declare function findProgram(name: string, path?: string): string | undefined;
