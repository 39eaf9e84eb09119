/**
 * Decides which mode the next charge POST meets: `times` counts every POST, `ratio` hits a random part of them, and with
 * `others` one of several modes is dealt to those that are hit.
 */
import type { Control } from './control.ts';

/** One POST's share of the control. */
export type Turn = Pick<Control, 'mode' | 'delaySeconds' | 'status' | 'retryAfter'>;

const NORMAL: Turn = { mode: 'normal' };

/** Each call takes one turn. With `times` and `ratio`: the next `times` POSTs, each hit with that chance. */
export function createTurns(control: Control): () => Turn {
  const chance = control.seed === undefined ? Math.random : seeded(control.seed);
  const turns: readonly Turn[] = [control, ...(control.others ?? [])];
  // Without others no chance is drawn, so that a seed hits what it hits.
  const dealt = (): Turn => (turns.length === 1 ? control : (turns[Math.floor(chance() * turns.length)] ?? control));
  let left = control.times ?? Number.POSITIVE_INFINITY;
  return () => {
    if (left === 0) return NORMAL;
    left -= 1;
    return chance() < (control.ratio ?? 1) ? dealt() : NORMAL;
  };
}

/** mulberry32: the same seed hits the same POSTs. */
function seeded(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
