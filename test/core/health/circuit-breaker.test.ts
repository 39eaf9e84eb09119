// The breaker of design section 7: it opens at a failure ratio of 0.1 over at least 100 sends in 30 s, for 30 s; 3 probes.

import { describe, expect, test } from 'vitest';
import { breakerState, passage, trips } from '#core/health/circuit-breaker.ts';
import type { ProviderHealth } from '#core/health/provider-health.ts';
import { at, DEFAULTS, NOW, settings } from '../examples.ts';
import { bucket, counted, halfOpen, health } from './examples.ts';

describe('a failure opens it', () => {
  test.each([
    ['the tenth of 100 sends', counted(0, 100, 10), true],
    ['the ninth of 100 sends', counted(0, 100, 9), false],
    ['the 99th of 99 sends: too few to judge by', counted(0, 99, 99), false],
    ['of retries as of other sends', counted(0, 60, 10, 40), true],
    ['the eleventh of 110, retries counted in', counted(0, 60, 10, 50), false],
    ['of sends that are spread over the window', { ...counted(-20, 50, 6), ...counted(0, 50, 4) }, true],
    ['not of sends that have left it', { ...counted(-50, 90, 90), ...counted(0, 10, 10) }, false],
  ])('%s', (_name, counters, opens) => {
    expect(trips(health(counters), NOW, DEFAULTS)).toBe(opens);
  });

  test('a retry counts when it is sent, not when it is granted', () => {
    expect(trips(health(counted(0, 100, 10, 0, 50)), NOW, DEFAULTS)).toBe(true);
  });

  test('what came before it last closed is forgiven', () => {
    const before = { ...counted(-10, 100, 100), ...counted(0, 100, 3) };
    expect(trips(health({ ...before, countFrom: bucket(0) }), NOW, DEFAULTS)).toBe(false);
    expect(trips(health({ ...before, countFrom: bucket(-10) }), NOW, DEFAULTS)).toBe(true);
  });

  test('at a ratio of 1 all must have failed', () => {
    const s = settings({ breakerFailureRatio: 1 });
    expect(trips(health(counted(0, 100, 99)), NOW, s)).toBe(false);
    expect(trips(health(counted(0, 100, 100)), NOW, s)).toBe(true);
  });
});

describe('a send', () => {
  const free = { kind: 'free' };
  const probe = { kind: 'probe' };
  const open = (seconds: number) => ({ kind: 'open', until: at(seconds) });
  const leftAlone = (seconds: number) => ({ kind: 'leftAlone', until: at(seconds) });

  test.each<[string, ProviderHealth | null, object]>([
    ['of a provider that nothing is known of may leave', null, free],
    ['may leave while it is closed', health(counted(0, 1_000, 1_000)), free],
    ['may not while it is open', health({ openUntil: at(0.001) }), open(0.001)],
    ['may as a probe once it is half-open', health({ openUntil: NOW }), probe],
    ['may as the third probe', halfOpen({ probes: 2, probedAt: at(-1) }), probe],
    // A probe tells before its function ends, 7 s after it was granted at the latest; then it is lost.
    ['may not as the fourth', halfOpen({ probes: 3, probedAt: at(-1) }), open(6)],
    ['may when the last probe must have told, and has not', halfOpen({ probes: 3, probedAt: at(-7) }), probe],
    ['may not a moment sooner', halfOpen({ probes: 3, probedAt: at(-6.999) }), open(0.001)],
    ['waits while the provider wants to be left alone', health({ notBefore: at(5) }), leftAlone(5)],
    ['waits no longer than that', health({ notBefore: NOW }), free],
    ['is no probe while the provider wants to be left alone', halfOpen({ notBefore: at(5) }), leftAlone(5)],
    ['may not while it is open, whatever was asked', health({ openUntil: at(9), notBefore: at(5) }), open(9)],
  ])('%s', (_name, seen, expected) => {
    expect(passage(seen, NOW, DEFAULTS)).toEqual(expected);
  });
});

test.each([
  [null, 'closed'],
  [health({ generation: 2 }), 'closed'],
  [health({ openUntil: at(1) }), 'open'],
  [health({ openUntil: NOW }), 'halfOpen'],
] as const)('%o is shown as %s', (seen, state) => expect(breakerState(seen, NOW)).toBe(state));
