// Turns an intent into an attempt: key, intent and the order's move in one write, before anything is sent.

import { sealKeyFrom } from '#core/cards/card-token.ts';
import { bodyHashOf } from '#core/checkout/body-hash.ts';
import { newAttempt } from '#core/checkout/new-attempt.ts';
import { attemptIdFrom, providerKeyFrom } from '#core/ids/attempt-id.ts';
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
  key: ClientKey | null,
  seen: string | null,
): Promise<Attempt | null> {
  const { store, ambient, settings } = deps;
  const attemptId = attemptIdFrom(ambient.uuid());
  const reference = referenceOf({ ...intent, attemptId });
  const attempt = newAttempt(
    {
      order,
      attemptId,
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
    accept({ attempt, key: keyWrite(deps, intent, attempt, key), seen, token: ambient.uuid() }),
  );
  return answer.written ? attempt : null;
}

/** false: the attempt has ended, or somebody else used the key; read again. */
export async function joinAttempt(
  deps: CheckoutDeps,
  intent: CheckoutIntent,
  openAttempt: Attempt,
  key: ClientKey | null,
  seen: string | null,
): Promise<boolean> {
  const write = join({ openAttempt, key: keyWrite(deps, intent, openAttempt, key), seen, token: deps.ambient.uuid() });
  return (await deps.store.write(write)).written;
}

/** `before`: the key's live record, whose attempts are kept: one of them may yet turn out `Succeeded`. */
function keyWrite(
  { ambient, settings }: CheckoutDeps,
  intent: CheckoutIntent,
  attempt: Attempt,
  before: ClientKey | null,
): KeyWrite {
  const now = ambient.now();
  const earlier = [...(before?.earlierAttemptIds ?? []), ...(before?.attemptId ? [before.attemptId] : [])];
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
