// Tells a story as it happens: one line an event, with the seconds since it began.

import { setTimeout as sleep } from 'node:timers/promises';
import { call } from './api.ts';
import type { ProviderView, SeenRequest } from './provider-view.ts';
import type { Understood } from './understood.ts';

export type Say = (line: string) => void;

/** Each line with the seconds since now. */
export function sayWithTime(print: Say): Say {
  const begin = Date.now();
  return (line) => print(`${((Date.now() - begin) / 1000).toFixed(1).padStart(7)} s  ${line}`);
}

const POLL_MS = 60;

/** Follows what the provider receives and what the workflows do, from now on. @returns how to end it */
export async function narrate(
  api: string,
  provider: ProviderView,
  understood: Understood,
  say: Say,
): Promise<() => Promise<void>> {
  const looks = [
    await statesSince(api, say),
    await sendsSince(provider, say),
    async () => {
      for (const { send, outcome, next } of understood.take()) say(`    = send ${send}: ${outcome} (${next})`);
    },
  ];
  const lookAll = async () => {
    for (const look of looks) await look();
  };
  let over = false;
  const watching = (async () => {
    for (; !over; await sleep(POLL_MS)) await lookAll();
    await lookAll();
  })();
  // Whoever ends the telling learns of it; until then it may be the stack that is being stopped.
  watching.catch(() => {});
  return async () => {
    over = true;
    await watching;
  };
}

/** What the provider received and answered. What we made of it is told by the functions' own log lines. */
async function sendsSince(provider: ProviderView, say: Say): Promise<() => Promise<void>> {
  const skipped = (await provider.requests()).length;
  let told = skipped;
  const answered = new Set<number>();
  const keys = new Set<string | null>();
  const line = ({ method, idempotencyKey }: SeenRequest): string => {
    if (method === 'GET') return '    → lookup by our reference';
    const key = keys.has(idempotencyKey) ? 'the same key' : 'a new key';
    keys.add(idempotencyKey);
    return `    → send, ${key} ${idempotencyKey ?? '(none)'}`;
  };
  return async () => {
    for (const [i, request] of (await provider.requests()).entries()) {
      if (i >= told) say(line(request));
      told = Math.max(told, i + 1);
      if (i < skipped || request.answered === 'none' || answered.has(i)) continue;
      answered.add(i);
      say(`    ← ${request.answered}${request.replayed ? ', replayed' : ''}`);
    }
  };
}

interface SeenState {
  readonly name: string;
  readonly type: string;
  readonly input?: { readonly outcome?: { readonly waitSeconds?: number } };
}

async function statesSince(api: string, say: Say): Promise<() => Promise<void>> {
  const list = async () =>
    (await call(`${api}/_local/executions`)).body as unknown as { name: string; stateMachine: string }[];
  const statesOf = async (name: string) =>
    ((await call(`${api}/_local/executions/${name}`)).body.states ?? []) as SeenState[];
  const over = new Set((await list()).map(({ name }) => name));
  const told = new Map<string, number>();
  return async () => {
    for (const { name, stateMachine } of (await list()).reverse()) {
      if (over.has(name)) continue;
      const states = await statesOf(name);
      for (const state of states.slice(told.get(name) ?? 0)) say(`${stateMachine}: ${state.name}${wait(state)}`);
      told.set(name, states.length);
    }
  };
}

/** Only a wait whose length was decided by a reply shows it. */
const wait = ({ type, input }: SeenState): string => {
  const seconds = input?.outcome?.waitSeconds;
  return type === 'Wait' && seconds !== undefined ? `, ${seconds} s` : '';
};
