// Which charges a provider lists, page by page: all pages or no verdict at all.

import type { ListedCharge, LookupOutcome } from '#core/outcome/outcome.ts';
import type { WireResult } from './wire.ts';

export type Page =
  | {
      readonly kind: 'readable';
      readonly charges: readonly ListedCharge[];
      /** Where the next page begins; null: this was the last. */
      readonly next: string | null;
    }
  | { readonly kind: 'unreadable'; readonly reason: string };

export interface Pages {
  /** One GET, in `timeoutMs` at the most; `after` is the page before's `next`, null for the first. */
  readonly get: (after: string | null, timeoutMs: number) => Promise<WireResult>;
  /** The JSON of a 200. */
  readonly read: (value: unknown) => Page;
}

/** An attempt has a handful of charges: ten pages of a hundred are a provider that ignores our query. */
const MAX_PAGES = 10;

export async function allPages({ get, read }: Pages, timeoutMs: number): Promise<LookupOutcome> {
  const deadline = performance.now() + timeoutMs;
  const charges = new Map<string, ListedCharge>();
  let after: string | null = null;
  for (let pages = 0; pages < MAX_PAGES; pages += 1) {
    const left = deadline - performance.now();
    if (left <= 0) return inconclusive('LOOKUP_TIMEOUT');
    const page: Page = weigh(await get(after, left), read);
    if (page.kind === 'unreadable') return inconclusive(page.reason);

    for (const charge of page.charges) {
      // The pages went round or shifted under us: something else may have been passed over as well.
      if (charges.has(charge.id)) return inconclusive('PAGE_REPEATED');
      charges.set(charge.id, charge);
    }
    if (page.next === null) return { kind: 'answered', charges: [...charges.values()] };

    if (page.charges.length === 0) return inconclusive('NO_PROGRESS');
    after = page.next;
  }
  return inconclusive('TOO_MANY_PAGES');
}

function weigh(result: WireResult, read: Pages['read']): Page {
  if (result.kind === 'failed') return { kind: 'unreadable', reason: result.code };
  // A 404 is no "not found" either: that is an empty list, and only a 200 says it.
  if (result.status !== 200) return { kind: 'unreadable', reason: `HTTP_${result.status}` };
  if (result.body.kind !== 'json') return { kind: 'unreadable', reason: 'UNREADABLE' };
  return read(result.body.value);
}

const inconclusive = (reason: string): LookupOutcome => ({ kind: 'inconclusive', reason });
