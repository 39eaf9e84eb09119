// A payment provider in virtual time: what it promises is the settings' contract, what it does to each request is the plan's.

import { ATTEMPT_TIMEOUT, classifyFailure } from '#core/outcome/classify-failure.ts';
import { classifyReply } from '#core/outcome/classify-reply.ts';
import type { SendOutcome } from '#core/outcome/outcome.ts';
import type { ProviderReply } from '#core/outcome/provider-reply.ts';
import type { ChargeSend } from '#core/ports/payment-provider.ts';
import type { Settings } from '#core/settings/settings.ts';
import { type LookupBehaviour, NETWORK_MS, type ProviderLists, providerLists } from './provider-lists.ts';
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

export interface SendBehaviour {
  readonly kind: (typeof SEND_KINDS)[number];
  /** Of `slow`, `late`, `arrives late`, `pending`: until the money moves. */
  readonly seconds: number;
  readonly status: number;
  readonly retryAfter: string | null;
}
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

export interface Decline {
  readonly reference: string;
  readonly at: number;
  readonly expected: ChargeSend['expected'];
}

interface Stored {
  readonly since: number;
  /** undefined: still at work on it. */
  reply: ProviderReply | undefined;
}

type Wire = ProviderReply | 'silence' | 'reset';

export interface SimulatedProvider extends ProviderLists {
  send(charge: ChargeSend): Promise<SendOutcome>;
  readonly charges: readonly Charge[];
  readonly sends: readonly WireSend[];
  readonly outcomes: ReadonlyMap<string, number>;
  /** What it did to charge requests, where it made a difference: a key that it knows is replayed, whatever the plan says. */
  readonly replies: readonly string[];
}

export interface ProviderPlan {
  /** By what the plan's seconds are multiplied. */
  readonly lateness: number;
  readonly sends: readonly SendBehaviour[];
  readonly lookups: readonly LookupBehaviour[];
}

const NORMAL: SendBehaviour = { kind: 'normal', seconds: 0, status: 200, retryAfter: null };

export function simulatedProvider(time: VirtualTime, settings: Settings, plan: ProviderPlan): SimulatedProvider {
  const { provider: contract, attemptTimeoutSeconds } = settings;
  const charges: Charge[] = [];
  const sends: WireSend[] = [];
  const declines: Decline[] = [];
  const processing = new Map<string, ChargeSend['expected']>();
  const keys = new Map<string, Stored>();
  const outcomes = new Map<string, number>();
  const replies: string[] = [];
  const answers = plan.sends.values();
  const lists = providerLists(time, contract, plan.lookups, { charges, declines, processing });

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

  return {
    charges,
    sends,
    outcomes,
    replies,
    ...lists,
    send: async (charge) => {
      const outcome = await send(charge);
      const name = 'reason' in outcome && outcome.kind === 'unknown' ? `unknown: ${outcome.reason}` : outcome.kind;
      outcomes.set(name, (outcomes.get(name) ?? 0) + 1);
      return outcome;
    },
  };
}
