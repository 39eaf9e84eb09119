// What callers were told, held against what they were told before and against what stood in the tables at that moment.

import { type CardToken, cardTokenHash } from '#core/cards/card-token.ts';
import { CARDS } from './cast.ts';
import { othersInDoubt } from './records-in.ts';
import type { History, Told } from './world.ts';

const FAILED: ReadonlySet<number> = new Set([502, 503]);
const OF_AN_ATTEMPT: ReadonlySet<number> = new Set([202, 402, 502, 503]);

const statusOf = ({ answer }: Told): number => answer?.status ?? 0;
const attemptOf = ({ answer }: Told): string | undefined => answer?.body.attemptId as string | undefined;

/** A key's answers, in the order they were given, while the key was surely remembered: it is not older than its attempt. */
function eachKey(history: History, rule: (earlier: Told, later: Told) => string | null): string[] {
  const remembered = (history.settings.idempotencyTtlHours - 1) * 3_600_000;
  const byKey = Map.groupBy(history.told, ({ call }) => `tenant ${call.tenant}, ${call.key}`);
  return [...byKey].flatMap(([key, told]) =>
    told.flatMap((later, i) =>
      told
        .slice(0, i)
        .filter((earlier) => later.began > earlier.at && later.at < (earlier.attempt?.createdAt ?? 0) + remembered)
        .flatMap((earlier) => {
          const wrong = rule(earlier, later);
          return wrong === null ? [] : [`${wrong} (${key})`];
        }),
    ),
  );
}

export const paidStaysPaid = (history: History) =>
  eachKey(history, (earlier, later) =>
    statusOf(earlier) === 200 && (OF_AN_ATTEMPT.has(statusOf(later)) || statusOf(later) === 409) && isOfUs(later)
      ? `I2: told 200, and then ${statusOf(later)}`
      : null,
  );

/** Not "try again": the tables could not be had, and nothing is said of the payment. */
const isOfUs = (told: Told): boolean => attemptOf(told) !== undefined || statusOf(told) === 409;

/** Whoever asks after somebody was told "paid" learns so too, by whatever key, unless that key was declined before. */
export const paidIsToldToAll = ({ told }: History) =>
  told
    .filter((later) => [202, 409, 502, 503].includes(statusOf(later)) && isOfUs(later))
    .filter((later) =>
      told.some((one) => statusOf(one) === 200 && one.call.tenant === later.call.tenant && one.at < later.began),
    )
    .map((later) => `I2: the order is paid, and ${later.call.key} is told ${statusOf(later)}`);

/** Only another key may try once more; if that attempt was charged after all, 200. */
export const declinedStaysDeclined = (history: History) =>
  eachKey(history, (earlier, later) =>
    statusOf(earlier) === 402 && OF_AN_ATTEMPT.has(statusOf(later)) && attemptOf(later) !== attemptOf(earlier)
      ? 'I1: told 402, and then led to another attempt'
      : null,
  );

/** One key, one request. What is paid is told to everybody. */
export const oneKeyOneCard = (history: History) =>
  eachKey(history, (earlier, later) =>
    earlier.call.card !== later.call.card &&
    [earlier, later].every((told) => OF_AN_ATTEMPT.has(statusOf(told)) && attemptOf(told) !== undefined)
      ? `I1: one key is answered ${statusOf(earlier)} and ${statusOf(later)} for two cards`
      : null,
  );

const hashes = CARDS.map((card) => cardTokenHash(card as CardToken));

export const ownCardOnly = ({ told }: History) =>
  told
    .filter((one) => OF_AN_ATTEMPT.has(statusOf(one)) && one.attempt !== null)
    .filter(({ attempt, call }) => attempt?.cardTokenHash !== hashes[call.card])
    .map((one) => `I1: a caller is told ${statusOf(one)} of an attempt with another card`);

export const noFailureInDoubt = ({ told }: History) =>
  told
    .filter((one) => FAILED.has(statusOf(one)) && one.attempt !== null)
    .filter(({ attempt }) => attempt && (attempt.status === 'Abandoned' || othersInDoubt(attempt)))
    .map((one) => `I2: told ${statusOf(one)} although a send is in doubt`);

/** An expired key is a new one, also while its record is still there. */
export const expiredIsNew = ({ told, settings }: History) =>
  told
    .filter((one) => statusOf(one) === 402)
    .filter(({ attempt, began }) => {
      const expired = (attempt?.closedAt ?? began) + settings.idempotencyTtlHours * 3_600_000;
      return began - settings.clockSkewSeconds * 1_000 > expired;
    })
    .map(({ call }) => `I6: ${call.key} has expired, and is told of an attempt of long ago`);
