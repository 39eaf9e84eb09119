// Whether a reply's body arrived whole, and what it is: JSON, nothing, or unreadable.

import type { IncomingMessage } from 'node:http';
import type { ReplyBody } from '#core/outcome/provider-reply.ts';
import { errorCodeOf } from './error-code.ts';

interface Listener {
  readonly done: (body: ReplyBody) => void;
  /** It broke off: a transport failure, not a parse failure. May follow `done` when the socket is destroyed. */
  readonly broken: (code: string) => void;
}

export function readBody(response: IncomingMessage, maxBytes: number, { done, broken }: Listener): void {
  const chunks: Buffer[] = [];
  let size = 0;
  response.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size <= maxBytes) chunks.push(chunk);
    else done({ kind: 'unreadable' });
  });
  response.on('end', () => done(parse(Buffer.concat(chunks))));
  response.on('error', (error) => broken(errorCodeOf(error)));
  response.on('close', () => {
    if (!response.complete) broken('CLOSED');
  });
}

function parse(bytes: Buffer): ReplyBody {
  if (bytes.length === 0) return { kind: 'empty' };
  try {
    return { kind: 'json', value: JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) };
  } catch {
    return { kind: 'unreadable' };
  }
}
