// When the app is synthesised, and when a kept assembly will do.

import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { StartError } from '#local/start-error.ts';
import { synthesise } from '#local/template/synthesise.ts';

/** Stands for the CDK app: notes each run, then does as its settings say. */
const APP = `
import { appendFileSync, writeFileSync } from 'node:fs';
const context = JSON.parse(process.env.CDK_CONTEXT_JSON ?? '');
appendFileSync('runs', JSON.stringify(context) + '\\n');
if (context.settings.refuse) {
  console.error('maxSends (0) must be at least 1.');
  console.error('There is no setting maxSend.');
  process.exit(1);
}
if (context.settings.hang) setInterval(() => {}, 1_000);
writeFileSync(process.env.CDK_OUTDIR + '/manifest.json', '{}');
`;

let root: string;
const kept: string[] = [];
const log = () => {};

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'paid-once-test-'));
  mkdirSync(join(root, 'lib'));
  writeFileSync(join(root, 'lib/app.ts'), APP);
  writeFileSync(join(root, 'cdk.json'), '{"context":{"flag":["aws"]}}');
});
afterEach(() => {
  for (const folder of [root, ...kept.splice(0)]) rmSync(folder, { recursive: true });
});

const runs = () => (existsSync(join(root, 'runs')) ? readFileSync(join(root, 'runs'), 'utf8').trim().split('\n') : []);
async function assemblyFor(settings: Record<string, number>): Promise<string> {
  const folder = await synthesise({ root, settings, log });
  if (!kept.includes(folder)) kept.push(folder);
  return folder;
}

describe('synthesis', () => {
  it('is paid for once per settings, and has the context of cdk.json', async () => {
    const folder = await assemblyFor({ maxSends: 2 });
    expect(readFileSync(join(folder, 'manifest.json'), 'utf8')).toBe('{}');
    expect(await assemblyFor({ maxSends: 2 })).toBe(folder);
    expect(runs()).toEqual(['{"flag":["aws"],"settings":{"maxSends":2}}']);
  });

  it('happens anew for other settings and for other sources', async () => {
    const first = await assemblyFor({});
    expect(await assemblyFor({ maxSends: 3 })).not.toBe(first);
    writeFileSync(join(root, 'lib/more.ts'), 'export {};');
    expect(await assemblyFor({})).not.toBe(first);
    expect(runs()).toHaveLength(3);
  });

  it('gives two that start at the same time the same assembly', async () => {
    const [first, second] = await Promise.all([assemblyFor({}), assemblyFor({})]);
    expect(second).toBe(first);
    expect(existsSync(join(first, 'manifest.json'))).toBe(true);
  });

  it('says what the app said when it refuses', async () => {
    const refused = synthesise({ root, settings: { refuse: true }, log });
    await expect(refused).rejects.toBeInstanceOf(StartError);
    await expect(refused).rejects.toThrow(/maxSends \(0\) must be at least 1\. There is no setting maxSend\./);
  });

  it('ends with the start that is given up', async () => {
    const stopping = new AbortController();
    const started = synthesise({ root, settings: { hang: true }, log, signal: stopping.signal });
    await expect.poll(runs).toHaveLength(1);
    stopping.abort();
    await expect(started).rejects.toThrow();
    await expect(synthesise({ root, settings: { hang: true }, log, signal: stopping.signal })).rejects.toThrow();
    expect(runs()).toHaveLength(1);
  });
});
