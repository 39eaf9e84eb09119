// A payment provider in virtual time: what it promises is the settings' contract, what it does to each request is the plan's.

import { readPage } from '#adapters/provider/http/page.ts';
import { allPages } from '#adapters/provider/wire/all-pages.ts';
import type { WireResult } from '#adapters/provider/wire/wire.ts';
import { ATTEMPT_TIMEOUT, classifyFailure } from '#core/outcome/classify-failure.ts';
import { classifyReply } from '#core/outcome/classify-reply.ts';
import type { LookupOutcome, SendOutcome } from '#core/outcome/outcome.ts';
import type { ProviderReply } from '#core/outcome/provider-reply.ts';
import type { ChargeSend } from '#core/ports/payment-provider.ts';
import type { Settings } from '#core/settings/settings.ts';
import type { VirtualTime } from './virtual-time.ts';

/** Each names what happens to one charge request; `error`, `refused` and `charged error` answer `status`. */
export const SEND_KINDS = [
  'normal',
  'slow',
  'late',
  'arrives late',
  'lost request',
  'lost reply',
  'reset before',
  'reset after',
  'not sent',
  'error',
  'charged error',
  'garbage',
  'contradicting',
  'pending',
  'decline',
  'lost decline',
] as const;
/** What happens to one lookup. */
export const LOOKUP_KINDS = [
  'normal',
  'page by page',
  'fails',
  'breaks off',
  'too many pages',
  'shows pending',
] as const;

export interface SendBehaviour {
  readonly kind: (typeof SEND_KINDS)[number];
  /** Of `slow`, `late`, `arrives late`, `pending`: until the money moves. */
  readonly seconds: number;
  readonly status: number;
  readonly retryAfter: string | null;
}
export type LookupBehaviour = (typeof LOOKUP_KINDS)[number];

export interface Charge {
  readonly id: string;
  readonly reference: string;
  readonly key: string;
  readonly at: number;
  readonly amountMinor: number;
  readonly currency: string;
}

export interface WireSend {
  readonly at: number;
  readonly reference: string;
  readonly key: string;
  readonly body: string;
}

interface Stored {
  readonly since: number;
  /** undefined: still at work on it. */
  reply: ProviderReply | undefined;
}

type Wire = ProviderReply | 'silence' | 'reset';

export interface SimulatedProvider {
  send(charge: ChargeSend): Promise<SendOutcome>;
  lookup(reference: string): Promise<LookupOutcome>;
  readonly charges: readonly Charge[];
  readonly sends: readonly WireSend[];
  readonly outcomes: ReadonlyMap<string, number>;
  /** What it did to charge requests, and to lookups, where it made a difference: a key that it knows is replayed, whatever the plan says. */
  readonly replies: readonly string[];
  readonly looks: readonly string[];
  /** Lookups that found no charge, and when they were asked for. */
  readonly misses: readonly { readonly reference: string; readonly at: number }[];
}

export interface ProviderPlan {
  /** By what the plan's seconds are multiplied. */
  readonly lateness: number;
  readonly sends: readonly SendBehaviour[];
  readonly lookups: readonly LookupBehaviour[];
}

const NORMAL: SendBehaviour = { kind: 'normal', seconds: 0, status: 200, retryAfter: null };
const NETWORK_MS = 30;
const MOST_A_PAGE = 100;
const NEEDS_MORE_PAGES: ReadonlySet<LookupBehaviour> = new Set(['page by page', 'breaks off']);
/** Of real time: none of it is spent waiting. */
const LOOKUP_MS = 7_000;

export function simulatedProvider(time: VirtualTime, settings: Settings, plan: ProviderPlan): SimulatedProvider {
  const { provider: contract, attemptTimeoutSeconds } = settings;
  const charges: Charge[] = [];
  const sends: WireSend[] = [];
  const declines: { reference: string; at: number; expected: ChargeSend['expected'] }[] = [];
  const processing = new Map<string, ChargeSend['expected']>();
  const keys = new Map<string, Stored>();
  const outcomes = new Map<string, number>();
  const replies: string[] = [];
  const looked: string[] = [];
  const misses: { reference: string; at: number }[] = [];
  const answers = plan.sends.values();
  const looks = plan.lookups.values();

  const reply = (status: number, value: unknown = {}, retryAfter: string | null = null): ProviderReply => ({
    status,
    retryAfter,
    replayed: false,
    body: { kind: 'json', value },
  });

  function result({ expected, providerKey }: ChargeSend): ProviderReply {
    const id = `ch_${String(charges.length + 1).padStart(6, '0')}`;
    const { reference, amountMinor, currency } = expected;
    charges.push({ id, reference, key: providerKey, at: time.now(), amountMinor, currency });
    return reply(201, { id, status: 'succeeded', amount: amountMinor, currency, merchant_reference: reference });
  }

  function declined({ expected }: ChargeSend): ProviderReply {
    declines.push({ reference: expected.reference, at: time.now(), expected });
    return reply(402, { error: { code: 'insufficient_funds' } });
  }

  /** The request is at the door: replayed, still at work, or processed now or in a while. */
  async function receive(charge: ChargeSend, does: SendBehaviour): Promise<ProviderReply> {
    const known = contract.supportsIdempotencyKeys ? keys.get(charge.providerKey) : undefined;
    const isKept = known && time.now() - known.since < contract.keyRetentionSeconds * 1_000;
    if (known && isKept) return known.reply ? { ...known.reply, replayed: true } : reply(409, {}, does.retryAfter);
    replies.push(does.kind);
    const stored: Stored = { since: time.now(), reply: undefined };
    keys.set(charge.providerKey, stored);
    processing.set(charge.expected.reference, charge.expected);
    await time.after(
      does.kind === 'slow' || does.kind === 'late' || does.kind === 'pending'
        ? does.seconds * plan.lateness * 1_000
        : NETWORK_MS,
    );
    processing.delete(charge.expected.reference);
    const declines = does.kind === 'decline' || does.kind === 'lost decline';
    const made = declines ? declined(charge) : result(charge);
    const isError = does.kind === 'charged error';
    if (isError && !contract.keepsChargesAnsweredWithErrors) keys.delete(charge.providerKey);
    else if (declines && !contract.replaysFirstResult) keys.delete(charge.providerKey);
    else stored.reply = isError && contract.replaysFirstResult ? reply(does.status) : made;
    return made;
  }

  async function onWire(charge: ChargeSend, does: SendBehaviour): Promise<Wire> {
    await time.after(NETWORK_MS);
    switch (does.kind) {
      case 'lost request':
        replies.push(does.kind);
        return 'silence';
      case 'reset before':
        replies.push(does.kind);
        return 'reset';
      case 'error':
        replies.push(does.kind);
        return reply(does.status, {}, does.retryAfter);
      case 'late':
        void receive(charge, does);
        return 'silence';
      case 'arrives late':
        void time.after(does.seconds * plan.lateness * 1_000).then(() => receive(charge, does));
        return 'silence';
      case 'pending':
        void receive(charge, does);
        return reply(202);
      case 'lost reply':
      case 'lost decline':
        void receive(charge, does);
        return 'silence';
    }
    const answer = await receive(charge, does);
    if (answer.status === 409 || answer.replayed) return answer;
    switch (does.kind) {
      case 'reset after':
        return 'reset';
      case 'charged error':
        return reply(does.status);
      case 'garbage':
        return { ...answer, body: { kind: 'unreadable' } };
      case 'contradicting':
        return reply(201, { ...(answer.body as { value: object }).value, amount: 1 });
      default:
        return answer;
    }
  }

  async function send(charge: ChargeSend): Promise<SendOutcome> {
    const does = answers.next().value ?? NORMAL;
    if (does.kind === 'not sent') {
      replies.push(does.kind);
      return classifyFailure({ phase: 'connect', code: 'ECONNREFUSED', status: null });
    }
    sends.push({ at: time.now(), reference: charge.expected.reference, key: charge.providerKey, body: charge.body });
    const late = time.after(attemptTimeoutSeconds * 1_000).then((): 'late' => 'late');
    const wire = onWire(charge, does).then<'late' | 'reset' | ProviderReply>((got) => (got === 'silence' ? late : got));
    const came = await Promise.race<'late' | 'reset' | ProviderReply>([wire, late]);
    if (came === 'late') return classifyFailure({ phase: 'established', code: ATTEMPT_TIMEOUT, status: null });
    if (came === 'reset') return classifyFailure({ phase: 'established', code: 'ECONNRESET', status: null });
    return classifyReply(came, charge.expected, contract);
  }

  const seen = (at: number): boolean => at + contract.lookupLagSeconds * 1_000 <= time.now();

  /** What it would list now, oldest first. */
  function listed(reference: string, does: LookupBehaviour): Listed[] {
    const past = [
      ...charges.map((c) => ({ at: c.at, entry: entryOf(c.id, 'succeeded', c) })),
      ...declines.map((d, i) => ({ at: d.at, entry: entryOf(`ch_declined_${i}`, 'declined', d.expected) })),
    ].filter(({ at, entry }) => entry.merchant_reference === reference && seen(at));
    const open = processing.get(reference);
    const pending = does === 'shows pending' && open ? [entryOf('ch_pending', 'pending', open)] : [];
    return [...past.sort((a, b) => a.at - b.at).map(({ entry }) => entry), ...pending];
  }

  function page(reference: string, does: LookupBehaviour, after: string | null, number: number): WireResult {
    if (does === 'fails' || (does === 'breaks off' && number > 1)) return answered(500, {});
    if (does === 'too many pages') {
      const one = entryOf(`ch_other_${number}`, 'declined', { reference, amountMinor: 1, currency: 'TRY' });
      return answered(200, { data: [one], has_more: true });
    }
    const size = does === 'page by page' || does === 'breaks off' ? 1 : MOST_A_PAGE;
    const all = listed(reference, does);
    const from = all.findIndex(({ id }) => id === after) + 1;
    return answered(200, { data: all.slice(from, from + size), has_more: from + size < all.length });
  }

  async function lookup(reference: string): Promise<LookupOutcome> {
    const does = looks.next().value ?? 'normal';
    const at = time.now();
    let pages = 0;
    const get = async (after: string | null): Promise<WireResult> => {
      await time.after(NETWORK_MS);
      pages += 1;
      return page(reference, does, after, pages);
    };
    const found = await allPages({ get, read: readPage }, LOOKUP_MS);
    if (!(NEEDS_MORE_PAGES.has(does) && pages < 2) && !(does === 'shows pending' && !processing.has(reference)))
      looked.push(does);
    if (found.kind === 'answered' && found.charges.every(({ status }) => status === 'declined'))
      misses.push({ reference, at });
    return found;
  }

  return {
    charges,
    sends,
    outcomes,
    replies,
    looks: looked,
    misses,
    lookup,
    send: async (charge) => {
      const outcome = await send(charge);
      const name = 'reason' in outcome && outcome.kind === 'unknown' ? `unknown: ${outcome.reason}` : outcome.kind;
      outcomes.set(name, (outcomes.get(name) ?? 0) + 1);
      return outcome;
    },
  };
}

const answered = (status: number, value: unknown): WireResult => ({
  kind: 'reply',
  status,
  headers: {},
  body: { kind: 'json', value },
});

interface Listed {
  readonly id: string;
  readonly merchant_reference: string;
}

const entryOf = (id: string, status: 'succeeded' | 'declined' | 'pending', of: ChargeSend['expected']): Listed =>
  ({
    id,
    status,
    amount: of.amountMinor,
    currency: of.currency,
    merchant_reference: of.reference,
    ...(status === 'declined' ? { decline_code: 'insufficient_funds' } : {}),
  }) as Listed;
