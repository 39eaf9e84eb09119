// A provider's requests with our secret on them: what came back, or that nothing left for want of a usable secret.

import { readBearer, type SecretSource } from './bearer.ts';
import { sendOverWire, type WireResult } from './wire.ts';

export interface WireLimits {
  /** Of any one request. */
  readonly attemptMs: number;
  /** Lookup, connect and TLS of one connection. */
  readonly connectTimeoutMs: number;
}

type Headers = Readonly<Record<string, string>>;

export interface AuthorizedWire {
  /** `headers` tell the body's type. */
  post(url: URL, headers: Headers, body: string): Promise<WireResult>;
  /** In `timeoutMs` at the most, and never longer than an attempt. */
  get(url: URL, timeoutMs: number): Promise<WireResult>;
}

const CHARGE_MAX_BYTES = 64 * 1024;
/** A page holds up to a hundred charges. */
const PAGE_MAX_BYTES = 1024 * 1024;
const PLAIN = { accept: 'application/json', 'accept-encoding': 'identity', 'user-agent': 'paid-once' };

/** `always`: headers of every request. */
export function authorizedWire(secret: SecretSource, limits: WireLimits, always: Headers = {}): AuthorizedWire {
  const { attemptMs, connectTimeoutMs } = limits;

  async function post(url: URL, headers: Headers, body: string): Promise<WireResult> {
    const bearer = await readBearer(secret);
    if (bearer.kind === 'missing') return neverLeft(bearer.code);
    return sendOverWire({
      method: 'POST',
      url,
      headers: {
        ...PLAIN,
        ...always,
        authorization: bearer.authorization,
        'content-length': String(Buffer.byteLength(body)),
        ...headers,
      },
      body,
      timeoutMs: attemptMs,
      connectTimeoutMs,
      maxBytes: CHARGE_MAX_BYTES,
    });
  }

  async function get(url: URL, timeoutMs: number): Promise<WireResult> {
    const bearer = await readBearer(secret);
    if (bearer.kind === 'missing') return neverLeft(bearer.code);
    const result = await sendOverWire({
      method: 'GET',
      url,
      headers: { ...PLAIN, ...always, authorization: bearer.authorization },
      body: null,
      timeoutMs: Math.min(timeoutMs, attemptMs),
      connectTimeoutMs,
      maxBytes: PAGE_MAX_BYTES,
    });
    // A lookup has no outcome for a rotated secret, so nobody else would drop it.
    if (result.kind === 'reply' && result.status === 401) secret.drop();
    return result;
  }

  return { post, get };
}

// No byte has left and no name was asked for, so it is `notSent`, in the first phase that a send goes through.
// Not `credentials`: that is the provider's word about a secret that it saw. Not a throw: that would leave a doubt.
const neverLeft = (code: string): WireResult => ({ kind: 'failed', phase: 'lookup', code, status: null });
