// What every provider adapter promises its callers, whatever the provider behind it.

import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import type { LookupOutcome, SendOutcome } from '#core/outcome/outcome.ts';
import { leavesDoubt } from '#core/outcome/send-doubt.ts';
import type { ChargeSend, PaymentProvider, RenderCharge } from '#core/ports/payment-provider.ts';

/** What the provider behind the adapter is told to do with charges from now on, or with lookups. */
export type Behaviour =
  | { readonly kind: 'charge' }
  | { readonly kind: 'decline' }
  /** Charges and answers only after the adapter has given up waiting. */
  | { readonly kind: 'chargeTooSlowly' }
  /** Charges, but its answer cannot be read. */
  | { readonly kind: 'chargeUnreadably' }
  /** Neither charges nor answers: the connection ends. */
  | { readonly kind: 'hangUp' }
  /** Charges nothing and answers this status. */
  | { readonly kind: 'answer'; readonly status: number; readonly retryAfter?: string }
  /** Charges, but a lookup shows what it was long ago. */
  | { readonly kind: 'lookupLags' }
  | { readonly kind: 'lookupFails' }
  /** As `chargeTooSlowly`; a lookup shows the charge as pending until then. */
  | { readonly kind: 'lookupShowsPending' };

export interface ProviderUnderTest {
  readonly provider: PaymentProvider;
  readonly renderCharge: RenderCharge;
  behave(behaviour: Behaviour): Promise<void>;
  /** How often the provider moved money under a reference. */
  timesCharged(reference: string): Promise<number>;
  /** Behind the adapter nothing answers any more, and nothing listens. */
  close(): Promise<void>;
}

/** Where providers rightly differ: how they word the same answer, and what they charge at all. */
export interface Dialect {
  /** The status of a charge that was made. */
  readonly created: number;
  /** The status that refuses another body under a used key. */
  readonly otherBody: number;
  /** What a 503 proves. */
  readonly unavailable: 'refused' | 'doubt';
  /** An amount with three decimals that the provider charges, in minor units. */
  readonly threeDecimals: number;
  /** The most that it charges at once, in minor units. */
  readonly most: number;
}

const BOOKSTORE: Dialect = {
  created: 201,
  otherBody: 422,
  unavailable: 'refused',
  threeDecimals: 548_905,
  most: 999_999_999_999,
};

const approved = { kind: 'approved', providerPaymentId: expect.any(String), replayed: false };
const POLL = { timeout: 10_000, interval: 50 };

export function providerContract(
  name: string,
  setup: () => Promise<ProviderUnderTest>,
  differences: Partial<Dialect> = {},
): void {
  const dialect: Dialect = { ...BOOKSTORE, ...differences };
  describe(`${name} keeps the provider contract`, () => {
    let subject: ProviderUnderTest;
    let made = 0;
    beforeAll(async () => {
      subject = await setup();
    });
    beforeEach(() => subject.behave({ kind: 'charge' }));
    afterAll(() => subject.close());

    const charge = ({ amountMinor = 54_890, currency = 'TRY', cardToken = 'tok_visa' } = {}): ChargeSend => {
      made += 1;
      const orderId = `order-${made}`;
      const expected = {
        reference: `abcdefghij-${orderId}-${made.toString(16).padStart(32, '0')}`,
        amountMinor,
        currency,
      };
      const body = subject.renderCharge({ ...expected, orderId }, cardToken);
      return { providerKey: `0190a000-0000-7000-8000-${made.toString().padStart(12, '0')}`, body, expected };
    };
    const send = (wanted: ChargeSend): Promise<SendOutcome> => subject.provider.send(wanted);
    const lookup = (wanted: ChargeSend): Promise<LookupOutcome> => subject.provider.lookup(wanted.expected.reference);
    const timesCharged = (wanted: ChargeSend) => subject.timesCharged(wanted.expected.reference);
    const listed = ({ expected }: ChargeSend, more: object = {}) => ({
      id: expect.any(String),
      status: 'succeeded',
      ...expected,
      declineReason: null,
      ...more,
    });

    it('approves a charge, and finds it by its reference', async () => {
      const wanted = charge();
      const outcome = await send(wanted);
      expect(outcome).toEqual(approved);
      const id = outcome.kind === 'approved' && outcome.providerPaymentId;
      expect(await lookup(wanted)).toEqual({ kind: 'answered', charges: [listed(wanted, { id })] });
    });

    test.each([
      ['JPY', 548, '0 decimal places'],
      ['USD', 54_890, '2 decimal places'],
      ['KWD', dialect.threeDecimals, '3 decimal places'],
      ['TRY', 1, 'the least'],
      ['TRY', dialect.most, 'the most'],
    ])('charges %s in minor units: %d (%s)', async (currency, amountMinor) => {
      const wanted = charge({ currency, amountMinor });
      expect(await send(wanted)).toEqual(approved);
      expect(await lookup(wanted)).toEqual({ kind: 'answered', charges: [listed(wanted)] });
    });

    it('reports a decline with a machine code, replays it, and finds no success', async () => {
      await subject.behave({ kind: 'decline' });
      const wanted = charge();
      expect(await send(wanted)).toEqual({ kind: 'declined', reason: 'insufficient_funds', replayed: false });
      expect(await send(wanted)).toEqual({ kind: 'declined', reason: 'insufficient_funds', replayed: true });
      const found = listed(wanted, { status: 'declined', declineReason: 'insufficient_funds' });
      expect(await lookup(wanted)).toEqual({ kind: 'answered', charges: [found] });
    });

    it('reports a replay of the same key as the same payment', async () => {
      const wanted = charge();
      const first = await send(wanted);
      expect(await send(wanted)).toEqual({ ...first, replayed: true });
      expect(await timesCharged(wanted)).toBe(1);
    });

    it('reports another body under a used key as a violation, and charges nothing', async () => {
      const wanted = charge();
      await send(wanted);
      const other = { ...charge({ amountMinor: 1 }), providerKey: wanted.providerKey };
      expect(await send(other)).toEqual({ kind: 'contractViolation', status: dialect.otherBody });
      expect(await timesCharged(other)).toBe(0);
    });

    it('gives up on a slow charge, is told that it is in progress, and gets its result at last: one charge', async () => {
      await subject.behave({ kind: 'chargeTooSlowly' });
      const wanted = charge();
      expect(await send(wanted)).toEqual({ kind: 'unknown', reason: 'timeout', status: null });
      expect(await send(wanted)).toEqual({ kind: 'stillProcessing', status: 409, retryAfter: null });
      await expect.poll(() => send(wanted), POLL).toEqual({ ...approved, replayed: true });
      expect(await timesCharged(wanted)).toBe(1);
    });

    it('takes an answer that it cannot read for unknown; the same key then gives the charge that was made', async () => {
      await subject.behave({ kind: 'chargeUnreadably' });
      const wanted = charge();
      expect(await send(wanted)).toEqual({ kind: 'unknown', reason: 'unreadableReply', status: dialect.created });
      await subject.behave({ kind: 'charge' });
      expect(await send(wanted)).toEqual({ ...approved, replayed: true });
      expect(await timesCharged(wanted)).toBe(1);
    });

    it('takes a lost connection for unknown', async () => {
      await subject.behave({ kind: 'hangUp' });
      expect(await send(charge())).toEqual({ kind: 'unknown', reason: 'connectionLost', status: null });
    });

    test.each<[number, object]>([
      [
        503,
        dialect.unavailable === 'refused'
          ? { kind: 'refused', status: 503, retryAfter: '7' }
          : { kind: 'unknown', reason: 'serverError', status: 503, retryAfter: '7' },
      ],
      [429, { kind: 'refused', status: 429, retryAfter: '7' }],
      [401, { kind: 'credentials', status: 401 }],
      [403, { kind: 'rejected', status: 403, code: expect.stringMatching(/^[a-z0-9_-]{1,64}$/) }],
      [500, { kind: 'unknown', reason: 'serverError', status: 500, retryAfter: '7' }],
      [302, { kind: 'unknown', reason: 'redirected', status: 302 }],
    ])('understands a %d', async (status, outcome) => {
      await subject.behave({ kind: 'answer', status, retryAfter: '7' });
      const wanted = charge();
      expect(await send(wanted)).toEqual(outcome);
      expect(await timesCharged(wanted)).toBe(0);
    });

    describe('a lookup', () => {
      it('answers an empty list for what was never charged', async () => {
        expect(await lookup(charge())).toEqual({ kind: 'answered', charges: [] });
      });

      it('reads all pages, and only the reference’s own charges', async () => {
        const wanted = charge();
        await send(charge());
        for (let n = 0; n < 101; n += 1) await send({ ...wanted, providerKey: `${wanted.providerKey}-${n}` });
        const found = await lookup(wanted);
        const charges = found.kind === 'answered' ? found.charges : [];
        expect(charges).toEqual(Array.from({ length: 101 }, () => listed(wanted)));
        expect(new Set(charges.map(({ id }) => id)).size).toBe(101);
      });

      it('may not see a charge yet', async () => {
        await subject.behave({ kind: 'lookupLags' });
        const wanted = charge();
        expect(await send(wanted)).toEqual(approved);
        expect(await lookup(wanted)).toEqual({ kind: 'answered', charges: [] });
        await subject.behave({ kind: 'charge' });
        expect(await lookup(wanted)).toEqual({ kind: 'answered', charges: [listed(wanted)] });
      });

      it('shows a charge in progress as pending', async () => {
        await subject.behave({ kind: 'lookupShowsPending' });
        const wanted = charge();
        expect(leavesDoubt(await send(wanted))).toBe(true);
        expect(await lookup(wanted)).toEqual({ kind: 'answered', charges: [listed(wanted, { status: 'pending' })] });
        await expect.poll(() => lookup(wanted), POLL).toEqual({ kind: 'answered', charges: [listed(wanted)] });
      });

      it('that fails is inconclusive, never a verdict', async () => {
        const wanted = charge();
        await send(wanted);
        await subject.behave({ kind: 'lookupFails' });
        expect(await lookup(wanted)).toEqual({ kind: 'inconclusive', reason: expect.stringMatching(/^\w{1,64}$/) });
      });
    });

    it('sends nothing to a provider where nothing listens, and a lookup there is inconclusive', async () => {
      const gone = await setup();
      await gone.close();
      const wanted = charge();
      expect(await gone.provider.send(wanted)).toMatchObject({ kind: 'notSent', phase: 'connect' });
      expect(await gone.provider.lookup(wanted.expected.reference)).toMatchObject({ kind: 'inconclusive' });
    });
  });
}
