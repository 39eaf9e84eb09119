/** One request as it came over the wire: raw header value, raw body bytes. */
import type { IncomingMessage } from 'node:http';

export interface ReceivedRequest {
  method: string;
  path: string; // with its query
  url: URL;
  idempotencyKey: string | null;
  body: Buffer;
}

/** `undefined`: the client hung up before its request was complete, so nothing was received. */
export async function readRequest(incoming: IncomingMessage): Promise<ReceivedRequest | undefined> {
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of incoming) chunks.push(chunk);
  } catch {
    return undefined;
  }
  const path = incoming.url ?? '/';
  const key = incoming.headers['idempotency-key'];
  return {
    method: incoming.method ?? 'GET',
    path,
    url: URL.parse(path, 'http://provider') ?? new URL('http://provider/'),
    idempotencyKey: key === undefined ? null : String(key),
    body: Buffer.concat(chunks),
  };
}
