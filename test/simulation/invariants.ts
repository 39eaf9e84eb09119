// What must hold of a history that has ended: design section 9. Each answers what is broken, in one line each.

import { parseReference } from '#core/ids/reference.ts';
import { orderAddress } from '#core/records/address.ts';
import type { Order } from '#core/records/order.ts';
import { CARDS, TENANTS } from './cast.ts';
import { lateness } from './plan.ts';
import { attemptById, attemptsIn, reviewsIn } from './records-in.ts';
import {
  declinedStaysDeclined,
  expiredIsNew,
  noFailureInDoubt,
  oneKeyOneCard,
  ownCardOnly,
  paidIsToldToAll,
  paidStaysPaid,
} from './told.ts';
import type { History } from './world.ts';

type Invariant = (history: History) => readonly string[];

const orderOf = ({ tables }: History, reference: string): Order | null => {
  const ref = parseReference(reference);
  return ref && (tables.get(orderAddress(ref.tenantId, ref.orderId)) as Order | null);
};

/** Of the same order: a reference without its attempt. */
const ordersKey = (reference: string): string => reference.slice(0, -33);

const chargedOnce: Invariant = (history) => {
  const { charges, plan } = history;
  const times = (of: (reference: string) => string) =>
    [...Map.groupBy(charges, ({ reference }) => of(reference))].filter(([, made]) => made.length > 1);
  return [
    ...times((reference) => reference).map(([reference]) => `I1: ${reference} is charged more than once`),
    ...times(ordersKey)
      // A provider that breaks its word can charge an order twice: then the money goes back.
      .filter(([, made]) => lateness(plan.contract) === 1 || !isInReview(history, made))
      .map(([order]) => `I1: the order ${order} is charged more than once`),
  ];
};

/** Of the charges of one order those that did not pay it, each, is known as money to go back. */
const isInReview = (history: History, made: readonly { readonly reference: string }[]): boolean =>
  made.every(
    ({ reference }) =>
      reference.endsWith(orderOf(history, reference)?.paidAttemptId ?? '?') ||
      reviewsIn(history.tables).some(({ kind, attemptId }) => kind === 'refund-due' && reference.endsWith(attemptId)),
  );

/** Money that stays is nobody's to give back. */
const refundsAreDue: Invariant = (history) =>
  reviewsIn(history.tables)
    .filter(({ kind, attemptId }) => kind === 'refund-due' && isKept(history, attemptId))
    .map(({ attemptId }) => `I2: the money of ${attemptId} is to go back, and it paid the order, once`);

const isKept = ({ charges, tables }: History, attemptId: string): boolean =>
  charges.filter(({ reference }) => reference.endsWith(attemptId)).length < 2 &&
  (tables.all() as unknown as Order[]).some(({ paidAttemptId }) => paidAttemptId === attemptId);

const chargedIsPaid: Invariant = (history) =>
  history.charges.flatMap(({ reference }) => {
    const order = orderOf(history, reference);
    const attempt = attemptsIn(history.tables).find((a) => a.reference === reference);
    return [
      ...(order?.status === 'Paid' ? [] : [`I2: ${reference} is charged, and its order is ${order?.status}`]),
      ...(attempt?.status === 'Succeeded' ? [] : [`I2: ${reference} is charged, and ${attempt?.status} for good`]),
    ];
  });

const paidIsCharged: Invariant = (history) =>
  attemptsIn(history.tables)
    .filter(({ status }) => status === 'Succeeded')
    .filter(
      ({ reference, providerPaymentId }) =>
        !history.charges.some((c) => c.reference === reference && c.id === providerPaymentId),
    )
    .map(
      ({ reference, providerPaymentId }) => `I2: ${reference} is Succeeded by ${providerPaymentId}, no charge of it`,
    );

/** Where nothing goes wrong, on either side, whoever asks pays. */
const wellBehavedIsPaid: Invariant = (history) => {
  const { plan, faults, told } = history;
  if (faults.length > 0 || plan.sends.some(({ kind }) => kind !== 'normal')) return [];
  return told
    .filter(({ answer }) => ![200, 409, 422].includes(answer?.status ?? 0))
    .filter(({ call }) => call.wait !== 0)
    .map(({ call, answer }) => `I4: nothing went wrong, and ${call.key} is told ${answer?.status}`);
};

const neverToldFailed: Invariant = ({ told, charges }) =>
  told
    .filter(({ answer }) => answer !== null && [402, 502, 503].includes(answer.status))
    .filter(({ answer }) => charges.some(({ reference }) => reference.endsWith(String(answer?.body.attemptId))))
    .map(({ answer }) => `I2: a caller was told ${answer?.status}, and ${answer?.body.attemptId} is charged`);

const everyAttemptEnds: Invariant = (history) => [
  ...(history.ended ? [] : ['I4: it does not end']),
  ...attemptsIn(history.tables)
    .filter(
      ({ status, attemptId }) =>
        status === 'Open' &&
        !reviewsIn(history.tables).some((r) => r.attemptId === attemptId && r.kind === 'undecided'),
    )
    .map(({ reference }) => `I4: ${reference} is open, and nobody will look again`),
  ...[...history.ends].filter(([, end]) => end !== 'SUCCEEDED').map(([name, end]) => `I4: the run ${name} is ${end}`),
];

const ordersDoNotWait: Invariant = (history) =>
  (history.tables.all() as unknown as (Order & { sk?: string })[])
    .filter(({ sk, status }) => sk === 'ORDER' && status === 'PaymentPending')
    .filter(
      ({ openAttemptId }) =>
        !attemptsIn(history.tables).some((a) => a.attemptId === openAttemptId && a.status === 'Open'),
    )
    .map(({ orderId }) => `I4: the order ${orderId} waits for an attempt that is over`);

const sameKeySameEnd: Invariant = ({ told }) => {
  const ends = told.filter(({ answer }) => answer !== null && [200, 402].includes(answer.status));
  const byKey = Map.groupBy(ends, ({ call, answer }) => `${call.tenant} ${call.key} ${answer?.body.attemptId}`);
  return [...byKey]
    .filter(([, all]) => new Set(all.map(({ answer }) => answer?.status)).size > 1)
    .map(([key]) => `I2: two ends for ${key}`);
};

const tenantsAreApart: Invariant = ({ told, tables }) => {
  const wrong = told.filter(({ call, answer }) => {
    const id = answer?.body.attemptId;
    if (id === undefined) return false;
    return !attemptById(tables, String(id))?.pk.includes(`#${TENANTS[call.tenant]}#`);
  });
  return wrong.map(({ call }) => `I6: tenant ${call.tenant} is answered with another's attempt`);
};

/** No card anywhere, not even in another spelling; the key to a sealed one in the tables alone. */
const nothingLeaks: Invariant = ({ written, told, tables, sealKeys }) => {
  const outside = [...written, ...told.map(({ answer }) => JSON.stringify(answer))].join('\n');
  const all = `${outside}\n${JSON.stringify(tables.all())}`;
  const spellings = CARDS.flatMap((card) => [card, ...['base64url', 'hex'].map((as) => spelt(card, as as 'hex'))]);
  return [
    ...spellings.filter((card) => all.includes(card)).map((card) => `I6: ${card} stands where it must not`),
    ...[...sealKeys].filter((key) => outside.includes(key)).map(() => 'I6: the key to a card is told'),
  ];
};

/** Without its last digits, which may be spelt otherwise before more. */
const spelt = (card: string, as: 'base64url' | 'hex'): string => Buffer.from(card).toString(as).slice(0, -2);

/** Without trouble of ours every caller learns something. */
const everybodyIsAnswered: Invariant = ({ told, faults }) =>
  faults.length > 0
    ? []
    : told
        .filter(({ answer }) => answer === null || answer.status === 500)
        .map(({ call }) => `I4: ${call.key} of tenant ${call.tenant} is answered ${JSON.stringify(call)} with nothing`);

const INVARIANTS: readonly Invariant[] = [
  wellBehavedIsPaid,
  paidIsToldToAll,
  paidStaysPaid,
  declinedStaysDeclined,
  oneKeyOneCard,
  ownCardOnly,
  noFailureInDoubt,
  expiredIsNew,
  everybodyIsAnswered,
  refundsAreDue,
  chargedOnce,
  chargedIsPaid,
  paidIsCharged,
  neverToldFailed,
  everyAttemptEnds,
  ordersDoNotWait,
  sameKeySameEnd,
  tenantsAreApart,
  nothingLeaks,
];

export const broken = (history: History): readonly string[] => [
  ...new Set([...history.alarms, ...INVARIANTS.flatMap((holds) => holds(history))]),
];
