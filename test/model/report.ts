// How a result is told: a line for each world and each guard, and the shortest way to what is broken.

import type { Explored } from './explore.ts';
import type { Missed } from './miss.ts';
import { PLANS } from './worlds.ts';

const counted = (n: number): string => n.toLocaleString('en');

export function worldLines({ world, findings, complete, ...rest }: Explored): string[] {
  const verdict = findings.length === 0 ? 'clean' : 'BROKEN';
  const numbers = [
    `${counted(rest.states)} states`,
    `${counted(rest.steps)} steps`,
    `depth ${rest.depth}`,
    complete ? 'complete' : 'CUT',
    `${rest.seconds.toFixed(1)} s`,
    `${counted(rest.asked)} questions to core`,
  ];
  return [
    `${world.padEnd(14)} ${verdict.padEnd(6)} ${numbers.join(', ')}; ${PLANS[world]?.about ?? ''}`,
    ...findings.flatMap(({ what, way }) => ['', `  ${what}`, ...way.map((words, i) => `  ${i + 1}. ${words}`), '']),
  ];
}

export function guardLine({ guard, breaks, explained, cut }: Missed): string {
  const without = breaks
    ? `breaks ${breaks.world} in ${breaks.steps} steps: ${breaks.what}`
    : `breaks nothing${explained === null ? ', AND NOBODY SAYS WHY' : `: ${explained}`}`;
  return `${guard}\n    ${without}${cut.length > 0 ? ` (cut: ${cut.join(', ')})` : ''}`;
}

/** As it must not be: an invariant is broken, a guard is not missed, or one that was thought idle is missed. */
export const isWrong = (missed: Missed): boolean => (missed.breaks === null) === (missed.explained === null);
