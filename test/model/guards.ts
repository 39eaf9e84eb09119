// The guards that can be taken away, each by its name: a condition or a change of a write, or what a decision is shown.

import type { Attempt } from '#core/records/attempt.ts';
import type { Settings } from '#core/settings/settings.ts';
import type { Change, Condition, DecidingWrite, ItemWrite } from '#core/writes/write.ts';

export type Decision =
  | 'nextStep'
  | 'nextStepDeclined'
  | 'claimRefusal'
  | 'beforeLookup'
  | 'afterLookup'
  | 'afterLookupDeclined';
/** Parts of the shell and of the operator's work that core does not decide. */
export type Habit =
  | 'oneExecutionPerName'
  | 'sendsFromBeforeTheLookup'
  | 'sendsThatThePersonSaw'
  | 'evidenceLateEnough'
  | 'refusalProved'
  | 'refusalByContract'
  | 'fingerprintCompared'
  | 'earlierAttemptsRead'
  | 'samePaymentKnown';

export interface Guard {
  /** What is taken away, in the words of the code. */
  readonly is: string;
  readonly rewrite?: (write: DecidingWrite) => DecidingWrite;
  readonly shown?: (
    decision: Decision,
    attempt: Attempt,
    settings: Settings,
  ) => { attempt: Attempt; settings: Settings };
  readonly habit?: Habit;
  /** Worlds in which it is looked for, the likeliest first. */
  readonly worlds: readonly string[];
  /** Why nothing breaks without it. */
  readonly explained?: string;
  /** Without it a closed attempt's sends and ages matter, which are forgotten otherwise. */
  readonly readsClosed?: boolean;
}

/** Anywhere in a condition, also inside `any` and `all`. */
const names = (condition: Condition, attribute: string): boolean =>
  'of' in condition ? condition.of.some((c) => names(c, attribute)) : condition.attribute === attribute;

const inItems = (write: DecidingWrite, change: (item: ItemWrite) => ItemWrite): DecidingWrite => {
  const [first, ...more] = write.items;
  return { ...write, items: [change(first), ...more.map(change)] };
};

type Where = (item: ItemWrite) => boolean;
export const ofAttempt: Where = ({ at }) => at.table === 'payments' && at.sk.startsWith('ATTEMPT#');
export const ofOrder: Where = ({ at }) => at.table === 'payments' && at.sk === 'ORDER';
export const ofKey: Where = ({ at }) => at.table === 'idempotency';

/** The condition on `attribute` is not asked for, in the named write. */
export const unasked =
  (name: string, where: Where, ...attributes: readonly string[]) =>
  (write: DecidingWrite): DecidingWrite =>
    write.name !== name
      ? write
      : inItems(write, (item) =>
          where(item) ? { ...item, require: item.require.filter((c) => !attributes.some((a) => names(c, a))) } : item,
        );

/** A comparison of `attribute` inside other conditions is left out, in every write. */
export const uncompared =
  (attribute: string) =>
  (write: DecidingWrite): DecidingWrite =>
    inItems(write, (item) => ({ ...item, require: item.require.map((c) => leaveOut(c, attribute)) }));

const leaveOut = (condition: Condition, attribute: string): Condition =>
  'of' in condition
    ? { ...condition, of: condition.of.map((c) => leaveOut(c, attribute)).filter((c) => !compares(c, attribute)) }
    : condition;

const compares = (condition: Condition, attribute: string): boolean =>
  'attribute' in condition && condition.attribute === attribute;

/** The change of `attribute` is not made, in the named write. */
export const unmade =
  (name: string, attribute: string) =>
  (write: DecidingWrite): DecidingWrite =>
    write.name !== name
      ? write
      : inItems(write, (item) =>
          item.verb === 'update'
            ? { ...item, changes: item.changes.filter((change: Change) => change.attribute !== attribute) }
            : item,
        );

type Shown = NonNullable<Guard['shown']>;

export const showing =
  (decision: Decision, over: (attempt: Attempt) => Partial<Attempt>): Shown =>
  (asked, attempt, settings) =>
    asked === decision ? { attempt: { ...attempt, ...over(attempt) }, settings } : { attempt, settings };

export const setting =
  (decision: Decision, over: Partial<Settings>): Shown =>
  (asked, attempt, settings) =>
    asked === decision ? { attempt, settings: { ...settings, ...over } } : { attempt, settings };
