// A member of a closed union without an arm is a bug at run time, too.

import { expect, it } from 'vitest';
import { assertNever } from '#core/assert-never.ts';

it('throws, naming the member', () => {
  expect(() => assertNever({ kind: 'new' } as never)).toThrow('unexpected member of a closed union: {"kind":"new"}');
});
