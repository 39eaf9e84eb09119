// Problem types (RFC 9457) and the statuses of design section 6.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { answer, refuse, replayed } from '#core/api/answer.ts';
import { keyReused } from '#core/api/key-reused.ts';
import { KEY_POLICY, PROBLEMS, type ProblemSlug, problem } from '#core/api/problem.ts';
import { DEFAULT_SETTINGS } from '#core/settings/settings.ts';

test.each<[ProblemSlug, number]>([
  ['declined', 402],
  ['other-payment-open', 409],
  ['provider-unavailable', 503],
  ['provider-rejected', 502],
  ['order-exists', 409],
  ['key-missing', 400],
  ['key-invalid', 400],
  ['body-invalid', 400],
  ['key-reused', 422],
  ['order-not-found', 404],
  ['body-too-large', 413],
  ['media-type-unsupported', 415],
])('%s is %d', (slug, status) => {
  expect(problem(slug)).toMatchObject({ type: `urn:paid-once:${slug}`, title: PROBLEMS[slug].title, status });
});

describe('the published key policy', () => {
  const aboutTheKey = ['key-missing', 'key-invalid', 'key-reused'];

  test.each(Object.keys(PROBLEMS) as ProblemSlug[])('%s names it if it is about the key', (slug) =>
    expect(problem(slug).policy).toBe(aboutTheKey.includes(slug) ? KEY_POLICY : undefined),
  );

  it('is there, at that heading, and names the expiry that is in force', async () => {
    const [path = '', anchor = ''] = KEY_POLICY.split('#');
    const text = await readFile(join(import.meta.dirname, '../../..', path), 'utf8');
    const sections = text.split(/^## /m).map((section) => section.split('\n'));
    const policy = sections.find(([heading = '']) => heading.toLowerCase().replaceAll(' ', '-') === anchor);
    expect(policy?.join('\n')).toContain(`\`idempotencyTtlHours\`, ${DEFAULT_SETTINGS.idempotencyTtlHours} by default`);
  });
});

describe('a problem document', () => {
  it('says what was wrong in its detail, and names things in extensions', () => {
    const document = problem('declined', 'The card was not charged.', { orderId: '1001' });
    expect(document).toMatchObject({ status: 402, detail: 'The card was not charged.', orderId: '1001' });
  });

  it('its status is the answer’s (RFC 9457, 3.1.2)', () => {
    const refused = refuse('order-not-found', 'Create it.', { orderId: '1001' }, { 'Retry-After': '2' });
    expect(refused.status).toBe(404);
    expect(refused.body).toMatchObject({ status: 404, orderId: '1001' });
    expect(refused.headers).toEqual({ 'Retry-After': '2' });
  });
});

describe('a replay', () => {
  const first = answer(200, { orderId: '1001' }, { Location: '/orders/1001' });

  it('is the same answer, marked', () => {
    const headers = { Location: '/orders/1001', 'Idempotent-Replayed': 'true' };
    expect(replayed(first)).toEqual({ status: 200, body: { orderId: '1001' }, headers });
  });

  it('leaves the first one alone', () => {
    replayed(first);
    expect(first.headers).toEqual({ Location: '/orders/1001' });
    expect(answer(204, {}).headers).toEqual({});
  });
});

test.each([422, 409] as const)('a reused key is %d by setting', (keyMismatchStatus) => {
  const reused = keyReused({ keyMismatchStatus });
  expect(reused.status).toBe(keyMismatchStatus);
  expect(reused.body).toMatchObject({ type: 'urn:paid-once:key-reused', status: keyMismatchStatus });
});
