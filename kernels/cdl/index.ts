/**
 * Integers as ncdump prints them: `1, 2, 3`, lines broken before the value that would be too long for them, rows of several
 * dimensions on lines of their own. The plain twin is `#addRun` of src/cdl/print/value-rows.ts.
 */

/** Where the memory's parts begin; src/cdl/print/kernel/integer-lines.ts has the same. */
const QUADS: usize = 64;
const STATE: usize = 48;

const EIGHT: u64 = 100000000;
const MINUS: u8 = 45;
/** `, ` and a line's end with blanks, of which the lowest byte comes first. */
const COMMA_BLANK: u16 = 0x202c;
const COMMA_LINE: u32 = 0x20200a2c;
const LINE_BREAK: u32 = 0x2020200a;
const BLANK: u8 = 32;
const UNDERSCORE: u16 = 95;

/** "0000" to "9999": four bytes each, the first digit in the lowest. */
export function prepare(): void {
  for (let i: u32 = 0; i < 10000; i++) {
    const digits = i / 1000 + (((i / 100) % 10) << 8) + (((i / 10) % 10) << 16) + ((i % 10) << 24);
    store<u32>(QUADS + (<usize>i << 2), 0x30303030 + digits);
  }
}

@inline
function quad(value: u32): u32 {
  return load<u32>(QUADS + (<usize>value << 2));
}

@inline
function putEight(value: u32, out: usize): void {
  const high = value / 10000;
  store<u32>(out, quad(high));
  store<u32>(out + 4, quad(value - high * 10000));
}

@inline
function digitsOf(value: u32): u32 {
  if (value < 10000) return value < 100 ? (value < 10 ? 1 : 2) : value < 1000 ? 3 : 4;
  return value < 1000000 ? (value < 100000 ? 5 : 6) : value < 10000000 ? 7 : 8;
}

/** An element of 2**(kind >> 1) bytes; unsigned if the lowest bit is set. */
@inline
function element(kind: u32, at: usize): i64 {
  switch (kind) {
    case 0:
      return load<i8>(at);
    case 1:
      return load<u8>(at);
    case 2:
      return load<i16>(at);
    case 3:
      return load<u16>(at);
    case 4:
      return load<i32>(at);
    case 5:
      return load<u32>(at);
    default:
      return load<i64>(at);
  }
}

/**
 * Prints `count` elements at `values` to `out` and gives the end of the text; up to three bytes after it may be overwritten.
 * `left` elements complete the row at hand, `row` each later one. At STATE lie the fill value (8 bytes), whether there is one
 * (4), and the bytes in the line (4), which is kept up to date.
 */
export function integers(
  kind: u32,
  values: usize,
  count: u32,
  out: usize,
  left: u32,
  row: u32,
  limit: u32,
  indent: u32,
): usize {
  const fill = load<i64>(STATE);
  const hasFill = load<u32>(STATE + 8) != 0;
  let column = load<u32>(STATE + 12);
  const isUnsigned = (kind & 1) != 0;
  const size: usize = 1 << (<usize>kind >> 1);
  const stop = values + <usize>count * size;
  let end = out;
  let rest = left;
  for (let at = values; at < stop; at += size) {
    rest--;
    const separator: u32 = rest == 0 ? 0 : 2;
    const value = element(kind, at);
    const isFill = hasFill && value == fill;
    const isNegative = value < 0 && !isUnsigned;
    const whole: u64 = isNegative ? <u64>-value : <u64>value;
    // Eight digits each; only the first part that is not zero may have fewer.
    let top: u32 = 0;
    let middle: u32 = 0;
    let bottom: u32;
    if (whole < EIGHT) {
      bottom = <u32>whole;
    } else {
      const quotient = whole / EIGHT;
      bottom = <u32>(whole - quotient * EIGHT);
      top = quotient < EIGHT ? 0 : <u32>(quotient / EIGHT);
      middle = <u32>(quotient - <u64>top * EIGHT);
    }
    const parts: u32 = top != 0 ? 2 : whole < EIGHT ? 0 : 1;
    const lead = parts == 2 ? top : parts == 1 ? middle : bottom;
    const digits = digitsOf(lead);
    const sign: u32 = isNegative ? 1 : 0;
    const length: u32 = (isFill ? 1 : sign + digits + 8 * parts) + separator;
    if (length + column > limit && length > 2) {
      store<u32>(end, LINE_BREAK);
      for (let blank: u32 = 4; blank < 5 + indent; blank++) store<u8>(end + blank, BLANK);
      end += 5 + indent;
      column = 4 + indent;
    }
    column += length;
    if (isFill) {
      store<u16>(end, UNDERSCORE);
      end++;
    } else {
      store<u8>(end, MINUS);
      end += sign;
      const high = lead / 10000;
      const low = quad(lead - high * 10000);
      if (digits > 4) {
        store<u32>(end, quad(high) >> (8 * (8 - digits)));
        store<u32>(end + digits - 4, low);
      } else {
        store<u32>(end, low >> (8 * (4 - digits)));
      }
      end += digits;
      if (parts == 2) {
        putEight(middle, end);
        end += 8;
      }
      if (parts != 0) {
        putEight(bottom, end);
        end += 8;
      }
    }
    if (rest != 0) {
      store<u16>(end, COMMA_BLANK);
      end += 2;
    } else {
      store<u32>(end, COMMA_LINE);
      end += 4;
      rest = row;
      column = 2 + indent;
    }
  }
  store<u32>(STATE + 12, column);
  return end;
}
