/** Decides what one `GET /v1/charges` shows: a merchant reference's charges, newest first, as old as the lag. */
import { chargeView, type Entry, statusAt } from './ledger.ts';
import { answered, failure, json, type Reply } from './reply.ts';
import type { ReceivedRequest } from './request.ts';
import type { State } from './state.ts';

const DEFAULT_LIMIT = 10;
const MAX_LIMIT = 100;

/** `starting_after` is the last id of the page before; the next page goes on with the charge begun just before it. */
export function listCharges(state: State, request: ReceivedRequest): Reply {
  const { status } = state.lookup;
  if (status !== undefined) return answered(failure(status, 'lookup_failed', 'lookups are set to fail'));

  const query = request.url.searchParams;
  const reference = query.get('merchant_reference');
  if (!reference) return badQuery('merchant_reference', 'must be given');
  const limit = readLimit(query.get('limit'));
  if (limit === undefined) return badQuery('limit', `must be a whole number from 1 to ${MAX_LIMIT}`);

  const newestFirst = state.ledger.of(reference).toReversed();
  const after = query.get('starting_after');
  const cursor = after === null ? -1 : newestFirst.findIndex((entry) => entry.id === after);
  if (after !== null && cursor === -1)
    return badQuery('starting_after', 'must be the id of a charge with this merchant_reference');

  const visible = newestFirst.slice(cursor + 1).flatMap((entry) => view(state, entry));
  return answered(json(200, { data: visible.slice(0, limit), has_more: visible.length > limit }));
}

function view(state: State, entry: Entry) {
  const { lagSeconds = 0, pending = false } = state.lookup;
  const status = statusAt(entry, Date.now() - lagSeconds * 1000);
  const shown = status !== undefined && (status !== 'pending' || pending);
  return shown ? [chargeView(entry, status)] : [];
}

function readLimit(text: string | null): number | undefined {
  if (text === null) return DEFAULT_LIMIT;
  const limit = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  return limit >= 1 && limit <= MAX_LIMIT ? limit : undefined;
}

const badQuery = (field: string, words: string): Reply =>
  answered(failure(400, 'invalid_request', `${field}: ${words}`, { field }));
