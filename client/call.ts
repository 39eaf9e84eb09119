// One HTTP call: an answer that arrived whole, or none. An answer that breaks off is as lost as one that never came.

import type { Platform } from './platform.ts';

export interface HttpAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** `{}` when the body is no JSON object. */
  readonly body: Readonly<Record<string, unknown>>;
}

export interface CallOptions {
  readonly platform: Platform;
  /** How long one call may take, its body included. */
  readonly tryTimeoutMs: number;
  /** Asked before each call, so that a token that has expired since is replaced. */
  readonly headers: () => HeadersOf | Promise<HeadersOf>;
}

type HeadersOf = Readonly<Record<string, string>>;

/** null: no answer, or not the whole of it. `stop` ends the call early. Never rejects, never outlasts its time. */
export async function call(
  url: string,
  init: RequestInit,
  stop: AbortSignal,
  options: CallOptions,
): Promise<HttpAnswer | null> {
  const { platform, tryTimeoutMs } = options;
  const controller = new AbortController();
  const { signal } = controller;
  const abort = () => controller.abort();
  const ended = new Promise<null>((resolve) => signal.addEventListener('abort', () => resolve(null)));
  stop.addEventListener('abort', abort);
  const timer = platform.setTimeout(abort, tryTimeoutMs);
  if (stop.aborted) abort();
  try {
    // A token or a transport of the caller's may not know of our signal.
    return await Promise.race([ended, exchange(url, { ...init, signal }, options)]);
  } finally {
    platform.clearTimeout(timer);
    stop.removeEventListener('abort', abort);
  }
}

async function exchange(url: string, init: RequestInit, { platform, headers }: CallOptions) {
  try {
    const given = await headers();
    if (init.signal?.aborted) return null;
    const response = await platform.fetch(url, {
      ...init,
      headers: { ...given, ...(init.headers as HeadersOf | undefined) },
      // A redirect could carry the payment, or its caller's credentials, to somewhere else.
      redirect: 'error',
      cache: 'no-store',
    });
    return { status: response.status, headers: response.headers, body: parsed(await response.text()) };
  } catch {
    return null;
  }
}

function parsed(text: string): HttpAnswer['body'] {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as HttpAnswer['body']) : {};
  } catch {
    return {};
  }
}
