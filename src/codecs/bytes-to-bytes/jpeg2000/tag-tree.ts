/** Tag trees (ISO/IEC 15444-1, B.10.2): values of a grid, coded as far as they are needed; nodes above hold the minimum below. */

export class TagTree {
  readonly #levels: { readonly width: number; readonly values: Int32Array; readonly known: Uint8Array }[] = [];

  constructor(width: number, height: number) {
    let [w, h] = [width, height];
    for (;;) {
      this.#levels.push({ width: w, values: new Int32Array(w * h), known: new Uint8Array(w * h) });
      if (w * h <= 1) break;
      [w, h] = [(w + 1) >> 1, (h + 1) >> 1];
    }
  }

  /** The value at a position, or `limit` if it is already known to be at least that. */
  read(x: number, y: number, limit: number, bit: () => number): number {
    let least = 0;
    for (let level = this.#levels.length - 1; level >= 0; level--) {
      const { width, values, known } = this.#levels[level]!;
      const at = (y >> level) * width + (x >> level);
      if (values[at]! < least) values[at] = least;
      while (known[at] === 0 && values[at]! < limit) {
        if (bit() === 1) known[at] = 1;
        else values[at]! += 1;
      }
      least = values[at]!;
    }
    return Math.min(least, limit);
  }
}
