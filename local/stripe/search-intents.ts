/** Decides what one search of PaymentIntents shows: those of one merchant reference, newest first, as old as the lag. */
import { type Entry, statusAt } from '../provider/ledger.ts';
import { answered, json, type Reply } from '../provider/reply.ts';
import type { ReceivedRequest } from '../provider/request.ts';
import type { State } from '../provider/state.ts';
import { intentView, stripeError } from './answer.ts';

/** The one query of the search language that this fake understands. */
const QUERY = /^metadata\['merchant_reference'\]:'((?:[^'\\]|\\.)+)'$/;
const DEFAULT_LIMIT = 10;
const MAX_LIMIT = 100;

export function searchIntents(state: State, request: ReceivedRequest): Reply {
  const { status } = state.lookup;
  if (status !== undefined) return answered(stripeError(status));

  const query = request.url.searchParams;
  const quoted = QUERY.exec(query.get('query') ?? '')?.[1];
  if (quoted === undefined) return bad('query');
  const limit = Number(query.get('limit') ?? DEFAULT_LIMIT);
  if (!Number.isInteger(limit) || limit < 1 || limit > MAX_LIMIT) return bad('limit');

  const newestFirst = state.ledger.of(quoted.replace(/\\(.)/g, '$1')).toReversed();
  const page = query.get('page');
  const cursor = page === null ? -1 : newestFirst.findIndex((entry) => cursorOf(entry) === page);
  if (page !== null && cursor === -1) return bad('page');

  const rest = newestFirst.slice(cursor + 1).flatMap((entry) => view(state, entry));
  const shown = rest.slice(0, limit);
  const more = rest.length > limit;
  return answered(
    json(200, {
      object: 'search_result',
      url: '/v1/payment_intents/search',
      has_more: more,
      next_page: more ? (shown.at(-1)?.cursor ?? null) : null,
      data: shown.map(({ intent }) => intent),
    }),
  );
}

/** The cursor of a search is opaque: no id, unlike a list's. */
const cursorOf = (entry: Entry): string => Buffer.from(`after ${entry.id}`).toString('base64');

function view(state: State, entry: Entry) {
  const { lagSeconds = 0, pending = false } = state.lookup;
  const status = statusAt(entry, Date.now() - lagSeconds * 1000);
  const shown = status !== undefined && (status !== 'pending' || pending);
  return shown ? [{ intent: intentView(entry, status), cursor: cursorOf(entry) }] : [];
}

const bad = (param: string): Reply => answered(stripeError(400, { param, message: `${param} is not valid` }));
