// Turns an intent into an attempt: key, intent and the order's move in one write, before anything is sent.

import { clientKeyHash } from '#core/api/idempotency-key.ts';
import { sealKeyFrom } from '#core/cards/card-token.ts';
import { bodyHashOf } from '#core/checkout/body-hash.ts';
import { newAttempt } from '#core/checkout/new-attempt.ts';
import { type AttemptId, attemptIdFrom, providerKeyFrom } from '#core/ids/attempt-id.ts';
import { referenceOf } from '#core/ids/reference.ts';
import type { Attempt } from '#core/records/attempt.ts';
import type { ClientKey } from '#core/records/client-key.ts';
import type { Order } from '#core/records/order.ts';
import { plusSeconds, toSeconds } from '#core/time/instant.ts';
import { accept, join } from '#core/writes/accept.ts';
import type { KeyWrite } from '#core/writes/create-order.ts';
import type { CheckoutDeps } from './deps.ts';
import type { CheckoutIntent } from './intent.ts';

/** null: somebody else wrote first; read again. */
export async function acceptIntent(
  deps: CheckoutDeps,
  intent: CheckoutIntent,
  order: Order,
  before: KeyBefore | null,
): Promise<Attempt | null> {
  const { store, ambient, settings } = deps;
  const attemptId = attemptIdFrom(ambient.uuid());
  const reference = referenceOf({ ...intent, attemptId });
  const attempt = newAttempt(
    {
      order,
      attemptId,
      clientKeyHash: clientKeyHash(intent.scope.key),
      providerKey: providerKeyFrom(ambient.uuid()),
      reference,
      cardTokenHash: intent.cardTokenHash,
      sealKey: sealKeyFrom(ambient.bytes(32)),
      bodyHash: bodyHashOf(deps.renderCharge({ ...order, reference }, intent.cardToken)),
      now: ambient.now(),
    },
    settings,
  );
  const answer = await store.write(
    accept({ attempt, key: keyWrite(deps, intent, attempt, before), seen: seenBy(before), token: ambient.uuid() }),
  );
  return answer.written ? attempt : null;
}

/** false: the attempt has ended, or somebody else used the key; read again. */
export async function joinAttempt(
  deps: CheckoutDeps,
  intent: CheckoutIntent,
  openAttempt: Attempt,
  before: KeyBefore,
): Promise<boolean> {
  const key = keyWrite(deps, intent, openAttempt, before);
  const write = join({ openAttempt, key, seen: seenBy(before), token: deps.ambient.uuid() });
  return (await deps.store.write(write)).written;
}

/** What the key led to when it was read: its live record, and the attempt, which has ended. */
export interface KeyBefore {
  readonly key: ClientKey | null;
  readonly own: Attempt | null;
}

const seenBy = (before: KeyBefore | null): string | null => before?.own?.attemptId ?? null;

/** An abandoned attempt is remembered: it may yet turn out `Succeeded`. A failed one is proved not charged. */
function earlierAttempts(before: KeyBefore | null): readonly AttemptId[] {
  const earlier = before?.key?.earlierAttemptIds ?? [];
  return before?.own?.status === 'Abandoned' ? [...earlier, before.own.attemptId] : earlier;
}

function keyWrite(
  { ambient, settings }: CheckoutDeps,
  intent: CheckoutIntent,
  attempt: Attempt,
  before: KeyBefore | null,
): KeyWrite {
  const now = ambient.now();
  const earlier = earlierAttempts(before);
  return {
    scope: intent.scope,
    now,
    record: {
      fingerprint: intent.fingerprint,
      orderId: attempt.orderId,
      attemptId: attempt.attemptId,
      ...(earlier.length === 0 ? {} : { earlierAttemptIds: earlier }),
      expiresAt: toSeconds(plusSeconds(now, settings.idempotencyTtlHours * 3_600)),
    },
  };
}
