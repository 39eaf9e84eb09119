// The Bookstore provider over HTTP: how a charge and a lookup look on its wire.

import { serializeString } from 'structured-headers';
import { classifyFailure } from '#core/outcome/classify-failure.ts';
import { classifyReply } from '#core/outcome/classify-reply.ts';
import type { SendOutcome } from '#core/outcome/outcome.ts';
import type { ChargeSend, PaymentProvider } from '#core/ports/payment-provider.ts';
import type { Settings } from '#core/settings/settings.ts';
import { readBearer, type SecretSource } from './bearer.ts';
import { type GetPage, lookupCharges } from './lookup.ts';
import { sendOverWire } from './wire.ts';

export interface HttpProviderOptions {
  readonly settings: Pick<Settings, 'attemptTimeoutSeconds' | 'provider'>;
  readonly secret: SecretSource;
  /** Lookup, connect and TLS of one connection. */
  readonly connectTimeoutMs?: number;
  /** All pages of one lookup, the secret's read included: less than the reconcile function's 10 s. */
  readonly lookupTimeoutMs?: number;
}

const CHARGE_MAX_BYTES = 64 * 1024;
/** A page holds up to a hundred charges. */
const PAGE_MAX_BYTES = 1024 * 1024;

export function createHttpProvider(options: HttpProviderOptions): PaymentProvider {
  const { settings, secret, connectTimeoutMs = 1_000, lookupTimeoutMs = 7_000 } = options;
  const contract = settings.provider;
  const charges = new URL(`${contract.baseUrl}/v1/charges`);
  const attemptMs = settings.attemptTimeoutSeconds * 1_000;
  const plain = { accept: 'application/json', 'accept-encoding': 'identity', 'user-agent': 'paid-once' };

  async function send({ providerKey, body, expected }: ChargeSend): Promise<SendOutcome> {
    const bearer = await readBearer(secret);
    // No byte has left and no name was asked for, so it is `notSent`, in the first phase that a send goes through.
    // Not `credentials`: that is the provider's word about a secret that it saw. Not a throw: that would leave a doubt.
    if (bearer.kind === 'missing') return { kind: 'notSent', phase: 'lookup', code: bearer.code };

    const result = await sendOverWire({
      method: 'POST',
      url: charges,
      headers: {
        ...plain,
        authorization: bearer.authorization,
        'content-type': 'application/json',
        'content-length': String(Buffer.byteLength(body)),
        ...(contract.supportsIdempotencyKeys ? { 'idempotency-key': serializeString(providerKey) } : {}),
      },
      body,
      timeoutMs: attemptMs,
      connectTimeoutMs,
      maxBytes: CHARGE_MAX_BYTES,
    });
    if (result.kind === 'failed') return classifyFailure(result);
    const reply = {
      status: result.status,
      retryAfter: result.headers['retry-after'] ?? null,
      replayed: result.headers['idempotent-replayed'] === 'true',
      body: result.body,
    };
    return classifyReply(reply, expected, contract);
  }

  const getPage: GetPage = async (query, timeoutMs) => {
    const bearer = await readBearer(secret);
    if (bearer.kind === 'missing') return { kind: 'failed', phase: 'lookup', code: bearer.code, status: null };
    const result = await sendOverWire({
      method: 'GET',
      url: new URL(`?${query}`, charges),
      headers: { ...plain, authorization: bearer.authorization },
      body: null,
      timeoutMs: Math.min(timeoutMs, attemptMs),
      connectTimeoutMs,
      maxBytes: PAGE_MAX_BYTES,
    });
    // A lookup has no outcome for a rotated secret, so nobody else would drop it.
    if (result.kind === 'reply' && result.status === 401) secret.drop();
    return result;
  };

  return {
    send,
    lookup: (reference) => lookupCharges(reference, getPage, lookupTimeoutMs),
    dropCredentials: () => secret.drop(),
  };
}
