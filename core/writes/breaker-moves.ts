// How the breaker moves: opens, grants a probe, opens again, closes. Each holds only in the generation that was seen, so of
// many processes that come to the same decision one moves it.

import { probesAreLost } from '../health/circuit-breaker.ts';
import { bucketOf, type ProviderHealth } from '../health/provider-health.ts';
import { healthAddress } from '../records/address.ts';
import type { Settings } from '../settings/settings.ts';
import { plusSeconds } from '../time/instant.ts';
import { BREAKER_IS_CLOSED, type Counting, keepUntil, type SendKind, sendCounter } from './count-send.ts';
import { removals } from './tidy-health.ts';
import { absent, add, type Change, type Condition, type DecidingWrite, equal, present, remove, set } from './write.ts';

const BREAKER_IS_NOT_CLOSED: Condition = present<ProviderHealth>('openUntil');

const generationIs = (generation: number): Condition =>
  generation === 0 ? absent<ProviderHealth>('generation') : equal<ProviderHealth>('generation', generation);

const probesAre = (probes: number): Condition => equal<ProviderHealth>('probes', probes);

/** What a generation begins with. */
const NO_PROBES: readonly Change[] = [
  add<ProviderHealth>('generation', 1),
  set<ProviderHealth>('probes', 0),
  set<ProviderHealth>('probesWell', 0),
  remove<ProviderHealth>('probedAt'),
];

const untilCooledDown = ({ now }: Counting, settings: Settings): Change =>
  set<ProviderHealth>('openUntil', plusSeconds(now, settings.breakerCooldownSeconds));

/** `generation`: 0 if the breaker has never moved. */
export const openBreaker = (counting: Counting, generation: number, settings: Settings): DecidingWrite =>
  move(
    'open-breaker',
    counting,
    [...NO_PROBES, untilCooledDown(counting, settings)],
    [BREAKER_IS_CLOSED, generationIs(generation)],
  );

/**
 * A probe is a send, and counted as one. `seen`: half-open, with a probe to grant. While the breaker is not closed nobody
 * else tidies, and every refused count costs the item's size.
 */
export function takeProbe(counting: Counting, kind: SendKind, seen: ProviderHealth, settings: Settings): DecidingWrite {
  const probes = seen.probes ?? 0;
  const anew = probes >= settings.breakerProbes && probesAreLost(seen, counting.now, settings);
  return move(
    'take-probe',
    counting,
    [
      add<ProviderHealth>(sendCounter(kind, counting.now), 1),
      set<ProviderHealth>('probes', anew ? 1 : probes + 1),
      set<ProviderHealth>('probedAt', counting.now),
      ...removals(seen, counting.now, settings),
    ],
    [
      BREAKER_IS_NOT_CLOSED,
      generationIs(seen.generation ?? 0),
      probesAre(probes),
      // Two that find all probes lost would both set them to 1.
      seen.probedAt === undefined
        ? absent<ProviderHealth>('probedAt')
        : equal<ProviderHealth>('probedAt', seen.probedAt),
    ],
  );
}

export const probeFailed = (counting: Counting, generation: number, settings: Settings): DecidingWrite =>
  move(
    'probe-failed',
    counting,
    [...NO_PROBES, untilCooledDown(counting, settings)],
    [BREAKER_IS_NOT_CLOSED, generationIs(generation)],
  );

/** The health afterwards tells whether enough of them went well. */
export const probeWentWell = (counting: Counting, generation: number): DecidingWrite =>
  move(
    'probe-went-well',
    counting,
    [add<ProviderHealth>('probesWell', 1)],
    [BREAKER_IS_NOT_CLOSED, generationIs(generation)],
  );

export const closeBreaker = (counting: Counting, generation: number): DecidingWrite =>
  move(
    'close-breaker',
    counting,
    [...NO_PROBES, remove<ProviderHealth>('openUntil'), set<ProviderHealth>('countFrom', bucketOf(counting.now))],
    [BREAKER_IS_NOT_CLOSED, generationIs(generation)],
  );

const move = (
  name: string,
  { provider, now, token }: Counting,
  changes: readonly Change[],
  require: readonly Condition[],
): DecidingWrite => ({
  name,
  token,
  items: [{ verb: 'update', at: healthAddress(provider), changes: [...changes, keepUntil(now)], require }],
});
