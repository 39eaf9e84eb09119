// The charge that the reply tables expect, and replies to it.

import type { ProviderReply, ReplyBody } from '#core/outcome/provider-reply.ts';

export const EXPECTED = {
  reference: 'abcdefghij-1001-0123456789abcdef0123456789abcdef',
  amountMinor: 54_890,
  currency: 'TRY',
} as const;

export const CHARGE = {
  id: 'ch_000001',
  status: 'succeeded',
  amount: 54_890,
  currency: 'TRY',
  merchant_reference: EXPECTED.reference,
  created_at: '2026-01-01T00:00:00.000Z',
} as const;

export const CONTRACT = { refusalStatuses: [503] } as const;

export const json = (value: unknown): ReplyBody => ({ kind: 'json', value });
export const UNREADABLE: ReplyBody = { kind: 'unreadable' };
export const EMPTY: ReplyBody = { kind: 'empty' };

export const reply = (status: number, body: ReplyBody = EMPTY, more: Partial<ProviderReply> = {}): ProviderReply => ({
  status,
  body,
  retryAfter: null,
  replayed: false,
  ...more,
});
