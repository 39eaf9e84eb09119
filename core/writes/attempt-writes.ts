// The named conditions and changes of an attempt that more than one deciding write is made of.

import { type Attempt, TIMELINE_MOST } from '../records/attempt.ts';
import type { EpochMs } from '../time/instant.ts';
import { absent, type Change, type Condition, different, equal, remove } from './write.ts';

export const IS_OPEN: Condition = equal<Attempt>('status', 'Open');
export const NOT_SUCCEEDED: Condition = different<Attempt>('status', 'Succeeded');
export const NOT_HELD: Condition = absent<Attempt>('held');
/** No send was claimed since `sends` was read: a send and a negative close cannot both win. */
export const sendsAre = (sends: number): Condition => equal<Attempt>('sends', sends);
export const runIs = (resumes: number): Condition => equal<Attempt>('resumes', resumes);

/** Without the seal key no run's history can give the card token back. */
export const FORGET_CARD: Change = remove<Attempt>('sealKey');
/** Nobody needs to look again: the attempt leaves the due index. */
export const LEAVE_DUE: readonly Change[] = [remove<Attempt>('dueShard'), remove<Attempt>('nextCheckAt')];

export const note = (at: EpochMs, what: string, detail?: string): Change => ({
  do: 'append',
  attribute: 'timeline' satisfies keyof Attempt,
  entry: { at, what, detail },
  most: TIMELINE_MOST,
});
