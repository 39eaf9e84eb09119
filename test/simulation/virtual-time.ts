// Time that passes only when everybody waits for it: the next event is the earliest one that anybody waits for.

import { setImmediate as turn } from 'node:timers/promises';
import { type EpochMs, epochMs } from '#core/time/instant.ts';

export interface VirtualTime {
  now(): EpochMs;
  after(ms: number): Promise<void>;
}

export interface Clockwork extends VirtualTime {
  /** When the next event is; null: nobody waits for anything. */
  next(): number | null;
  /** Lets it happen, and everything that follows from it without waiting. */
  step(): Promise<void>;
  /** Moves on to an instant before the next event. */
  passTo(at: number): void;
}

interface Event {
  readonly at: number;
  /** Of events at the same instant the one that was waited for first comes first. */
  readonly order: number;
  readonly happen: () => void;
}

/** `settled`: what else must have come to rest before the next event, and takes real time. */
export function clockwork(start: EpochMs, settled: () => Promise<void> = async () => {}): Clockwork {
  const heap: Event[] = [];
  let now: number = start;
  let orders = 0;
  return {
    now: () => epochMs(now),
    after: (ms) =>
      new Promise((happen) => {
        push(heap, { at: now + Math.max(0, Math.round(ms)), order: orders++, happen });
      }),
    next: () => heap[0]?.at ?? null,
    step: async () => {
      const event = pop(heap);
      if (event === undefined) return;
      now = Math.max(now, event.at);
      event.happen();
      await turn();
      await settled();
    },
    passTo: (at) => {
      now = Math.max(now, at);
    },
  };
}

const before = (a: Event, b: Event): boolean => a.at < b.at || (a.at === b.at && a.order < b.order);

function push(heap: Event[], event: Event): void {
  let i = heap.push(event) - 1;
  while (i > 0) {
    const parent = (i - 1) >> 1;
    const above = heap[parent] as Event;
    if (!before(event, above)) break;
    heap[i] = above;
    i = parent;
  }
  heap[i] = event;
}

function pop(heap: Event[]): Event | undefined {
  const first = heap[0];
  const last = heap.pop();
  if (first === undefined || last === undefined || heap.length === 0) return first;
  let i = 0;
  for (;;) {
    let child = 2 * i + 1;
    if (child >= heap.length) break;
    if (child + 1 < heap.length && before(heap[child + 1] as Event, heap[child] as Event)) child++;
    if (!before(heap[child] as Event, last)) break;
    heap[i] = heap[child] as Event;
    i = child;
  }
  heap[i] = last;
  return first;
}
