/** Performs an admitted charge as its mode says: when the money moves, what is answered, what the key replays. */
import { chargeView, type Entry } from './ledger.ts';
import { modeFailure } from './mode-failure.ts';
import { type Answer, answered, failure, json, type Reply } from './reply.ts';
import type { KeyRecord, State } from './state.ts';
import type { Turn } from './turns.ts';

const DEFAULT_DELAY_SECONDS = 5;

export function performCharge(state: State, turn: Turn, record: KeyRecord, entry: Entry): Reply | Promise<Reply> {
  const settle = (result: Answer) => {
    state.ledger.settle(entry);
    record.result = result;
    return answered(result);
  };
  const afterDelay = () => state.pause(turn.delaySeconds ?? DEFAULT_DELAY_SECONDS);

  switch (turn.mode) {
    case 'normal':
    case 'decline':
      return settle(outcome(entry));
    case 'slow':
      return afterDelay().then((waited) => (waited === 'elapsed' ? settle(outcome(entry)) : { kind: 'reset' }));
    case 'late':
      void afterDelay().then((waited) => waited === 'elapsed' && settle(outcome(entry)));
      return answered(acceptance(turn, entry));
    case 'charged-error':
      return settle(modeFailure(turn, 500));
    case 'garbage':
      settle(outcome(entry));
      return answered(cut(outcome(entry)));
    case 'error':
    case 'drop':
    case 'reset':
      throw new Error(`mode ${turn.mode} never admits a charge`);
  }
}

const outcome = (entry: Entry): Answer =>
  entry.declineCode === undefined
    ? json(201, chargeView(entry, 'succeeded'))
    : failure(402, 'card_declined', 'the card was declined', { decline_code: entry.declineCode, charge: entry.id });

/** A provider that says 2xx before it has charged says "pending"; any other status is an error. */
function acceptance(turn: Turn, entry: Entry): Answer {
  const refusal = modeFailure(turn, 504);
  return refusal.status < 300 ? { ...refusal, body: JSON.stringify(chargeView(entry, 'pending')) } : refusal;
}

const cut = (answer: Answer): Answer => ({ ...answer, body: answer.body.slice(0, answer.body.length / 2) });
