// Watches a history while it happens for what must never be, not even for a moment.

import { parseReference } from '#core/ids/reference.ts';
import type { ChargeSend } from '#core/ports/payment-provider.ts';
import { attemptAddress } from '#core/records/address.ts';
import type { Attempt } from '#core/records/attempt.ts';
import type { Order } from '#core/records/order.ts';
import type { Settings } from '#core/settings/settings.ts';
import type { Tables } from '../core/writes/interpreter.ts';
import type { VirtualTime } from './virtual-time.ts';

type Item = Partial<Attempt> & Partial<Order> & { readonly pk: string; readonly sk?: string };

export interface Watch {
  /** After each write that the tables carried out. */
  wrote(): void;
  /** A charge is about to leave. */
  leaving(charge: ChargeSend, settings: Settings): void;
  readonly alarms: readonly string[];
}

export function watchOver(tables: Tables, time: VirtualTime): Watch {
  const alarms: string[] = [];
  let before = new Map<string, Item>();
  const keys = new Map<string, string>();
  const wire = new Map<string, { count: number; key: string; body: string; first: number }>();

  return {
    alarms,
    wrote: () => {
      const after = new Map((tables.all() as unknown as Item[]).map((item) => [`${item.pk} ${item.sk}`, item]));
      for (const [id, item] of after) alarms.push(...overwritten(before.get(id), item));
      before = after;
    },
    leaving: ({ expected, providerKey, body }, { provider }) => {
      const ref = parseReference(expected.reference);
      const attempt = ref && (tables.get(attemptAddress(ref)) as Attempt | null);
      const seen = wire.get(expected.reference);
      const count = (seen?.count ?? 0) + 1;
      const first = seen?.first ?? time.now();
      wire.set(expected.reference, { count, key: providerKey, body, first });
      if (!attempt || attempt.sends < count) alarms.push('I5: a send leaves that is not recorded');
      if (seen && seen.key !== providerKey) alarms.push('I5: another key on a later send');
      if (seen && seen.body !== body) alarms.push('I5: other bytes on a later send');
      const owner = keys.get(providerKey) ?? expected.reference;
      keys.set(providerKey, owner);
      if (owner !== expected.reference) alarms.push('I5: one key for two attempts');
      const age = time.now() - first;
      if (age >= provider.keyRetentionSeconds * 1_000) alarms.push('I5: a send leaves outside the key window');
    },
  };
}

function overwritten(before: Item | undefined, after: Item): string[] {
  if (before === undefined) return [];
  const wrong: string[] = [];
  if (after.attemptId && after.sk?.startsWith('ATTEMPT#')) {
    const ended = before.status !== 'Open';
    const changed = before.status !== after.status;
    if (ended && changed && (before.status === 'Succeeded' || after.status !== 'Succeeded'))
      wrong.push(`I3: ${before.status} became ${after.status}`);
    if (before.providerPaymentId && before.providerPaymentId !== after.providerPaymentId)
      wrong.push('I3: another payment in the place of the first');
  }
  if (after.sk === 'ORDER' && before.status === 'Paid') {
    if (after.status !== 'Paid') wrong.push(`I3: a paid order became ${after.status}`);
    if (after.paidAttemptId !== before.paidAttemptId) wrong.push('I3: a paid order was paid by another');
  }
  return wrong;
}
