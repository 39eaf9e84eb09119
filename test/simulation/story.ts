// A history as a person reads it: its plan in a few lines, what everybody came to know, and what is broken.

import type { Plan } from './plan.ts';
import { type History, START } from './world.ts';

const seconds = (at: number): string => `${((at - START) / 1_000).toFixed(1).padStart(8)} s`;

export function story(history: History): string[] {
  const happened = [
    ...history.told.map(({ at, call, answer }) => ({
      at,
      text: `tenant ${call.tenant}, key ${call.key}, card ${call.card}: ${answer ? `${answer.status} ${answer.body.type ?? answer.body.status}` : 'no answer'}`,
    })),
    ...history.sends.map(({ at, reference, key }) => ({
      at,
      text: `send ${shortened(reference)}, key …${key.slice(-6)}`,
    })),
    ...history.charges.map(({ at, id, reference }) => ({ at, text: `CHARGED ${id}, ${shortened(reference)}` })),
    ...attemptsOf(history).flatMap(({ attemptId, timeline }) =>
      timeline.map(({ at, what, detail }) => ({
        at,
        text: `  attempt …${attemptId.slice(-6)}: ${what}${detail ? `, ${detail}` : ''}`,
      })),
    ),
  ];
  const skew = history.settings.clockSkewSeconds / 2;
  return [
    `  (lines of an attempt carry the clocks of its functions, which are up to ${skew} s off)`,
    ...happened.sort((a, b) => a.at - b.at).map(({ at, text }) => `${seconds(at)}  ${text}`),
  ];
}

interface Told {
  readonly attemptId: string;
  readonly timeline: readonly { readonly at: number; readonly what: string; readonly detail?: string }[];
}

const attemptsOf = ({ tables }: History): readonly Told[] =>
  (tables.all() as unknown as (Told & { sk?: string })[]).filter(({ sk }) => sk?.startsWith('ATTEMPT#'));

const shortened = (reference: string): string => `${reference.slice(0, 4)}… attempt …${reference.slice(-6)}`;

export const planLines = ({ contract, calls, sends, lookups, faults }: Plan): string[] => [
  `the provider ${contract}`,
  ...calls.map((call) => `call ${JSON.stringify(call)}`),
  ...sends.map((send, i) => `send ${i + 1} meets ${JSON.stringify(send)}`),
  ...lookups.map((lookup, i) => `lookup ${i + 1} meets ${lookup}`),
  ...faults.map(({ from, kind }) => `from operation ${from}: ${kind}`),
];
