// How much of a request is kept: API Gateway takes 10 MB, no more.

import type { IncomingMessage } from 'node:http';

const BODY_LIMIT_BYTES = 10 * 1024 * 1024;

/** @returns undefined as soon as it is too large; the rest is read and thrown away, or the connection would stay stuck */
export function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    if (Number(request.headers['content-length'] ?? 0) > BODY_LIMIT_BYTES) resolve(undefined);
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= BODY_LIMIT_BYTES) chunks.push(chunk);
      else resolve(undefined);
    });
    request.once('end', () => resolve(Buffer.concat(chunks)));
    request.once('error', reject);
  });
}
