// Which states an execution has entered, in order, with what went in and what came out.

import type { StateMachine } from 'aws-local-stepfunctions';
import type { Json } from '../json.ts';

export interface TracedState {
  readonly name: string;
  readonly type: string;
  readonly input: Json;
  output?: Json;
  /** ISO 8601, as the exit. */
  readonly enteredAt: string;
  exitedAt?: string;
  /** How often its Retry took it again. */
  retries?: number;
  /** The last error that it met, caught or not. */
  error?: string;
  cause?: string;
}

type EventLogs = ReturnType<StateMachine['run']>['eventLogs'];

/** Fills `states` while the execution runs; ends when it does. */
export async function trace(events: EventLogs, states: TracedState[]): Promise<void> {
  for await (const event of events) {
    if (!('state' in event)) continue;
    const at = new Date(event.timestamp).toISOString();
    const { name, type, input, output } = event.state;
    if (event.type === 'StateEntered') {
      states.push({ name, type, input, enteredAt: at });
      continue;
    }
    const state = states.findLast((entered) => entered.name === name && entered.exitedAt === undefined);
    if (state === undefined) continue;
    if (event.type === 'StateExited') {
      if (output !== undefined) state.output = output;
      state.exitedAt = at;
    } else if (event.type === 'StateRetried') {
      state.retries = event.retry.attempt;
    } else if (event.type === 'StateFailed') {
      state.error = event.Error;
      state.cause = String(event.Cause);
    }
  }
}
