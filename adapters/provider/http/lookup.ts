// Which charges the provider lists under a reference: all pages or no verdict at all.

import type { ListedCharge, LookupOutcome } from '#core/outcome/outcome.ts';
import { type Page, readPage } from './page.ts';
import type { WireResult } from './wire.ts';

/** One GET with this query, in `timeoutMs` at the most. */
export type GetPage = (query: string, timeoutMs: number) => Promise<WireResult>;

const PAGE_SIZE = 100;
/** An attempt has a handful of charges: a thousand under one reference is a provider that ignores our query. */
const MAX_PAGES = 10;

export async function lookupCharges(reference: string, get: GetPage, timeoutMs: number): Promise<LookupOutcome> {
  const deadline = performance.now() + timeoutMs;
  const charges = new Map<string, ListedCharge>();
  let after: string | null = null;
  for (let pages = 0; pages < MAX_PAGES; pages += 1) {
    const left = deadline - performance.now();
    if (left <= 0) return inconclusive('LOOKUP_TIMEOUT');
    const read = weigh(await get(queryFor(reference, after), left));
    if (read.kind === 'unreadable') return inconclusive(read.reason);

    for (const charge of read.charges) {
      // The pages went round or shifted under us: something else may have been passed over as well.
      if (charges.has(charge.id)) return inconclusive('PAGE_REPEATED');
      charges.set(charge.id, charge);
    }
    if (!read.hasMore) return { kind: 'answered', charges: [...charges.values()] };

    const last = read.charges.at(-1);
    if (last === undefined) return inconclusive('NO_PROGRESS');
    after = last.id;
  }
  return inconclusive('TOO_MANY_PAGES');
}

function weigh(result: WireResult): Page {
  if (result.kind === 'failed') return { kind: 'unreadable', reason: result.code };
  // A 404 is no "not found" either: that is an empty list, and only a 200 says it.
  if (result.status !== 200) return { kind: 'unreadable', reason: `HTTP_${result.status}` };
  if (result.body.kind !== 'json') return { kind: 'unreadable', reason: 'UNREADABLE' };
  return readPage(result.body.value);
}

function queryFor(reference: string, after: string | null): string {
  const query = new URLSearchParams({ merchant_reference: reference, limit: String(PAGE_SIZE) });
  if (after !== null) query.set('starting_after', after);
  return query.toString();
}

const inconclusive = (reason: string): LookupOutcome => ({ kind: 'inconclusive', reason });
