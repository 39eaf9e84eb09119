// The whole stack with tokens and an allowed web page: who sees what, and what the page may read.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FAST } from '../../harness/settings.ts';
import { startWorld, type World } from '../../harness/world.ts';

const SHOP = 'https://shop.example';
const auth = {
  kind: 'jwt',
  issuer: 'https://login.example/',
  audience: ['payments', 'app'],
  tenantClaim: 'custom:shop',
};

let world: World;
beforeAll(async () => {
  world = await startWorld({ settings: { ...FAST, auth, corsOrigins: [SHOP] } });
});
afterAll(() => world.close());

const ORDER = { orderId: '1001', amount: '548.90', currency: 'TRY' };

describe('bearers of tokens', () => {
  it('see their own orders only, and share no key', async () => {
    expect((await world.as('shop-a').createOrder(ORDER, 'k')).status).toBe(201);
    expect((await world.as('shop-a').getOrder('1001')).status).toBe(200);
    expect((await world.as('shop-b').getOrder('1001')).status).toBe(404);
    const other = await world.as('shop-b').createOrder({ ...ORDER, amount: '1.00' }, 'k');
    expect([other.status, other.headers.get('idempotent-replayed')]).toEqual([201, null]);
    const again = await world.as('shop-a').createOrder(ORDER, 'k');
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([201, 'true']);
  });

  it('whose claim is a list are nobody', async () => {
    const { status, body } = await world.as('[shop-a shop-b]').getOrder('1001');
    expect([status, body.type]).toEqual([401, 'urn:paid-once:unauthenticated']);
  });

  it('are not named by what they write', async () => {
    // {"custom:shop":"shop-b"}, unsigned: only an authorizer reads tokens.
    const headers = { Authorization: 'Bearer e30.eyJjdXN0b206c2hvcCI6InNob3AtYiJ9.' };
    const { body } = await world.as('shop-a').send('GET', '/orders/1001', { headers });
    expect(body.amount).toBe('548.90');
  });
});

describe('a page of the shop', () => {
  const page = { Origin: SHOP };

  it('asks first, and no function runs', async () => {
    const before = world.log.length;
    const asks = {
      ...page,
      'Access-Control-Request-Method': 'POST',
      'Access-Control-Request-Headers': 'idempotency-key',
    };
    const { status, headers, text } = await world.api.send('OPTIONS', '/orders/1001/checkout', { headers: asks });
    expect([status, text]).toEqual([204, '']);
    expect(headers.get('access-control-allow-origin')).toBe(SHOP);
    expect(headers.get('access-control-allow-headers')?.split(',')).toEqual(
      expect.arrayContaining(['authorization', 'content-type', 'idempotency-key', 'prefer']),
    );
    expect(headers.get('access-control-allow-credentials')).toBeNull();
    expect(world.log.length).toBe(before);
  });

  it.each<[string, string, number, string]>([
    ['an order', '/orders/1001', 200, 'application/json'],
    ['a problem', '/orders/nobody-made-it', 404, 'application/problem+json'],
    ['the gateway’s own answer', '/nowhere', 404, 'application/json'],
  ])('reads %s', async (_what, path, status, type) => {
    const { status: answered, headers } = await world.as('shop-a').send('GET', path, { headers: page });
    expect([answered, headers.get('content-type')]).toEqual([status, type]);
    expect(headers.get('access-control-allow-origin')).toBe(SHOP);
    expect(headers.get('access-control-expose-headers')?.split(',')).toContain('retry-after');
    expect(headers.get('vary')).toBe('Origin');
  });

  it('of somebody else reads nothing, though the answer is made', async () => {
    const { status, headers } = await world
      .as('shop-a')
      .send('GET', '/orders/1001', { headers: { Origin: 'https://evil.example' } });
    expect([status, headers.get('access-control-allow-origin'), headers.get('vary')]).toEqual([200, null, 'Origin']);
  });
});
