// Write 3 (design section 3): a send leaves `doubtful` when its refusal is proved.

import { describe, expect, it } from 'vitest';
import { type Clearing, clearSend } from '#core/writes/clear-send.ts';
import { A, at, ended, refOf, sent } from '../examples.ts';
import { attemptIn, expectRefused, expectWritten, world } from './world.ts';

const clear = (send: number, over: Partial<Clearing> = {}) =>
  clearSend({ ref: refOf(A), send, credentialsRefusedIn: null, detail: '429', now: at(2), token: 'clear', ...over });
const NOTE = { at: at(2), what: 'refused', detail: 'send 2: 429' };

describe('the number leaves, the others stay', () => {
  it('one of two', () => {
    const before = sent(2, [1, 2]);
    expect(attemptIn(expectWritten(world({ attempts: [before] }), clear(2)), A)).toEqual({
      ...before,
      doubtful: new Set([1]),
      timeline: [...before.timeline, NOTE],
    });
  });

  it('the last one: nothing is doubtful any more', () => {
    const after = attemptIn(expectWritten(world({ attempts: [sent(2, [2])] }), clear(2)), A);
    expect(after).not.toHaveProperty('doubtful');
    expect(after).toMatchObject({ sends: 2, runSends: 2 });
  });
});

describe('a 401', () => {
  it('is remembered with its run, whose next one is final', () => {
    const after = attemptIn(
      expectWritten(world({ attempts: [sent(1, [1])] }), clear(1, { credentialsRefusedIn: 3 })),
      A,
    );
    expect(after).toMatchObject({ credentialsRefused: 3 });
  });

  it('is forgotten when another refusal follows', () => {
    const before = sent(2, [2], { credentialsRefused: 0 });
    expect(attemptIn(expectWritten(world({ attempts: [before] }), clear(2)), A)).not.toHaveProperty(
      'credentialsRefused',
    );
  });
});

it('is harmless twice', () => {
  const tables = expectWritten(world({ attempts: [sent(2, [1, 2])] }), clear(2));
  expectWritten(tables, clear(2, { token: 'again' }));
  expect(attemptIn(tables, A)).toMatchObject({ doubtful: new Set([1]), sends: 2 });
});

it('is harmless after a close', () => {
  const { timeline, ...before } = ended('Succeeded', { doubtful: new Set([2]), sends: 2 });
  const after = attemptIn(expectWritten(world({ attempts: [{ ...before, timeline }] }), clear(2)), A);
  const { doubtful, ...rest } = before;
  expect(after).toEqual({ ...rest, timeline: [...timeline, NOTE] });
});

it('makes no attempt out of nothing', () => expectRefused(world({}), clear(1), 0));
