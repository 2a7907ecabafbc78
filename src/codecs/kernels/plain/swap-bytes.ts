/** Reverses the bytes of each element; bytes behind the last whole one stay. `target` may be `source`. */
export function swapBytes(m: Uint8Array, size: number, source: number, target: number, length: number): void {
  if (target !== source) m.copyWithin(target, source, source + length);
  if (size < 2) return;
  const end = target + length - (length % size);
  for (let element = target; element < end; element += size) {
    for (let low = element, high = element + size - 1; low < high; low++, high--) {
      const byte = m[low]!;
      m[low] = m[high]!;
      m[high] = byte;
    }
  }
}
