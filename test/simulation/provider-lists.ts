// How the simulated provider lists what it knows of a reference: page by page, read by the adapter's own reader.

import { readPage } from '#adapters/provider/http/page.ts';
import { allPages } from '#adapters/provider/wire/all-pages.ts';
import type { WireResult } from '#adapters/provider/wire/wire.ts';
import type { LookupOutcome } from '#core/outcome/outcome.ts';
import type { ChargeSend } from '#core/ports/payment-provider.ts';
import type { Settings } from '#core/settings/settings.ts';
import type { Charge, Decline } from './provider.ts';
import type { VirtualTime } from './virtual-time.ts';

/** What happens to one lookup. */
export const LOOKUP_KINDS = [
  'normal',
  'page by page',
  'fails',
  'breaks off',
  'too many pages',
  'shows pending',
] as const;
export type LookupBehaviour = (typeof LOOKUP_KINDS)[number];

export interface ProviderLists {
  lookup(reference: string): Promise<LookupOutcome>;
  /** What it did to lookups, where it made a difference. */
  readonly looks: readonly string[];
  /** Lookups that found no charge, and when they were asked for. */
  readonly misses: readonly { readonly reference: string; readonly at: number }[];
}

/** Grows while the lists are asked for. */
export interface Known {
  readonly charges: readonly Charge[];
  readonly declines: readonly Decline[];
  /** By reference. */
  readonly processing: ReadonlyMap<string, ChargeSend['expected']>;
}

/** One way. */
export const NETWORK_MS = 30;
const MOST_A_PAGE = 100;
const NEEDS_MORE_PAGES: ReadonlySet<LookupBehaviour> = new Set(['page by page', 'breaks off']);
/** Of real time: none of it is spent waiting. */
const LOOKUP_MS = 7_000;

export function providerLists(
  time: VirtualTime,
  contract: Settings['provider'],
  plan: readonly LookupBehaviour[],
  known: Known,
): ProviderLists {
  const looked: string[] = [];
  const misses: { reference: string; at: number }[] = [];
  const looks = plan.values();
  const seen = (at: number): boolean => at + contract.lookupLagSeconds * 1_000 <= time.now();

  /** What it would list now, oldest first. */
  function listed(reference: string, does: LookupBehaviour): Listed[] {
    const past = [
      ...known.charges.map((c) => ({ at: c.at, entry: entryOf(c.id, 'succeeded', c) })),
      ...known.declines.map((d, i) => ({ at: d.at, entry: entryOf(`ch_declined_${i}`, 'declined', d.expected) })),
    ].filter(({ at, entry }) => entry.merchant_reference === reference && seen(at));
    const open = known.processing.get(reference);
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
    if (!(NEEDS_MORE_PAGES.has(does) && pages < 2) && !(does === 'shows pending' && !known.processing.has(reference)))
      looked.push(does);
    if (found.kind === 'answered' && found.charges.every(({ status }) => status === 'declined'))
      misses.push({ reference, at });
    return found;
  }

  return { lookup, looks: looked, misses };
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
