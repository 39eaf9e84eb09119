// The writes on a provider's health: count, move the breaker, keep a pause, tidy.

import { describe } from 'vitest';
import type { PaymentStore } from '#core/ports/payment-store.ts';
import { closeBreaker, openBreaker, probeFailed, probeWentWell, takeProbe } from '#core/writes/breaker-moves.ts';
import { countOutcome, giveRetryBack } from '#core/writes/count-outcome.ts';
import { countSend } from '#core/writes/count-send.ts';
import { leaveAlone } from '#core/writes/leave-alone.ts';
import { tidyHealth } from '#core/writes/tidy-health.ts';
import { at, NOW, settings } from '../../core/examples.ts';
import { bucket, halfOpen, health, KEPT } from '../../core/health/examples.ts';
import { type WriteCase, writeCase } from './write-case.ts';

const about = { provider: 'http', now: NOW, token: 'token' };
const s = settings({ breakerCooldownSeconds: 30, breakerProbes: 3 });
const NOW_BUCKET = bucket(0);
const kept = { expiresAt: KEPT };
const closedBreaker = ['the breaker has closed', { health: { openUntil: undefined } }, ['health']] as const;
const otherGeneration = ['the breaker has moved since', { health: { generation: 5 } }, ['health']] as const;

const open = halfOpen({ probes: 1, probedAt: at(-1), probesWell: 0 });
const lost = halfOpen({ probes: 3, probedAt: at(-7), probesWell: 2 });
const stale = Object.fromEntries(Array.from({ length: 21 }, (_, i) => [`s${NOW_BUCKET - 100 + i}`, 1]));

const CASES: Record<string, WriteCase> = {
  'count-send, the first of all': {
    write: () => countSend(about, 'first'),
    before: {},
    after: { health: { [`s${NOW_BUCKET}`]: 1, ...kept } },
    refusedBy: [
      ['the breaker is open', { health: { openUntil: at(30), expiresAt: 1 } }, ['health']],
      ['the breaker is half-open', { health: { openUntil: at(-1), expiresAt: 1 } }, ['health']],
      ['the provider wants to be left alone', { health: { notBefore: at(0.001), expiresAt: 1 } }, ['health']],
    ],
    also: [['the pause has just ended', { health: { notBefore: NOW, expiresAt: 1 } }]],
  },
  'count-send, a retry': {
    write: () => countSend(about, 'repeat'),
    before: { health: health({ [`s${NOW_BUCKET}`]: 5 }) },
    after: { health: health({ [`s${NOW_BUCKET}`]: 5, [`r${NOW_BUCKET}`]: 1, ...kept }) },
    refusedBy: [['the breaker is open', { health: { openUntil: at(30) } }, ['health']]],
  },
  'count-send, a poll': {
    write: () => countSend(about, 'poll'),
    before: { health: health({ [`s${NOW_BUCKET}`]: 5 }) },
    after: { health: health({ [`s${NOW_BUCKET}`]: 5, [`p${NOW_BUCKET}`]: 1, ...kept }) },
    refusedBy: [['the breaker is open', { health: { openUntil: at(30) } }, ['health']]],
  },
  'count-outcome': {
    write: () => countOutcome({ ...about, failure: true, retry: true }),
    before: { health: health({ [`s${NOW_BUCKET}`]: 7, [`f${NOW_BUCKET}`]: 2, openUntil: at(30) }) },
    after: {
      health: health({
        [`s${NOW_BUCKET}`]: 7,
        [`f${NOW_BUCKET}`]: 3,
        [`g${NOW_BUCKET}`]: 1,
        openUntil: at(30),
        ...kept,
      }),
    },
    refusedBy: [],
  },
  'give-retry-back': {
    write: () => giveRetryBack(about),
    before: { health: health({ [`g${NOW_BUCKET}`]: 4 }) },
    after: { health: health({ [`g${NOW_BUCKET}`]: 3, ...kept }) },
    refusedBy: [],
  },
  'open-breaker, for the first time': {
    write: () => openBreaker(about, 0, s),
    before: { health: health({}) },
    after: { health: health({ openUntil: at(30), generation: 1, probes: 0, probesWell: 0, ...kept }) },
    refusedBy: [
      ['it is open already', { health: { openUntil: at(20) } }, ['health']],
      ['it has opened and closed since', { health: { generation: 2 } }, ['health']],
    ],
  },
  'open-breaker, again': {
    write: () => openBreaker(about, 4, s),
    before: { health: health({ generation: 4, probedAt: at(-9) }) },
    after: { health: health({ openUntil: at(30), generation: 5, probes: 0, probesWell: 0, ...kept }) },
    refusedBy: [otherGeneration],
  },
  'take-probe': {
    write: () => takeProbe(about, 'first', open, s),
    before: { health: open },
    after: { health: { ...open, [`s${NOW_BUCKET}`]: 1, probes: 2, probedAt: NOW, ...kept } },
    refusedBy: [
      closedBreaker,
      otherGeneration,
      ['another has taken it', { health: { probes: 2 } }, ['health']],
      ['they were granted anew, and one is out', { health: { probedAt: NOW } }, ['health']],
    ],
  },
  'take-probe, when those that were out are lost': {
    write: () => takeProbe(about, 'repeat', { ...lost, ...stale }, s),
    // Nobody else tidies while the breaker is not closed.
    before: { health: { ...lost, ...stale } },
    after: { health: { ...lost, [`r${NOW_BUCKET}`]: 1, probes: 1, probedAt: NOW, ...kept } },
    refusedBy: [['another has granted them anew', { health: { probes: 1, probedAt: NOW } }, ['health']]],
  },
  'probe-failed': {
    write: () => probeFailed(about, 4, s),
    before: { health: open },
    after: { health: health({ openUntil: at(30), generation: 5, probes: 0, probesWell: 0, ...kept }) },
    refusedBy: [closedBreaker, otherGeneration],
  },
  'probe-went-well': {
    write: () => probeWentWell(about, 4),
    before: { health: open },
    after: { health: { ...open, probesWell: 1, ...kept } },
    refusedBy: [closedBreaker, otherGeneration],
  },
  'close-breaker': {
    write: () => closeBreaker(about, 4),
    before: { health: open },
    after: { health: health({ generation: 5, probes: 0, probesWell: 0, countFrom: NOW_BUCKET, ...kept }) },
    refusedBy: [closedBreaker, otherGeneration],
  },
  'leave-alone': {
    write: () => leaveAlone(about, at(5)),
    before: { health: health({ notBefore: at(4) }) },
    after: { health: health({ notBefore: at(5), ...kept }) },
    refusedBy: [['it wants a longer pause already', { health: { notBefore: at(6) } }, ['health']]],
    also: [['it was never asked for before', { health: { notBefore: undefined } }]],
  },
  'tidy-health': {
    write: () => tidyHealth(about, health(stale), s) as NonNullable<ReturnType<typeof tidyHealth>>,
    before: { health: health({ ...stale, [`s${NOW_BUCKET}`]: 3 }) },
    after: { health: health({ [`s${NOW_BUCKET}`]: 3 }) },
    refusedBy: [],
  },
};

export function healthWrites(freshStore: () => Promise<PaymentStore>): void {
  describe.each(Object.entries(CASES))('%s', (_name, example) => {
    writeCase(freshStore, example);
  });
}
