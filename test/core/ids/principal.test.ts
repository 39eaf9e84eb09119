// That two callers are one tenant only if they are one caller.

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { iamPrincipal, jwtPrincipal } from '#core/ids/principal.ts';
import { tenantIdOf } from '#core/ids/tenant-id.ts';

const anyText = fc.oneof(
  fc.string(),
  fc.string({ unit: fc.constantFrom('a', '"', ',', ':', '[', ']', '\\', '\ud800') }),
);
const anyCaller = fc.tuple(anyText, anyText, anyText);

it('another issuer, claim or value is another principal', () => {
  fc.assert(
    fc.property(anyCaller, anyCaller, (one, other) => {
      const same = one.every((part, i) => part === other[i]);
      expect(jwtPrincipal(...one) === jwtPrincipal(...other)).toBe(same);
    }),
  );
});

it('no token speaks for an IAM principal', () => {
  fc.assert(
    fc.property(anyCaller, fc.stringMatching(/^\d{12}$/), anyText, (caller, accountId, uniqueId) => {
      expect(jwtPrincipal(...caller)).not.toBe(iamPrincipal(accountId, uniqueId));
    }),
  );
});

it('texts that are no UTF-8 stay apart, though a hash of their bytes would not see it', () => {
  const [one, other] = ['\ud800', '\ud801'].map((value) => tenantIdOf(jwtPrincipal('https://a.example', 'sub', value)));
  expect(one).not.toBe(other);
});

it('a principal is the same for ever: tenants hang on it', () => {
  expect(iamPrincipal('123456789012', 'AROAEXAMPLE')).toBe('123456789012:AROAEXAMPLE');
  expect(jwtPrincipal('https://a.example', 'sub', 'u-1')).toBe('["https://a.example","sub","u-1"]');
});
