// `tenantId` = the first 10 characters of a base32 SHA-256 of the caller's stable principal (design section 3).

import fc from 'fast-check';
import { expect, it, test } from 'vitest';
import { tenantId, tenantIdOf } from '#core/ids/tenant-id.ts';

// printf '<principal>' | sha256sum | xxd -r -p | base32 (coreutils) | cut -c1-10
test.each([
  ['abc', 'XJ4BNP4PAH'],
  ['local', 'EW7Y4GRDSP'],
  ['123456789012:AROAEXAMPLEID', 'EXCQM35VYR'],
  ['ürünçü', '5T7L3TUBOY'],
])('%s is %s', (principal, id) => {
  expect(tenantIdOf(principal)).toBe(id);
  expect(tenantId(id)).toBe(id);
});

test.each(['', 'XJ4BNP4PA', 'XJ4BNP4PAHH', 'xj4bnp4pah', 'XJ4BNP4PA1', 'XJ4BNP4PA#', 'XJ4BNP4PAH\n'])(
  '%j is no tenant id',
  (text) => expect(() => tenantId(text)).toThrow(RangeError),
);

it('every principal has one, and it reads back', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (principal) => {
      const id = tenantIdOf(principal);
      expect(id).toMatch(/^[A-Z2-7]{10}$/);
      expect(tenantId(id)).toBe(id);
    }),
  );
});
