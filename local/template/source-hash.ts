// Which synthesised assembly may be used again: the one made from the same sources and the same context.

import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';

const SOURCES = ['lib', 'functions', 'core', 'adapters'];
const FILES = ['package.json', 'package-lock.json', 'tsconfig.json', 'cdk.json'];

export async function sourceHash(root: string, context: unknown): Promise<string> {
  const found = await Promise.all(SOURCES.map((folder) => filesBelow(join(root, folder))));
  const paths = [...found.flat(), ...FILES.map((file) => join(root, file))].sort();
  const contents = await Promise.all(paths.map((path) => readFile(path).catch(() => Buffer.alloc(0))));
  const hash = createHash('sha256').update(JSON.stringify([root, process.version, context]));
  paths.forEach((path, i) => {
    const content = contents[i] ?? Buffer.alloc(0);
    hash.update(`\0${relative(root, path)}\0${content.length}\0`).update(content);
  });
  return hash.digest('hex').slice(0, 32);
}

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}
