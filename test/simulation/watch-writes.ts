// What no write may do, whatever its conditions were: looked at from outside, in what stood before and what stands after.

import { orderAddress } from '#core/records/address.ts';
import { type Attempt, doubtfulSends } from '#core/records/attempt.ts';
import type { ClientKey } from '#core/records/client-key.ts';
import type { Order } from '#core/records/order.ts';
import type { DecidingWrite } from '#core/writes/write.ts';
import { attemptById, attemptsIn, othersInDoubt, refOf } from './records-in.ts';
import type { Watched, Writer } from './watch.ts';

type Alarm = (what: string) => void;
type Key = { readonly pk: string; readonly sk?: string };

/** A claim that the tables carried out. */
export interface ClaimedSend {
  readonly before: Attempt;
  readonly after: Attempt;
}

export function watchWrites(watched: Watched, alarm: Alarm, claimed: (claim: ClaimedSend) => void) {
  const { tables } = watched;
  const known = new Map<string, object>();
  const sealKeys = new Set<string>();

  function changed(before: object | undefined, after: object, write: DecidingWrite, by: Writer): void {
    const { pk, sk } = after as Key;
    if (pk.startsWith('KEY#')) keyLeads(watched, before as ClientKey | undefined, after as ClientKey, alarm);
    const { sealKey } = after as Partial<Attempt>;
    if (sealKey) sealKeys.add(sealKey);
    if (before === undefined) return;
    if (sk === 'ORDER') orderChanged(before as Order, after as Order, alarm);
    if (!sk?.startsWith('ATTEMPT#')) return;
    const [was, is] = [before as Attempt, after as Attempt];
    attemptChanged(was, is, alarm);
    if (was.status === 'Open' && is.status === 'Abandoned') givenUp(watched, is, alarm);
    if (is.status === 'Abandoned' && is.nextCheckAt === undefined && (was.nextCheckAt || was.status === 'Open'))
      nobodyLooksOn(watched, is, alarm);
    if (was.status === 'Open' && is.status === 'Failed') failed(watched, was, is, by, alarm);
    if (write.name === 'claim-send' && is.sends !== was.sends) {
      claim(watched, was, is, by, alarm);
      claimed({ before: was, after: is });
    }
  }

  const wrote = (write: DecidingWrite, by: Writer): void => {
    for (const { at } of write.items) {
      const id = JSON.stringify(at);
      const [before, after] = [known.get(id), tables.get(at)];
      if (after === null) continue;
      known.set(id, after);
      changed(before, after, write, by);
    }
    for (const { at } of write.items) {
      const order = tables.get(at) as unknown as Order & Key;
      if (order?.sk === 'ORDER' && order.status === 'Paid') nothingElseMayBeSent(watched, order, alarm);
    }
  };
  return { wrote, sealKeys };
}

function attemptChanged(was: Attempt, is: Attempt, alarm: Alarm): void {
  const over = was.status !== 'Open';
  const isLateSuccess = was.status !== 'Succeeded' && is.status === 'Succeeded';
  if (over && was.status !== is.status && !isLateSuccess) alarm(`I3: ${was.status} became ${is.status}`);
  else if (was.closedAt !== undefined && was.closedAt !== is.closedAt && !isLateSuccess)
    alarm(`I3: what is ${was.status} was closed once more`);
  if (was.providerPaymentId && was.providerPaymentId !== is.providerPaymentId)
    alarm('I3: another payment in the place of the first');
  if (is.status !== 'Open' && is.sealKey) alarm('I6: the key to a card outlives its attempt');
}

function orderChanged(was: Order, is: Order, alarm: Alarm): void {
  if (was.status !== 'Paid') return;
  if (is.status !== 'Paid') alarm(`I3: a paid order became ${is.status}`);
  if (is.paidAttemptId !== was.paidAttemptId) alarm('I3: a paid order was paid by another');
}

function claim({ tables }: Watched, was: Attempt, is: Attempt, by: Writer, alarm: Alarm): void {
  if (was.status !== 'Open') alarm(`I3: a send is claimed for an attempt that is ${was.status}`);
  if (by.resumes !== is.resumes) alarm('I5: an older run claims a send');
  if (doubtfulSends(is).size !== doubtfulSends(was).size + 1 || !doubtfulSends(is).has(is.sends))
    alarm('I5: a send is not recorded under a number of its own');
  const ref = refOf(is);
  const order = ref && (tables.get(orderAddress(ref.tenantId, ref.orderId)) as Order | null);
  if (order?.status === 'Paid') alarm('I1: a send is claimed although the order is paid');
}

/** An order that is paid by one attempt has no other that could still send: what has sent is held. */
function nothingElseMayBeSent({ tables }: Watched, order: Order & Key, alarm: Alarm): void {
  const others = attemptsIn(tables).filter(({ pk, attemptId }) => pk === order.pk && attemptId !== order.paidAttemptId);
  if (others.some(({ status, held }) => status === 'Open' && !held))
    alarm('I1: an order is paid, and another attempt of it may still send');
}

/** A reading may have come out of a slow read. */
const SLOW_MS = 15_000;

/** Two lookups found nothing, apart from each other and when nothing could be in flight any more. */
function givenUp({ provider, settings }: Watched, attempt: Attempt, alarm: Alarm): void {
  const skewMs = settings.clockSkewSeconds * 1_000;
  const soonest = (attempt.lastSentAt ?? 0) + settings.abandonAfterSeconds * 1_000 - skewMs;
  const misses = provider.misses.filter((miss) => miss.reference === attempt.reference && miss.at >= soonest);
  const [first, last] = [misses.at(0), misses.at(-1)];
  if (!first || !last) alarm('I1: given up, and nobody had looked when nothing could be in flight any more');
  else if (last.at - first.at < settings.recheckSeconds * 1_000 - skewMs - SLOW_MS)
    alarm('I1: given up after looks that were one and the same');
}

/** Evidence may come as long as the provider remembers the key. */
function nobodyLooksOn({ time, settings }: Watched, attempt: Attempt, alarm: Alarm): void {
  const remembered = (settings.provider.keyRetentionSeconds - settings.clockSkewSeconds) * 1_000;
  if (attempt.firstSentAt && time.now() < attempt.firstSentAt + remembered)
    alarm('I2: nobody looks on, and the provider still remembers the key');
}

/**
 * Nobody but the run itself calls an attempt "failed" that the run may still pay. Of a run that began during the look the
 * look need not know: it has sent nothing, the close says the truth, and the run finds it when it wants to send.
 */
function failed({ time, settings }: Watched, was: Attempt, is: Attempt, by: Writer, alarm: Alarm): void {
  if (othersInDoubt(was)) alarm('I2: called failed while another send is in doubt');
  if (by.name !== 'Reconcile' || is.evidence?.failure === 'superseded') return;
  if (was.lastStartedAt > by.began - settings.clockSkewSeconds * 1_000) return;
  const over = was.lastStartedAt + (settings.chargeDeadlineSeconds - settings.clockSkewSeconds) * 1_000;
  if (time.now() < over) alarm('I4: called failed while its run may still send');
}

function keyLeads({ tables }: Watched, was: ClientKey | undefined, is: ClientKey, alarm: Alarm): void {
  if (is.attemptId === undefined || was?.attemptId === is.attemptId) return;
  const attempt = attemptById(tables, is.attemptId);
  if (attempt?.status !== 'Open') alarm(`I2: a key is led to an attempt that is ${attempt?.status}`);
}
