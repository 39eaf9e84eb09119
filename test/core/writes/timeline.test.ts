// The timeline is a bounded list (design section 3): its first entries and the newest one, however much happens.

import { expect, it } from 'vitest';
import { TIMELINE_MOST } from '#core/records/attempt.ts';
import { claimSend } from '#core/writes/claim-send.ts';
import { clearSend } from '#core/writes/clear-send.ts';
import { closeNegatively } from '#core/writes/close-negatively.ts';
import { A, at, attempt, DEFAULTS, refOf, waitingFor } from '../examples.ts';
import { attemptIn, expectWritten, world } from './world.ts';

it('a run that polls and retries for long does not outgrow its item (DynamoDB: 400 KB)', () => {
  const tables = world({ order: waitingFor(A), attempts: [attempt()] });
  const ref = refOf(A);
  const seen: (string | undefined)[] = ['accepted'];
  for (let sends = 0; sends < 40; sends++) {
    const now = at(sends);
    expectWritten(tables, claimSend({ ref, resumes: 0, sends, poll: true, now, token: `claim ${sends}` }, DEFAULTS));
    seen.push('asked again');
    const clearing = { ref, send: sends + 1, credentialsRefusedIn: null, detail: '503', now, token: `clear ${sends}` };
    expectWritten(tables, clearSend(clearing));
    seen.push('refused');
    const { timeline = [] } = attemptIn(tables, A);
    expect(timeline.length).toBe(Math.min(seen.length, TIMELINE_MOST));
    expect(timeline.slice(0, -1).map(({ what }) => what)).toEqual(seen.slice(0, timeline.length - 1));
    expect(timeline.at(-1)).toEqual({ at: now, what: 'refused', detail: `send ${sends + 1}: 503` });
  }
  const evidence = { source: 'reply', failure: 'providerUnavailable' } as const;
  const close = { ref, status: 'Failed', sends: 40, evidence, now: at(99), token: 'close' } as const;
  const { timeline = [] } = attemptIn(expectWritten(tables, closeNegatively(close, 'waitsForThis')), A);
  expect(timeline).toHaveLength(TIMELINE_MOST);
  expect(timeline[0]).toEqual(attempt().timeline[0]);
  expect(timeline.at(-1)).toEqual({ at: at(99), what: 'Failed', detail: 'providerUnavailable' });
});
