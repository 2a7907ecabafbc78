/** The arithmetic decoder of JPEG 2000 (ISO/IEC 15444-1, annex C). */

/** Rows of table C.2: Qe, the next index after the more and after the less probable symbol, whether their meanings switch. */
const STATES: readonly (readonly [number, number, number, number])[] = [
  [0x5601, 1, 1, 1],
  [0x3401, 2, 6, 0],
  [0x1801, 3, 9, 0],
  [0x0ac1, 4, 12, 0],
  [0x0521, 5, 29, 0],
  [0x0221, 38, 33, 0],
  [0x5601, 7, 6, 1],
  [0x5401, 8, 14, 0],
  [0x4801, 9, 14, 0],
  [0x3801, 10, 14, 0],
  [0x3001, 11, 17, 0],
  [0x2401, 12, 18, 0],
  [0x1c01, 13, 20, 0],
  [0x1601, 29, 21, 0],
  [0x5601, 15, 14, 1],
  [0x5401, 16, 14, 0],
  [0x5101, 17, 15, 0],
  [0x4801, 18, 16, 0],
  [0x3801, 19, 17, 0],
  [0x3401, 20, 18, 0],
  [0x3001, 21, 19, 0],
  [0x2801, 22, 19, 0],
  [0x2401, 23, 20, 0],
  [0x2201, 24, 21, 0],
  [0x1c01, 25, 22, 0],
  [0x1801, 26, 23, 0],
  [0x1601, 27, 24, 0],
  [0x1401, 28, 25, 0],
  [0x1201, 29, 26, 0],
  [0x1101, 30, 27, 0],
  [0x0ac1, 31, 28, 0],
  [0x09c1, 32, 29, 0],
  [0x08a1, 33, 30, 0],
  [0x0521, 34, 31, 0],
  [0x0441, 35, 32, 0],
  [0x02a1, 36, 33, 0],
  [0x0221, 37, 34, 0],
  [0x0141, 38, 35, 0],
  [0x0111, 39, 36, 0],
  [0x0085, 40, 37, 0],
  [0x0049, 41, 38, 0],
  [0x0025, 42, 39, 0],
  [0x0015, 43, 40, 0],
  [0x0009, 44, 41, 0],
  [0x0005, 45, 42, 0],
  [0x0001, 45, 43, 0],
  [0x5601, 46, 46, 0],
];

// A context is 2 * index + the more probable symbol, so the state after either symbol is a single lookup.
const QE = new Uint16Array(94);
const AFTER_MORE = new Uint8Array(94);
const AFTER_LESS = new Uint8Array(94);
for (const [index, [qe, more, less, isSwitched]] of STATES.entries()) {
  for (const symbol of [0, 1]) {
    QE[2 * index + symbol] = qe;
    AFTER_MORE[2 * index + symbol] = 2 * more + symbol;
    AFTER_LESS[2 * index + symbol] = 2 * less + (isSwitched === 1 ? 1 - symbol : symbol);
  }
}

/** Where the contexts of the coefficient passes begin, see code-block.ts. */
const [ZERO_NEIGHBOURS, RUN_LENGTH, UNIFORM] = [0, 17, 18];
const CONTEXTS = 19;

export class MqDecoder {
  readonly #contexts = new Uint8Array(CONTEXTS);
  #bytes: Uint8Array = new Uint8Array(0);
  #at = 0;
  #c = 0;
  #a = 0;
  #ct = 0;

  constructor() {
    this.reset();
  }

  /** Resets all contexts to their initial values (table D.7). */
  reset(): void {
    this.#contexts.fill(0);
    this.#contexts[ZERO_NEIGHBOURS!] = 2 * 4;
    this.#contexts[RUN_LENGTH!] = 2 * 3;
    this.#contexts[UNIFORM!] = 2 * 46;
  }

  /** Starts a new segment; contexts are kept. */
  start(bytes: Uint8Array): void {
    this.#bytes = bytes;
    this.#at = 0;
    this.#c = this.#byte(0) << 16;
    this.#fill();
    this.#c <<= 7;
    this.#ct -= 7;
    this.#a = 0x8000;
  }

  decode(context: number): number {
    const state = this.#contexts[context]!;
    const qe = QE[state]!;
    let symbol = state & 1;
    this.#a -= qe;
    if (this.#c >>> 16 < qe) {
      // The interval of the less probable symbol, unless it has become the longer one.
      if (this.#a < qe) this.#contexts[context] = AFTER_MORE[state]!;
      else {
        symbol = 1 - symbol;
        this.#contexts[context] = AFTER_LESS[state]!;
      }
      this.#a = qe;
    } else {
      this.#c -= qe << 16;
      if ((this.#a & 0x8000) !== 0) return symbol;
      if (this.#a < qe) {
        symbol = 1 - symbol;
        this.#contexts[context] = AFTER_LESS[state]!;
      } else this.#contexts[context] = AFTER_MORE[state]!;
    }
    do {
      if (this.#ct === 0) this.#fill();
      this.#a <<= 1;
      this.#c <<= 1;
      this.#ct -= 1;
    } while ((this.#a & 0x8000) === 0);
    return symbol;
  }

  /** Ones follow the end, as in the standard. */
  #byte(at: number): number {
    return at < this.#bytes.byteLength ? this.#bytes[at]! : 0xff;
  }

  #fill(): void {
    if (this.#byte(this.#at) === 0xff) {
      const next = this.#byte(this.#at + 1);
      if (next > 0x8f) {
        this.#c += 0xff00;
        this.#ct = 8;
        return;
      }
      this.#at += 1;
      this.#c += next << 9;
      this.#ct = 7;
    } else {
      this.#at += 1;
      this.#c += this.#byte(this.#at) << 8;
      this.#ct = 8;
    }
  }
}
