// A history as a person reads it: its plan in a few lines, what everybody came to know, and what is broken.

import { START } from './cast.ts';
import type { Plan } from './plan.ts';
import { attemptsIn } from './records-in.ts';
import type { History } from './world.ts';

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
    ...attemptsIn(history.tables).flatMap(({ attemptId, timeline }) =>
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

const shortened = (reference: string): string => `${reference.slice(0, 4)}… attempt …${reference.slice(-6)}`;

export const planLines = ({ contract, calls, sends, lookups, faults }: Plan): string[] => [
  `the provider ${contract}`,
  ...calls.map((call) => `call ${JSON.stringify(call)}`),
  ...sends.map((send, i) => `send ${i + 1} meets ${JSON.stringify(send)}`),
  ...lookups.map((lookup, i) => `lookup ${i + 1} meets ${lookup}`),
  ...faults.map(({ from, kind }) => `from operation ${from}: ${kind}`),
];
