// What a run of a workflow may do, and what its last state says in the console.

import type { Attempt } from '#core/records/attempt.ts';
import type { Watched } from './watch.ts';
import { attemptById } from './watched-items.ts';

type Due = Pick<Attempt, 'attemptId' | 'nextCheckAt'>;

const NEGATIVE: ReadonlySet<string> = new Set(['Declined', 'NotCharged', 'Abandoned']);

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
      if (state === 'Paid' && is !== 'Succeeded') alarm(`I2: the run says Paid, and the attempt is ${is}`);
      if (!NEGATIVE.has(state)) return;
      if (inDoubt.has(run)) alarm(`I2: a charge that failed ends in ${state} without a look`);
      if (is === 'Open') alarm(`I2: the run says ${state}, and the attempt is open`);
    },
  };
}
