// I7 of design section 9, for any number of processes and any order in which their requests reach the table: retries add at
// most the budget, and an open breaker sends nothing but probes.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { breakerState } from '#core/health/circuit-breaker.ts';
import { countsOf, type ProviderHealth } from '#core/health/provider-health.ts';
import type { SendOutcome } from '#core/outcome/outcome.ts';
import type { HealthStore } from '#core/ports/health-store.ts';
import { healthAddress } from '#core/records/address.ts';
import { epochMs } from '#core/time/instant.ts';
import type { SendKind } from '#core/writes/count-send.ts';
import { admit } from '#functions/charge/gate.ts';
import { count, learn } from '#functions/charge/learn.ts';
import { APPROVED, BUSY, SERVER_ERROR } from '../core/charge/outcomes.ts';
import { NOW, settings } from '../core/examples.ts';
import { Tables } from '../core/writes/interpreter.ts';

const S = settings({
  // Longer than all the pauses together, so that all of it happens within one window.
  retryBudgetWindowSeconds: 600,
  retryBudgetRatio: 0.2,
  retryBudgetMinimum: 2,
  breakerMinimumThroughput: 4,
  breakerFailureRatio: 0.5,
  breakerCooldownSeconds: 5,
  breakerProbes: 2,
});

const AT = healthAddress('http');
const TOO_MANY: SendOutcome = { kind: 'refused', status: 429, retryAfter: '2' };
const OUTCOMES: readonly SendOutcome[] = [APPROVED, APPROVED, SERVER_ERROR, BUSY, TOO_MANY];

/** One process sends this many payments, with these outcomes, and so many seconds before each. */
const anyProcess = fc.array(
  fc.record({
    outcome: fc.constantFrom(...OUTCOMES),
    pause: fc.constantFrom(0, 0, 0, 1, 6),
    again: fc.boolean(),
    send: fc.constantFrom<SendKind>('first', 'first', 'first', 'repeat', 'poll'),
  }),
  { minLength: 1, maxLength: 8 },
);

test('I7 holds for any arrival order', async () => {
  const moves = new Set<string>();
  await fc.assert(
    fc.asyncProperty(fc.array(anyProcess, { minLength: 1, maxLength: 5 }), fc.scheduler(), async (processes, s) => {
      const tables = new Tables();
      let now = NOW;
      let tokens = 0;
      const ambient = { now: () => now, uuid: () => `token ${tokens++}` };
      const current = () => tables.get(AT) as ProviderHealth | null;

      /** Its requests reach the table when the scheduler lets them, and their answers come back when it lets them. */
      function processStore(): HealthStore {
        let seen: ProviderHealth | null = null;
        const arrives = s.scheduleFunction(async (work: () => unknown) => work());
        const returns = s.scheduleFunction(async (answer: unknown) => answer);
        const request = async <Answer>(work: () => Answer): Promise<Answer> =>
          (await returns(await arrives(work))) as Answer;
        return {
          last: () => seen && { health: seen, ageMs: 0 },
          write: async (write) => {
            const answer = await request(() => {
              const before = current();
              const result = tables.write(write);
              weigh(write.name, before, result.written);
              return result;
            });
            const health = (answer.written ? answer.after : answer.failed[0]?.current) as ProviderHealth | null;
            seen = health;
            return { written: answer.written, health };
          },
        };
      }

      // Not thrown: the gate lets a send through when its table fails.
      const wrong: string[] = [];
      /** What must never be written. */
      function weigh(name: string, before: ProviderHealth | null, written: boolean) {
        if (!written) return;
        const state = breakerState(before, now);
        if (name === 'count-send' && state !== 'closed') wrong.push(`a send while ${state}`);
        if (name === 'take-probe' && state !== 'halfOpen') wrong.push(`a probe while ${state}`);
        if (name === 'take-probe' && (current()?.probes ?? 0) > S.breakerProbes) wrong.push('a probe too many');
        moves.add(name);
      }

      let granted = 0;
      async function process(payments: (typeof processes)[number]) {
        const deps = { health: processStore(), ambient, settings: S, log: () => {}, remainingMs: () => 60_000 };
        for (const { outcome, pause, again, send } of payments) {
          now = epochMs(now + pause * 1_000);
          const admission = await admit(deps, send);
          if (admission.kind !== 'admitted') continue;
          const wantsRetry = outcome !== APPROVED && again;
          const counted = await count(deps, admission, outcome, wantsRetry);
          if (wantsRetry && counted.retryGranted) granted += 1;
          await learn(deps, admission, outcome, counted);
        }
      }

      await s.waitFor(Promise.all(processes.map(process)));
      expect(wrong).toEqual([]);
      const health = current();
      if (health === null) return;
      const counts = countsOf(health, now, S.retryBudgetWindowSeconds);
      expect(counts.granted).toBe(granted);
      expect(granted).toBeLessThanOrEqual(Math.max(S.retryBudgetMinimum, S.retryBudgetRatio * counts.sends));
    }),
    { numRuns: 500 },
  );
  // The breaker did open, and the budget was spent: the property has something to hold.
  for (const name of ['open-breaker', 'take-probe', 'probe-failed', 'close-breaker', 'give-retry-back', 'leave-alone'])
    expect(moves).toContain(name);
});
