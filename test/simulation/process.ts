// One invocation of a function: a clock of its own, operations that take time, and a death that nobody is told of.

import { v7 } from 'uuid';
import type { Ambient } from '#core/ports/ambient.ts';
import { type EpochMs, epochMs } from '#core/time/instant.ts';
import type { Chance } from './chance.ts';
import type { Faults } from './faults.ts';
import type { VirtualTime } from './virtual-time.ts';

export interface Process {
  readonly ambient: Ambient;
  /** One request to the outside: it leaves, is carried out, and its answer comes back, if all goes well. */
  operate<Result>(work: () => Result | Promise<Result>): Promise<Result>;
  /** Resolves for a living process only. */
  sleep(ms: number): Promise<void>;
  remainingMs(): number;
}

export type Ended<Result> =
  | { readonly kind: 'answered'; readonly result: Result }
  /** Threw, died, or ran out of time. */
  | { readonly kind: 'failed'; readonly error: string };

export interface Host {
  readonly time: VirtualTime;
  readonly chance: Chance;
  readonly faults: Faults;
  /** The clocks of any two processes differ by so much at the most. */
  readonly skewMs: number;
  /** A function has failed: by an error of that name, by its death, or by its timeout. */
  failed(error: Error): void;
}

/** A new one each time: one for all would keep whatever waits for it. */
const never = (): Promise<never> => new Promise(() => {});
const LEAST_LATENCY_MS = 2;
const MOST_LATENCY_MS = 40;
const MOST_DELAY_MS = 6_000;

export function invoke<Result>(
  host: Host,
  timeoutSeconds: number,
  run: (process: Process) => Promise<Result>,
): Promise<Ended<Result>> {
  const { time, chance, faults, skewMs } = host;
  const began = time.now();
  const skew = chance.between(-skewMs / 2, skewMs / 2);
  let alive = true;
  const { promise, resolve } = Promise.withResolvers<Ended<Result>>();
  const end = (ended: Ended<Result>): void => {
    alive = false;
    resolve(ended);
  };
  const fail = (error: Error): void => {
    host.failed(error);
    end({ kind: 'failed', error: error.name });
  };
  const die = (name: string): Promise<never> => {
    fail(Object.assign(new Error(name), { name }));
    return never();
  };
  const sleep = async (ms: number): Promise<void> => {
    await time.after(ms);
    if (!alive) await never();
  };
  const latency = (delayed: 'delayed before' | 'delayed after') =>
    time.after(chance.between(LEAST_LATENCY_MS, faults.take(delayed) ? MOST_DELAY_MS : MOST_LATENCY_MS));

  const process: Process = {
    ambient: {
      now: (): EpochMs => epochMs(time.now() + skew),
      random: chance.next,
      uuid: () => v7({ msecs: time.now() + skew, random: chance.bytes(16) }),
      bytes: chance.bytes,
      sleep,
    },
    sleep,
    remainingMs: () => began + timeoutSeconds * 1_000 - time.now(),
    operate: async (work) => {
      const { diesAfter } = faults.begin();
      if (faults.take('dies before')) return die('Lambda.Unknown');
      if (faults.take('hangs')) return never();
      await latency('delayed before');
      // What was on its way when its process died may arrive, or not.
      if (!alive && chance.next() < 0.5) return never();
      const result = await work();
      if (alive && diesAfter) {
        faults.died();
        return die('Lambda.Unknown');
      }
      await latency('delayed after');
      return alive ? result : never();
    },
  };

  void time.after(timeoutSeconds * 1_000).then(() => alive && die('Sandbox.Timedout'));
  void run(process).then(
    (result) => end({ kind: 'answered', result }),
    (error: unknown) => {
      if (alive) fail(error instanceof Error ? error : new Error(String(error)));
    },
  );
  return promise;
}
