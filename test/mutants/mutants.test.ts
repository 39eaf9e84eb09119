// Each mutant can be applied: its text stands in its file exactly once, and the tests that must catch it are there.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { OF_DECISIONS } from './of-decisions.ts';
import { OF_EDGES } from './of-edges.ts';
import { OF_WRITES } from './of-writes.ts';

const ROOT = join(import.meta.dirname, '..', '..');

test.each([...OF_WRITES, ...OF_DECISIONS, ...OF_EDGES])('$name', ({ file, find, replace, tests = [] }) => {
  expect(readFileSync(join(ROOT, file), 'utf8').split(find)).toHaveLength(2);
  expect(replace).not.toBe(find);
  expect(tests.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
});
