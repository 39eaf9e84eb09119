// One HTTP request, on a connection of its own: what was answered, or in which phase of the connection it failed.

import type { IncomingHttpHeaders } from 'node:http';
import type { ConnectionFailure } from '#core/outcome/classify-failure.ts';
import type { ReplyBody } from '#core/outcome/provider-reply.ts';
import { exchange } from './exchange.ts';
import { openConnection } from './open-connection.ts';

export interface WireRequest {
  readonly method: 'GET' | 'POST';
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  /** The whole attempt, from the lookup to the reply's last byte. */
  readonly timeoutMs: number;
  /** Lookup, connect and TLS together; the smaller of the two bounds wins. */
  readonly connectTimeoutMs: number;
  /** A larger reply is unreadable. */
  readonly maxBytes: number;
}

export type WireResult =
  | {
      readonly kind: 'reply';
      readonly status: number;
      readonly headers: IncomingHttpHeaders;
      readonly body: ReplyBody;
    }
  | ({ readonly kind: 'failed' } & ConnectionFailure);

/** Never retries, never follows a redirect, never rejects. The request is written only once the connection stands. */
export async function sendOverWire(request: WireRequest): Promise<WireResult> {
  const startedAt = performance.now();
  const opened = await openConnection(request.url, Math.min(request.connectTimeoutMs, request.timeoutMs));
  if (opened.kind === 'failed') return { ...opened, status: null };
  return exchange(opened.socket, request, request.timeoutMs - (performance.now() - startedAt));
}
