/** Which path and method leads where. Paths under `/_` steer and inspect the fake; no mode touches them. */
import { readControl } from './control.ts';
import { chargeView } from './ledger.ts';
import { listCharges } from './list-charges.ts';
import { postCharge } from './post-charge.ts';
import { answered, failure, json, type Reply } from './reply.ts';
import type { ReceivedRequest } from './request.ts';
import { State } from './state.ts';

/** The one thing that outlives a state. */
export interface Provider {
  state: State;
}

type Handler = (provider: Provider, request: ReceivedRequest) => Reply | Promise<Reply>;

const ROUTES: Record<string, Record<string, Handler>> = {
  '/v1/charges': {
    POST: ({ state }, request) => postCharge(state, request),
    GET: ({ state }, request) => listCharges(state, request),
  },
  '/_control': { PUT: putControl },
  '/_requests': { GET: ({ state }) => answered(json(200, state.requests.all())) },
  '/_charges': { GET: ({ state }) => answered(json(200, chargedView(state))) },
  '/_state': { DELETE: forget },
};

export function route(provider: Provider, request: ReceivedRequest): Reply | Promise<Reply> {
  const path = request.url.pathname;
  const methods = Object.hasOwn(ROUTES, path) ? ROUTES[path] : undefined;
  if (methods === undefined) return answered(failure(404, 'not_found', `nothing at ${path}`));
  const handler = Object.hasOwn(methods, request.method) ? methods[request.method] : undefined;
  if (handler === undefined) return notAllowed(request.method, Object.keys(methods));
  return handler(provider, request);
}

function putControl({ state }: Provider, request: ReceivedRequest): Reply {
  const control = readControl(request.body);
  if (control.kind === 'invalid')
    return answered(failure(400, 'invalid_control', control.message, { field: control.field }));
  state.obey(control.value);
  return answered(json(200, control.value));
}

function forget(provider: Provider): Reply {
  provider.state.end();
  provider.state = new State();
  return answered({ status: 204, body: '' });
}

const chargedView = (state: State) =>
  state.ledger.charged().map((entry) => ({
    ...chargeView(entry, 'succeeded'),
    idempotencyKey: entry.idempotencyKey, // the key's value, without the quotes it may have been sent in
  }));

function notAllowed(method: string, allowed: string[]): Reply {
  const answer = failure(405, 'method_not_allowed', `${method} is not allowed here`);
  return answered({ ...answer, headers: { Allow: allowed.join(', ') } });
}
