export interface Random {
  below(count: number): number;
  pick<T>(list: readonly T[]): T;
  chance(n: number): boolean;
}

/** A stream of a few blocks: its bytes, and what it decodes to. */
export function madeStream(random: Random): { readonly stream: Uint8Array; readonly content: Uint8Array };
