// What a run of a workflow may do, and what its last state says in the console.

import type { Attempt, AttemptStatus } from '#core/records/attempt.ts';
import { attemptById } from './records-in.ts';
import type { Watched } from './watch.ts';

type Due = Pick<Attempt, 'attemptId' | 'nextCheckAt'>;

/** What the last state of a run says that the attempt has become; evidence of a charge outweighs it later. */
const SAYS: Readonly<Record<string, AttemptStatus>> = {
  Paid: 'Succeeded',
  Declined: 'Declined',
  NotCharged: 'Failed',
  Abandoned: 'Abandoned',
};

export function watchRuns({ tables, isTroubled }: Watched, alarm: (what: string) => void) {
  /** Runs whose last charge failed: nobody knows whether it charged. */
  const inDoubt = new Set<string>();
  return {
    performed: (run: string, task: string, failed: boolean): void => {
      if (task === 'Charge' && inDoubt.has(run)) alarm('I2: a charge that failed is repeated without a look');
      if (task === 'Charge' && failed) inDoubt.add(run);
      if (task === 'Reconcile') inDoubt.delete(run);
    },

    /** `due`: what was due when a sweep began that is over now. */
    swept: (due: readonly Due[]): void => {
      const left = due.filter(
        ({ attemptId, nextCheckAt }) => attemptById(tables, attemptId)?.nextCheckAt === nextCheckAt,
      );
      if (left.length > 0 && !isTroubled()) alarm('I4: a sweep leaves what is due');
    },

    ended: (run: string, attemptId: string, state: string): void => {
      const is = attemptById(tables, attemptId)?.status;
      const said = SAYS[state];
      if (said === undefined) return;
      if (is !== said && is !== 'Succeeded') alarm(`I2: the run says ${state}, and the attempt is ${is}`);
      if (inDoubt.has(run) && said !== 'Succeeded') alarm(`I2: a charge that failed ends in ${state} without a look`);
    },
  };
}
