// Which assembly stands for the app with these settings: a kept one, or one synthesised now by `lib/app.ts`.

import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import type { JsonObject } from '../json.ts';
import { runToEnd } from '../processes/run-to-end.ts';
import { StartError } from '../start-error.ts';
import { sourceHash } from './source-hash.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const KEPT = join(tmpdir(), `paid-once-assemblies-${userInfo().uid}`);
const KEPT_FOR_MS = 7 * 24 * 3_600_000;

export interface SynthesisOptions {
  /** Without provider.baseUrl, which differs from start to start: see provider-url.ts. */
  readonly settings: JsonObject;
  readonly log: (line: string) => void;
  readonly signal?: AbortSignal | undefined;
  /** Of the project that has lib/app.ts. */
  readonly root?: string;
}

/** @returns the folder of the cloud assembly; it is shared, so nothing may be written to it */
export async function synthesise({ settings, log, signal, root = ROOT }: SynthesisOptions): Promise<string> {
  const { context } = JSON.parse(await readFile(join(root, 'cdk.json'), 'utf8')) as { context?: JsonObject };
  const wholeContext = { ...context, settings };
  await mkdir(KEPT, { recursive: true, mode: 0o700 });
  // Code runs from here: in a world-writable place only a folder of our own can be trusted.
  if ((await stat(KEPT)).uid !== userInfo().uid) throw new StartError(`${KEPT} belongs to someone else: remove it`);
  const kept = join(KEPT, await sourceHash(root, wholeContext));
  const now = new Date();
  if (await touched(kept, now)) return kept;

  signal?.throwIfAborted();
  log('synthesising the app');
  await forgetOld(now.getTime());
  const fresh = await mkdtemp(join(KEPT, 'unfinished-'));
  try {
    await runApp(root, fresh, wholeContext, signal);
    await rename(fresh, kept);
  } catch (error) {
    await rm(fresh, { recursive: true, force: true });
    // Another start was faster with the same sources: its assembly is as good as ours.
    if (!(await touched(kept, now))) throw error;
  }
  return kept;
}

async function runApp(root: string, folder: string, context: JsonObject, signal?: AbortSignal): Promise<void> {
  const { code, stderr } = await runToEnd(process.execPath, ['lib/app.ts'], {
    cwd: root,
    env: {
      ...process.env,
      // As in an npm script: the bundler and this very Node come first.
      PATH: [join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter),
      CDK_OUTDIR: folder,
      CDK_CONTEXT_JSON: JSON.stringify(context),
    },
    signal,
  });
  if (code !== 0) {
    const said = stderr.split('\n').filter((line) => line.trim() !== '' && !/^\s+at |^\(node:|^\(Use /.test(line));
    throw new StartError(`the app cannot be synthesised (try npm run synth): ${said.slice(-5).join(' ').trim()}`);
  }
}

const touched = (folder: string, now: Date): Promise<boolean> =>
  utimes(folder, now, now).then(
    () => true,
    () => false,
  );

async function forgetOld(nowMs: number): Promise<void> {
  for (const entry of await readdir(KEPT)) {
    const folder = join(KEPT, entry);
    const age = await stat(folder).then(
      ({ mtimeMs }) => nowMs - mtimeMs,
      () => 0,
    );
    if (age > KEPT_FOR_MS) await rm(folder, { recursive: true, force: true });
  }
}
