// How far a search has come: histories and their pace, faults so far, and how much of what can be met has been met.

import type { Coverage, Group } from './coverage.ts';

export interface Progress {
  readonly lived: number;
  /** null: no batch has ended yet. */
  readonly coverage: Coverage | null;
}

interface Bar {
  /** null: until the time is over. */
  readonly runs: number | null;
  /** Milliseconds since 1970. */
  readonly begin: number;
  readonly out: Pick<NodeJS.WriteStream, 'isTTY' | 'write'>;
}

const WIDTH = 20;
/** Where a line cannot be written over, there is one so often. */
const EVERY_MS = 10_000;

export function progressBar({ runs, begin, out }: Bar): (progress: Progress) => void {
  let last = begin;
  return (progress) => {
    const now = Date.now();
    const line = progressLine(progress, runs, (now - begin) / 1_000);
    if (out.isTTY) out.write(`\r\u001b[K${line}`);
    else if (now - last >= EVERY_MS) {
      last = now;
      out.write(`${line}\n`);
    }
  };
}

export function progressLine({ lived, coverage }: Progress, runs: number | null, seconds: number): string {
  const pace = `${Math.round(lived / Math.max(seconds, 1))}/s`;
  const done = runs === null ? '' : `${'█'.repeat(Math.round((WIDTH * lived) / runs)).padEnd(WIDTH, '░')} `;
  const of = runs === null ? '' : ` of ${runs}`;
  return [`${done}${lived}${of} histories, ${pace}`, ...(coverage ? covered(coverage) : [])].join(' · ');
}

const SHOWN: Partial<Record<Group, string>> = { fault: 'fault kinds', state: 'states', outcome: 'outcomes' };

function covered(coverage: Coverage): string[] {
  const faults = Object.values(coverage.fault).reduce((sum, times) => sum + times, 0);
  const parts = Object.entries(SHOWN).map(([group, name]) => {
    const all = Object.values(coverage[group as Group]);
    return `${all.filter((times) => times > 0).length}/${all.length} ${name}`;
  });
  return [`${faults} faults`, ...parts];
}
