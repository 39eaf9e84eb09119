// The README quotes the bench's results, and nothing that they do not say.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { quotesIn, quoting } from '../../bench/quoting.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const read = (name: string) => readFileSync(join(ROOT, name), 'utf8');

test('what the README quotes stands in the results', () => {
  const quotes = quotesIn(read('README.md'));
  expect(Object.keys(quotes).sort()).toEqual(['designs', 'prices']);
  const blocks = read('bench/results.md').split('\n\n');
  for (const block of Object.values(quotes)) expect(blocks).toContain(block);
});

describe('a text with places for blocks', () => {
  const text = 'before\n<!-- bench: a -->\nold\n<!-- /bench -->\nafter\n<!-- bench: b -->\n\n<!-- /bench -->\n';

  test('shows them, whatever stood there', () => {
    const shown = quoting(text, { a: '| 1 |\n| $& |', b: 'x' });
    expect(shown).toBe(
      'before\n<!-- bench: a -->\n| 1 |\n| $& |\n<!-- /bench -->\nafter\n<!-- bench: b -->\nx\n<!-- /bench -->\n',
    );
    expect(quotesIn(shown)).toEqual({ a: '| 1 |\n| $& |', b: 'x' });
    expect(quoting(shown, quotesIn(shown))).toBe(shown);
  });

  test('is not written with one missing, or one too many', () => {
    expect(() => quoting(text, { a: '1' })).toThrow('"b"');
    expect(() => quoting(text, { a: '1', b: '2', c: '3' })).toThrow('c');
  });
});
