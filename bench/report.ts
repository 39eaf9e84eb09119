// How findings become results.md.

import type { Findings } from './benchmark.ts';
import { machine } from './machine.ts';

export const section = ({ title, blocks, plots }: Findings): string =>
  [`## ${title}`, ...blocks, ...plots.map(({ file, about }) => `![${about}](${file})`)].join('\n\n');

export const report = (found: readonly Findings[]): string =>
  [
    '# Results',
    'Written by `npm run bench`, all of one run. Counts are what the engine, the workflows and the provider reported. Time appears as a ratio to a peer in the same run only: the machine is shared, and yours is another.',
    `Measured on ${new Date().toISOString().slice(0, 10)}: ${machine()}.`,
    ...found.map(section),
    '',
  ]
    .join('\n\n')
    .replace(/\n\n$/, '\n');
