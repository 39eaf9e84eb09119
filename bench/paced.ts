// So many callers, each with one thing after the other to do: how many a second, and how long each takes.

import { inParallel } from '../local/demo/crowd.ts';
import { quantile } from './quantiles.ts';

export interface Stretch {
  /** Milliseconds of each. */
  readonly took: readonly number[];
  /** Milliseconds of all. */
  readonly lasted: number;
}

export interface Pace {
  readonly perSecond: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
}

export async function paced<Each>(
  callers: number,
  all: readonly Each[],
  work: (each: Each) => Promise<unknown>,
): Promise<Stretch> {
  const begin = performance.now();
  const took = await inParallel(callers, all, async (each) => {
    const from = performance.now();
    await work(each);
    return performance.now() - from;
  });
  return { took, lasted: performance.now() - begin };
}

export function paceOf(stretches: readonly Stretch[]): Pace {
  const took = stretches.flatMap((stretch) => stretch.took);
  const lasted = stretches.reduce((sum, stretch) => sum + stretch.lasted, 0);
  return { perSecond: (took.length / lasted) * 1_000, p50: quantile(took, 0.5), p99: quantile(took, 0.99) };
}
