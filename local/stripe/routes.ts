/** Which path and method leads where. Paths under `/_` steer and inspect the fake in the words of the other one. */
import { readControl } from '../provider/control.ts';
import { answered, failure, json, type Reply } from '../provider/reply.ts';
import type { ReceivedRequest } from '../provider/request.ts';
import { State } from '../provider/state.ts';
import { intentView, stripeError } from './answer.ts';
import { postIntent } from './post-intent.ts';
import { searchIntents } from './search-intents.ts';

/** The one thing that outlives a state. */
export interface Stripe {
  state: State;
}

type Handler = (stripe: Stripe, request: ReceivedRequest) => Reply | Promise<Reply>;

const ROUTES: ReadonlyMap<string, Handler> = new Map<string, Handler>([
  ['POST /v1/payment_intents', ({ state }, request) => postIntent(state, request)],
  ['GET /v1/payment_intents/search', ({ state }, request) => searchIntents(state, request)],
  ['PUT /_control', putControl],
  ['GET /_requests', ({ state }) => answered(json(200, state.requests.all()))],
  ['GET /_charges', ({ state }) => answered(json(200, chargedView(state)))],
  ['DELETE /_state', forget],
]);

export function route(
  stripe: Stripe,
  request: ReceivedRequest,
  authorization: string | undefined,
): Reply | Promise<Reply> {
  const { pathname } = request.url;
  // Before everything else, as Stripe does: no key is remembered for who is not let in.
  if (pathname.startsWith('/v1/') && !/^Bearer \S+$/.test(authorization ?? '')) return answered(stripeError(401));
  const handler = ROUTES.get(`${request.method} ${pathname}`);
  if (handler === undefined) return answered(stripeError(404, { message: `nothing at ${request.method} ${pathname}` }));
  return handler(stripe, request);
}

function putControl({ state }: Stripe, request: ReceivedRequest): Reply {
  const control = readControl(request.body);
  if (control.kind === 'invalid') return answered(failure(400, 'invalid_control', control.message));
  state.obey(control.value);
  return answered(json(200, control.value));
}

function forget(stripe: Stripe): Reply {
  stripe.state.end();
  stripe.state = new State();
  return answered({ status: 204, body: '' });
}

/** Only intents whose money moved; the key with which each was made. */
const chargedView = (state: State) =>
  state.ledger.charged().map((entry) => ({
    ...intentView(entry, 'succeeded'),
    merchant_reference: entry.merchantReference,
    idempotencyKey: entry.idempotencyKey,
  }));
