/** All that the provider remembers. `DELETE /_state` ends one state, with its delayed charges, and begins another. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Control } from './control.ts';
import { Ledger } from './ledger.ts';
import type { Answer } from './reply.ts';
import { RequestLog } from './request-log.ts';
import { createTurns, type Turn } from './turns.ts';

/** What a key is bound to; without a result its first request is still in progress. */
export interface KeyRecord {
  bodySha256: string;
  result?: Answer;
}

export class State {
  readonly ledger = new Ledger();
  readonly keys = new Map<string, KeyRecord>();
  readonly requests = new RequestLog();
  readonly #ended = new AbortController();
  #control: Control = { mode: 'normal' };
  nextTurn: () => Turn = createTurns(this.#control);

  get lookup() {
    return this.#control.lookup ?? {};
  }

  obey(control: Control): void {
    this.#control = control;
    this.nextTurn = createTurns(control);
  }

  /** `ended`: the state was forgotten meanwhile, so whatever waited must not happen. */
  async pause(seconds: number): Promise<'elapsed' | 'ended'> {
    try {
      await sleep(seconds * 1000, undefined, { signal: this.#ended.signal });
      return 'elapsed';
    } catch {
      return 'ended';
    }
  }

  end(): void {
    this.#ended.abort();
  }
}
