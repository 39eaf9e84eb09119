/** What arrived under /v1, in order, without the card token. */
import { sha256 } from './digest.ts';
import type { ReceivedRequest } from './request.ts';

export interface LoggedRequest {
  at: string;
  method: string;
  path: string;
  idempotencyKey: string | null; // as sent, with its quotes
  bodySha256: string | null; // null: no body
  merchantReference: string | null;
  body: Record<string, unknown> | null; // null: none, or not a JSON object
  answered: number | 'none'; // 'none': not answered yet, never, or to a client that was gone
  replayed: boolean;
}

export class RequestLog {
  readonly #logged: LoggedRequest[] = [];

  add(request: ReceivedRequest): LoggedRequest {
    const body = jsonObject(request.body);
    const reference = body?.merchant_reference ?? request.url.searchParams.get('merchant_reference');
    const logged: LoggedRequest = {
      at: new Date().toISOString(),
      method: request.method,
      path: request.path,
      idempotencyKey: request.idempotencyKey,
      bodySha256: request.body.length === 0 ? null : sha256(request.body),
      merchantReference: typeof reference === 'string' ? reference : null,
      body: body !== undefined && 'source' in body ? { ...body, source: '***' } : (body ?? null),
      answered: 'none',
      replayed: false,
    };
    this.#logged.push(logged);
    return logged;
  }

  all(): readonly LoggedRequest[] {
    return this.#logged;
  }
}

function jsonObject(bytes: Buffer): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8'));
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}
