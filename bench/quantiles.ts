// What of many measurements is told: the value that a share of them does not exceed.

/** `share` of 0..1, nearest rank. @throws RangeError without any value */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const found = sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(share * sorted.length) - 1))];
  if (found === undefined) throw new RangeError('nothing was measured');
  return found;
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);
