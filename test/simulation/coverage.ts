// What the histories have covered: each kind of fault, of reply, of lookup, each state, outcome, contract and answer, counted.

import type { Definition } from '../lib/definition.ts';
import { FAULT_KINDS } from './faults.ts';
import { CONTRACTS } from './plan.ts';
import { SEND_KINDS } from './provider.ts';
import { LOOKUP_KINDS } from './provider-lists.ts';
import { attemptsIn, reviewsIn } from './records-in.ts';
import type { History } from './world.ts';

export const GROUPS = ['fault', 'reply', 'lookup', 'state', 'outcome', 'contract', 'answer', 'end', 'review'] as const;
export type Group = (typeof GROUPS)[number];

/** By group and name. */
export type Coverage = Record<Group, Record<string, number>>;

const OUTCOMES = [
  'approved',
  'declined',
  'stillProcessing',
  'refused',
  'credentials',
  'rejected',
  'notSent',
  'contractViolation',
  ...['serverError', 'timeout', 'connectionLost', 'unreadableReply', 'contradictingReply', 'redirected'].map(
    (reason) => `unknown: ${reason}`,
  ),
];
/** `superseded`: unsent, when another attempt of its order turned out charged. `held`: it had sent. */
const ENDS = ['Succeeded', 'Declined', 'Failed', 'Abandoned', 'superseded', 'held'];
/** All but `body-changed`: nobody deploys while a history goes on. */
const REVIEWS = ['refund-due', 'contradiction', 'contract-violation', 'provider-rejected', 'redirected', 'undecided'];
const ANSWERS = ['200', '202', '402', '409', '422', '502', '503', 'none'];

const zeros = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, 0]));

/** Everything that could be covered, at zero. */
export const nothingYet = (machines: readonly { payment: Definition; reconcile: Definition }[]): Coverage => ({
  fault: zeros(FAULT_KINDS),
  reply: zeros(SEND_KINDS),
  lookup: zeros(LOOKUP_KINDS),
  state: zeros(machines.flatMap(({ payment, reconcile }) => Object.keys({ ...payment.States, ...reconcile.States }))),
  outcome: zeros(OUTCOMES),
  contract: zeros(Object.keys(CONTRACTS)),
  answer: zeros(ANSWERS),
  end: zeros(ENDS),
  review: zeros(REVIEWS),
});

export function cover(coverage: Coverage, history: History): void {
  const add = (group: Group, name: string, by = 1) => {
    coverage[group][name] = (coverage[group][name] ?? 0) + by;
  };
  for (const kind of history.faults) add('fault', kind);
  for (const kind of history.replies) add('reply', kind);
  for (const kind of history.looks) add('lookup', kind);
  for (const [name, times] of history.states) add('state', name, times);
  for (const [name, times] of history.outcomes) add('outcome', name, times);
  add('contract', history.plan.contract);
  for (const { answer } of history.told) add('answer', String(answer?.status ?? 'none'));
  for (const { status, evidence, held } of attemptsIn(history.tables)) {
    add('end', status);
    if (evidence?.failure === 'superseded') add('end', 'superseded');
    if (held) add('end', 'held');
  }
  for (const { kind } of reviewsIn(history.tables)) add('review', kind);
}

export function join(into: Coverage, other: Coverage): void {
  for (const group of GROUPS)
    for (const [name, times] of Object.entries(other[group])) into[group][name] = (into[group][name] ?? 0) + times;
}

/** What was never covered. */
export const gaps = (coverage: Coverage): string[] =>
  GROUPS.flatMap((group) =>
    Object.entries(coverage[group])
      .filter(([, times]) => times === 0)
      .map(([name]) => `${group}: ${name}`),
  );

export function table(coverage: Coverage): string[] {
  return GROUPS.flatMap((group) => {
    const rows = Object.entries(coverage[group]).sort(([, a], [, b]) => b - a);
    const wide = Math.max(...rows.map(([name]) => name.length));
    return ['', group, ...rows.map(([name, times]) => `  ${name.padEnd(wide)}  ${String(times).padStart(9)}`)];
  });
}
