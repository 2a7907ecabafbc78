/** Reverses the bytes of each element of 2, 4, 8 or any other size. `target` may be `source`. */
export function swapBytes(size: usize, source: usize, target: usize, length: usize): void {
  const whole = length & ~15;
  let done: usize = 0;
  if (size == 2) {
    for (; done < whole; done += 16) {
      const v = v128.load(source + done);
      v128.store(target + done, i8x16.shuffle(v, v, 1, 0, 3, 2, 5, 4, 7, 6, 9, 8, 11, 10, 13, 12, 15, 14));
    }
  } else if (size == 4) {
    for (; done < whole; done += 16) {
      const v = v128.load(source + done);
      v128.store(target + done, i8x16.shuffle(v, v, 3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12));
    }
  } else if (size == 8) {
    for (; done < whole; done += 16) {
      const v = v128.load(source + done);
      v128.store(target + done, i8x16.shuffle(v, v, 7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8));
    }
  }
  if (size <= 1) {
    memory.copy(target, source, length);
    return;
  }
  for (; done + size <= length; done += size) {
    let low = done;
    let high = done + size - 1;
    while (low <= high) {
      const first = load<u8>(source + low);
      store<u8>(target + low, load<u8>(source + high));
      store<u8>(target + high, first);
      low++;
      high--;
    }
  }
  memory.copy(target + done, source + done, length - done);
}
