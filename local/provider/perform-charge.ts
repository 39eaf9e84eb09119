/** Performs an admitted charge as its mode says: when the money moves, what is answered, what the key replays. */
import type { Entry } from './ledger.ts';
import { type Answer, answered, type Reply } from './reply.ts';
import type { KeyRecord, State } from './state.ts';
import type { Turn } from './turns.ts';

const DEFAULT_DELAY_SECONDS = 5;

/** How a provider words it; when the money moves is the same for all. */
export interface Wording {
  /** Approved or declined. */
  outcome(entry: Entry): Answer;
  pending(entry: Entry): object;
  /** The mode's status, or this one. */
  failure(turn: Turn, defaultStatus: number): Answer;
}

export function performCharge(
  state: State,
  turn: Turn,
  record: KeyRecord,
  entry: Entry,
  words: Wording,
): Reply | Promise<Reply> {
  const settle = (result: Answer) => {
    state.ledger.settle(entry);
    record.result = result;
    return answered(result);
  };
  const afterDelay = () => state.pause(turn.delaySeconds ?? DEFAULT_DELAY_SECONDS);

  switch (turn.mode) {
    case 'normal':
    case 'decline':
      return settle(words.outcome(entry));
    case 'slow':
      return afterDelay().then((waited) => (waited === 'elapsed' ? settle(words.outcome(entry)) : { kind: 'reset' }));
    case 'late':
      void afterDelay().then((waited) => waited === 'elapsed' && settle(words.outcome(entry)));
      return answered(acceptance(turn, entry, words));
    case 'charged-error':
      return settle(words.failure(turn, 500));
    case 'garbage':
      settle(words.outcome(entry));
      return answered(cut(words.outcome(entry)));
    case 'error':
    case 'drop':
    case 'reset':
      throw new Error(`mode ${turn.mode} never admits a charge`);
  }
}

/** A provider that says 2xx before it has charged says "pending"; any other status is an error. */
function acceptance(turn: Turn, entry: Entry, words: Wording): Answer {
  const refusal = words.failure(turn, 504);
  return refusal.status < 300 ? { ...refusal, body: JSON.stringify(words.pending(entry)) } : refusal;
}

const cut = (answer: Answer): Answer => ({ ...answer, body: answer.body.slice(0, answer.body.length / 2) });
