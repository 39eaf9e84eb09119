// Which of the deciding writes a request to the tables is, told from what it would change, not from our code's names.

import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { Match, TableRequest } from './tables-proxy.ts';

interface Change {
  readonly verb: 'put' | 'update' | 'check';
  readonly pk: string;
  readonly sk: string;
  /** Attributes that are set, with their values; a put sets all of its item's. */
  readonly set: Readonly<Record<string, unknown>>;
  readonly add: readonly string[];
  readonly delete: readonly string[];
}

type Marshalled = Record<string, AttributeValue>;

interface Operation {
  readonly Key?: Marshalled;
  readonly Item?: Marshalled;
  readonly UpdateExpression?: string;
  readonly ExpressionAttributeNames?: Record<string, string>;
  readonly ExpressionAttributeValues?: Marshalled;
}

function changesOf({ operation, input }: TableRequest): Change[] {
  if (operation === 'UpdateItem') return [change('update', input)];
  if (operation === 'PutItem') return [change('put', input)];
  if (operation !== 'TransactWriteItems') return [];
  const items = input.TransactItems as { Put?: Operation; Update?: Operation; ConditionCheck?: Operation }[];
  return items.map(({ Put, Update, ConditionCheck }) =>
    Put ? change('put', Put) : Update ? change('update', Update) : change('check', ConditionCheck ?? {}),
  );
}

function change(verb: Change['verb'], operation: Operation): Change {
  const { pk, sk = '', ...set } = unmarshall(operation.Item ?? operation.Key ?? {});
  const where = { verb, pk: String(pk), sk: String(sk) };
  if (verb !== 'update') return { ...where, set, add: [], delete: [] };
  const { UpdateExpression = '', ExpressionAttributeNames = {} } = operation;
  const values = unmarshall(operation.ExpressionAttributeValues ?? {});
  const name = (given = '') => ExpressionAttributeNames[given] ?? given;
  const clauses = new Map<string, string>();
  for (const [, word = '', text = ''] of UpdateExpression.matchAll(
    /(SET|ADD|DELETE|REMOVE) (.*?)(?= (?:SET|ADD|DELETE|REMOVE) |$)/g,
  ))
    clauses.set(word, text);
  const assignments = (clauses.get('SET') ?? '').matchAll(/([#\w]+)(?:\[\d+\])? = (?:if_not_exists\([#\w]+, )?(:\w+)/g);
  const named = (word: string) =>
    [...(clauses.get(word) ?? '').matchAll(/([#\w]+) :\w+/g)].map(([, given]) => name(given));
  return {
    ...where,
    set: Object.fromEntries([...assignments].map(([, given, value = '']) => [name(given), values[value]])),
    add: named('ADD'),
    delete: named('DELETE'),
  };
}

/** Some part of the request is about this order and is what `holds` says. */
const some =
  (orderId: string, holds: (change: Change) => boolean): Match =>
  (request) =>
    changesOf(request).some((c) => c.pk.includes(`#${orderId}`) && holds(c));

const NEGATIVE = ['Declined', 'Failed', 'Abandoned'];
const isAttempt = ({ sk }: Change) => sk.startsWith('ATTEMPT#');

/** The deciding writes of design section 3, of one order. */
export const writesOf = (orderId: string) => ({
  createOrder: some(orderId, ({ verb, sk, set }) => verb === 'put' && sk === 'ORDER' && set.status === 'Placed'),
  accept: some(orderId, ({ set }) => set.status === 'PaymentPending'),
  join: some(orderId, (c) => c.verb === 'check' && isAttempt(c)),
  claim: some(orderId, ({ add }) => add.includes('doubtful')),
  clear: some(orderId, (c) => c.delete.includes('doubtful')),
  /** By the run that got the reply, not by a reconcile that found the charge. */
  closeByReply: some(
    orderId,
    (c) => isAttempt(c) && c.set.status === 'Succeeded' && (c.set.evidence as { source?: string })?.source === 'reply',
  ),
  closeSucceeded: some(orderId, (c) => isAttempt(c) && c.set.status === 'Succeeded'),
  closeNegatively: some(orderId, (c) => isAttempt(c) && NEGATIVE.includes(String(c.set.status))),
  resume: some(orderId, ({ add }) => add.includes('resumes')),
  countReading: some(orderId, ({ add }) => add.includes('notFoundReadings')),
  moveDue: some(orderId, ({ add, set }) => add.includes('checks') && 'nextCheckAt' in set),
});

/** Not before the `n`th request that matches. */
export function fromNth(n: number, match: Match): Match {
  let seen = 0;
  return (request) => {
    if (match(request)) seen += 1;
    else return false;
    return seen >= n;
  };
}
