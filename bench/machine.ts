// Which machine and which versions a report is of.

import { readFileSync } from 'node:fs';
import { arch, cpus, totalmem, type } from 'node:os';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');

const PACKAGES = [
  '@aws-sdk/client-dynamodb',
  '@aws-lambda-powertools/idempotency',
  '@dynoxide/linux-x64',
  'aws-local-stepfunctions',
  'esbuild',
];

function versionOf(name: string): string {
  try {
    const text = readFileSync(join(ROOT, 'node_modules', name, 'package.json'), 'utf8');
    return `${name} ${(JSON.parse(text) as { version: string }).version}`;
  } catch {
    return `${name}: not installed`;
  }
}

export function machine(): string {
  const all = cpus();
  const gigabytes = Math.round(totalmem() / 2 ** 30);
  return [
    `${all.length} × ${all[0]?.model.trim() ?? 'unknown processor'}, ${gigabytes} GB, ${type()} ${arch()}`,
    `Node.js ${process.version}, ${PACKAGES.map(versionOf).join(', ')}`,
  ].join('; ');
}
