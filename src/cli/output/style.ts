/** Colour as emphasis only: every line reads the same without it. */
export interface Style {
  bold(text: string): string;
  dim(text: string): string;
  red(text: string): string;
  green(text: string): string;
  yellow(text: string): string;
  cyan(text: string): string;
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** https://no-color.org: any non-empty NO_COLOR turns colour off; FORCE_COLOR=0 too; `--color` overrides both. */
export function wantsColor(when: string | undefined, environment: Environment, isTerminal: boolean): boolean {
  if (when === "always") return true;
  if (when === "never") return false;
  if ((environment["NO_COLOR"] ?? "") !== "") return false;
  const forced = environment["FORCE_COLOR"] ?? "";
  if (forced !== "") return forced !== "0" && forced !== "false";
  return isTerminal && environment["TERM"] !== "dumb";
}

/** Terminals announce 24-bit colours in COLORTERM, or by a name such as xterm-direct. */
export function hasTrueColor(environment: Environment): boolean {
  return /^(?:truecolor|24bit)$/.test(environment["COLORTERM"] ?? "") || /-direct$/.test(environment["TERM"] ?? "");
}

export function makeStyle(color: boolean): Style {
  const paint =
    (open: number, close: number) =>
    (text: string): string =>
      color ? `\x1b[${open}m${text}\x1b[${close}m` : text;
  return {
    bold: paint(1, 22),
    dim: paint(2, 22),
    red: paint(31, 39),
    green: paint(32, 39),
    yellow: paint(33, 39),
    cyan: paint(36, 39),
  };
}
