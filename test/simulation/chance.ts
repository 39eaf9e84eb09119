// Chance that can be repeated: the same seed gives the same numbers, for ever.

export interface Chance {
  /** In [0, 1). */
  next(): number;
  /** A whole number, both ends included. */
  between(least: number, most: number): number;
  bytes(length: number): Uint8Array;
}

/** mulberry32. */
export function chanceOf(seed: number): Chance {
  let state = seed | 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    next,
    between: (least, most) => least + Math.floor(next() * (most - least + 1)),
    bytes: (length) => Uint8Array.from({ length }, () => Math.floor(next() * 256)),
  };
}
